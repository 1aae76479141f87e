import { beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { loadConsole } from '../../src/http/console.ts';
import { loadGuide } from '../../src/http/guide.ts';
import { rebuildIndex } from '../../src/modules/filters/facet-index.ts';
import { expectAccessible } from '../harness/browser/accessible.ts';
import { DESKTOP, PHONE } from '../harness/browser/console-page.ts';
import { openConsole } from '../harness/browser/open-console.ts';
import { closeAfterPages, describeInBrowser } from '../harness/browser.ts';
import { buildGuide } from '../harness/guide.ts';
import { seedPlain, seedTechnologies } from '../harness/seed.ts';
import { startTestService } from '../harness/service.ts';
import { definitionOf, documentOf, openPalette, palette, SMALL, serveConsole, turnDark } from './fixture.ts';

/** More companies have these than Go, whose name is within theirs. */
const OF_GO = ['Algolia', 'Argo', 'Cargo', 'Django', 'Hugo', 'Lego', 'Mongo'];

const app = serveConsole({
  async seed({ database: { pool } }) {
    for (const slug of ['acme', 'globex', 'gloria']) {
      const id = await seedPlain(pool, slug);
      await seedTechnologies(pool, id, [
        { key: 'kubernetes', name: 'Kubernetes' },
        ...OF_GO.map((name) => ({ key: name.toLowerCase(), name })),
        ...(slug === 'acme' ? [{ key: 'go', name: 'Go' }] : []),
      ]);
    }
    await rebuildIndex(pool);
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

describeInBrowser('skeletons', () => {
  for (const viewport of [DESKTOP, PHONE])
    test(`stay within what holds them, at ${viewport.width} pixels`, async () => {
      const listId = await app.createList(definitionOf(null), 'A list');
      const { page } = await app.open('/app/settings/limits', { viewport });
      await page.getByRole('heading', { level: 1 }).waitFor();
      const paths = [
        '',
        '/lists',
        `/lists/${listId}`,
        '/build',
        '/companies/acme',
        '/files',
        '/insight/moves',
      ];
      for (const path of [...paths, '/activity', '/settings/people', '/settings/credits']) {
        // What the frame shows is there; nothing else is.
        await page.route('**/graphql', (route) =>
          /query Viewer\b/.test(documentOf(route.request())) ? route.fallback() : undefined,
        );
        await page.goto(`${new URL(page.url()).origin}/app${path}`);
        await page.locator('main .mantine-Skeleton-root').first().waitFor();
        expect([path, await page.evaluate(outsideOfParents)]).toEqual([path, []]);
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      }
    });
});

/** Returns skeletons that are not within what holds them, or not within the width of the page. */
function outsideOfParents(): string[] {
  const [width] = [document.documentElement.clientWidth];
  return [...document.querySelectorAll('.mantine-Skeleton-root')].flatMap((each) => {
    const [own, box] = [each.getBoundingClientRect(), each.parentElement?.getBoundingClientRect()];
    if (!box || own.width === 0) return [];
    const isWithin =
      own.left >= box.left - 1 &&
      own.right <= box.right + 1 &&
      own.top >= box.top - 1 &&
      own.bottom <= box.bottom + 1;
    return isWithin && own.left >= 0 && own.right <= width ? [] : [each.outerHTML.slice(0, 200)];
  });
}

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
    await page.keyboard.type('kubern');
    await choose(page, 'Kubernetes');
    await page.getByRole('heading', { name: 'Find companies', level: 1 }).waitFor();
    await focusIsInContent(page);
    const understood = page.getByRole('list', { name: 'What was understood' });
    await understood.getByText('technology is Kubernetes').waitFor();
    await openPalette(page);
    await page.keyboard.type('go');
    await palette(page)
      .locator('[data-selected]', { hasText: /^Go1 company$/ })
      .waitFor();
    await page.keyboard.press('Escape');
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
    await page.getByRole('link', { name: /open the ledger$/ }).click();
    await page.getByRole('tab', { name: 'Credits' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(new URL(page.url()).pathname).toBe('/app/settings/credits');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor();
    await focusIsInContent(page);
    expect(await page.title()).toBe('API keys · Company data');
  });

  test('has one row of links on a phone', async () => {
    const page = await openPage('/app/settings/people', { viewport: PHONE });
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    for (const viewport of [PHONE, SMALL]) {
      await page.setViewportSize(viewport);
      const tops = await links.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
      expect(tops).toEqual(Array.from({ length: 5 }, () => tops[0]));
    }
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
