import { beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { loadConsole } from '../../src/http/console.ts';
import { loadGuide } from '../../src/http/guide.ts';
import { expectAccessible } from '../harness/browser/accessible.ts';
import { openConsole } from '../harness/browser/open-console.ts';
import { closeAfterPages, describeInBrowser } from '../harness/browser.ts';
import { buildGuide } from '../harness/guide.ts';
import { seedPlain } from '../harness/seed.ts';
import { startTestService } from '../harness/service.ts';
import { definitionOf, openPalette, palette, SMALL, serveConsole, turnDark } from './fixture.ts';

const app = serveConsole({
  async seed({ database: { pool } }) {
    for (const slug of ['acme', 'globex', 'gloria']) await seedPlain(pool, slug);
  },
});
beforeEach(() => app.createList(definitionOf(null), 'Partners in Austria'));

async function openPage(path: string, options = {}): Promise<Page> {
  const page = await app.openPage(path, options);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

const shortcuts = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' });
const searchOf = (page: Page) => page.getByLabel('Search this page by name or e-mail');

/** Waits until the palette marks an entry as the one that Enter opens, and opens it. */
async function choose(page: Page, entry: string): Promise<void> {
  await palette(page).locator('[data-selected]', { hasText: entry }).waitFor();
  await page.keyboard.press('Enter');
  await palette(page).waitFor({ state: 'hidden' });
}

const focusIsInContent = (page: Page) =>
  page.waitForFunction(() => Boolean(document.activeElement?.closest('#content')));

describeInBrowser('the palette', () => {
  test('finds a company, a list and a command by keyboard alone, also from a text field', async () => {
    const page = await openPage('/app/settings/people');
    await searchOf(page).focus();
    await openPalette(page);
    await page.keyboard.type('globex.ex');
    await choose(page, 'GLOBEX');
    await page.getByRole('heading', { name: 'GLOBEX', level: 1 }).waitFor();
    await focusIsInContent(page);
    await openPalette(page);
    await page.keyboard.type('austria');
    await choose(page, 'Partners in Austria');
    await page.getByRole('heading', { name: 'Partners in Austria', level: 1 }).waitFor();
    await focusIsInContent(page);
    await openPalette(page);
    await page.keyboard.type('api k');
    await choose(page, 'API keys');
    await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor();
    await focusIsInContent(page);
    await openPalette(page);
    await page.keyboard.type('theme: dark');
    await choose(page, 'Theme: Dark');
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
  });

  test('is accessible, on a small screen in the dark as well', async () => {
    const page = await openPage('/app/settings/people');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await palette(page).locator('input:focus').waitFor();
    await page.keyboard.type('glo');
    await palette(page).getByRole('button', { name: 'GLORIA' }).waitFor();
    await expectAccessible(page);
    await turnDark(page);
    await expectAccessible(page);
    await page.keyboard.type('nothinglikethis');
    await palette(page).getByText('Nothing found.').waitFor();
  });

  test('keeps the newest answer when an older one comes late', async () => {
    const page = await openPage('/app/settings/people');
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const passed: Promise<void>[] = [];
    await page.route('**/graphql', (route) => {
      if (!route.request().postData()?.includes('"acme"')) return route.fallback();
      const pass = held.then(() => route.continue()).catch(() => undefined);
      passed.push(pass);
      return pass;
    });
    await openPalette(page);
    const asked = page.waitForRequest((request) => request.postData()?.includes('"acme"') === true);
    await page.keyboard.type('acme');
    await asked;
    await palette(page).getByRole('textbox').fill('gloria');
    await palette(page).getByRole('button', { name: 'GLORIA' }).waitFor();
    release();
    await Promise.all(passed);
    // The page may have given up on it.
    await (await asked).response().catch(() => undefined);
    const offered = (name: string) => palette(page).getByRole('button', { name }).count();
    expect([await offered('ACME'), await offered('GLORIA')]).toEqual([0, 1]);
  });
});

describeInBrowser('the frame', () => {
  test('“?” lists the shortcuts, except in text fields and over a dialog', async () => {
    const page = await openPage('/app/settings/people');
    await searchOf(page).focus();
    await page.keyboard.press('?');
    expect([await searchOf(page).inputValue(), await shortcuts(page).count()]).toEqual(['?', 0]);
    await searchOf(page).evaluate((element) => element.blur());
    await page.keyboard.press('?');
    await shortcuts(page).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Control+k');
    expect(await palette(page).count()).toBe(0);
    await page.keyboard.press('Escape');
    await shortcuts(page).waitFor({ state: 'hidden' });
  });

  test('skips to the content, and moves focus and title to the page that a link opens', async () => {
    const page = await openPage('/app/settings/people');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
    const main = page.getByRole('navigation', { name: 'Main' });
    for (const title of ['Companies', 'Lists', 'Activity']) {
      await main.getByRole('link', { name: title }).click();
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      await focusIsInContent(page);
      expect(await page.title()).toBe(`${title} · Company data`);
    }
    await page.getByRole('tab', { name: 'Activity' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(new URL(page.url()).pathname).toBe('/app/activity');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Limits', level: 1 }).waitFor();
    await focusIsInContent(page);
    expect(await page.title()).toBe('Limits · Company data');
  });

  test('says what to do at an address without a page', async () => {
    const page = await openPage('/app/nothing', { viewport: SMALL });
    await page.getByRole('link', { name: 'Go to the lists' }).waitFor();
    await expectAccessible(page);
  });
});

describeInBrowser('the account menu', () => {
  test('links to the guide where the service has it', async () => {
    const built = await buildGuide();
    const guideFiles = loadGuide(built.folder);
    await built.remove();
    const guided = await startTestService({ beside: app.service, consoleFiles: loadConsole(), guideFiles });
    closeAfterPages(guided);
    const links: (string | null)[] = [];
    for (const service of [guided, app.service]) {
      const { page } = await openConsole(service, { key: app.tenant.userKey, path: '/app/lists' });
      await page.getByRole('button', { name: 'account menu' }).click();
      await page.getByRole('menuitem', { name: 'GraphiQL' }).waitFor();
      const guide = page.getByRole('menuitem', { name: 'Guide' });
      links.push((await guide.count()) > 0 ? await guide.getAttribute('href') : null);
    }
    expect(links).toEqual(['/guide/', null]);
  });
});
