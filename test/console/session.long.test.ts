import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { expectAccessible } from '../harness/browser/accessible.ts';
import { openConsole } from '../harness/browser/open-console.ts';
import { describeInBrowser } from '../harness/browser.ts';
import { linkTo, waitForRoot } from './builder/service.ts';
import { condition, dialogOf, menuOf, ownersIn, pasteField, serveConsole, submit } from './fixture.ts';

const app = serveConsole({ credits: 1234 });
const { rest, open, whoIsIn } = app;

const ended = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' });
const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });

/** Clicks, unless the page has learned by itself that its session has ended: then the dialog covers the page. */
async function clickUnlessEnded(target: Locator): Promise<boolean> {
  while (!(await ended(target.page()).isVisible())) {
    const isClicked = await target.click({ timeout: 2_000 }).then(
      () => true,
      () => false,
    );
    if (isClicked) return true;
  }
  return false;
}

/** Ends all sessions of the admin, as another browser would. */
const endSessions = () => rest().delete('/v1/account/sessions').expect(204);

describeInBrowser('a session that ends while a page is open', () => {
  test('is asked for again over the page, whose inputs stay and go on', async () => {
    const { page, problems } = await open('/app/settings/keys');
    problems.expect(/401/);
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByLabel('Label', { exact: true }).fill('Kept while signing in');
    await endSessions();
    await clickUnlessEnded(dialogOf(page).getByRole('button', { name: 'Create a key' }));
    await ended(page).waitFor();
    await ended(page).locator(':focus').waitFor();
    for (let press = 0; press < 6; press += 1) await page.keyboard.press('Tab');
    expect(await ended(page).locator(':focus').count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await submit(page, 'cds_user_wrong');
    await ended(page).getByText('The service does not accept this key').waitFor();
    await submit(page, app.tenant.userKey);
    await ended(page).waitFor({ state: 'hidden' });
    expect(await page.getByLabel('Label', { exact: true }).inputValue()).toBe('Kept while signing in');
    await dialogOf(page).getByRole('button', { name: 'Create a key' }).click();
    await page.getByText('Copy it now.').waitFor();
    const { body } = await rest().get('/v1/keys').expect(200);
    expect(body.keys[0].label).toBe('Kept while signing in');
  });

  test('keeps a draft of the builder, also when a link signs in again', async () => {
    const conditions = [condition('country', 'any_of', 'DE'), condition('founded_year', 'gte', 2001)];
    const { page, problems } = await open(`/app/build${linkTo({ and: conditions })}`);
    problems.expect(/401/);
    await page.locator('[data-row]').nth(2).waitFor();
    await endSessions();
    await page.locator('[data-row]').nth(1).focus();
    await page.keyboard.press('Delete');
    await ended(page).waitFor();
    await submit(page, (await app.makeLink()).code);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await menuOf(page, 'Ada').waitFor();
    await page.locator('[data-row]').nth(1).waitFor();
    expect(await page.locator('[data-row]').count()).toBe(2);
    await waitForRoot(page, { and: conditions.slice(1) });
  });

  test('goes on in all tabs when one of them signs in again', async () => {
    const first = await open('/app/settings/people');
    const second = await open('/app/settings/people', { beside: first });
    first.problems.expect(/401/);
    for (const { page } of [first, second]) {
      await rowOf(page, 'Grace').waitFor();
      await page.getByLabel('Search this page by name or e-mail').fill('grace@');
    }
    await endSessions();
    for (const { page } of [first, second]) {
      const search = page.getByRole('button', { name: 'Search', exact: true });
      if (await clickUnlessEnded(search)) await page.keyboard.type('nothing');
      await ended(page).waitFor();
    }
    await submit(first.page, app.tenant.userKey);
    for (const { page } of [first, second]) {
      await ended(page).waitFor({ state: 'hidden' });
      expect(await page.getByLabel('Search this page by name or e-mail').inputValue()).toBe('grace@');
    }
  });

  test('ends with the key that opened it, and shows nothing of its person to another', async () => {
    const { body } = await rest().post('/v1/keys', { kind: 'user' }).expect(201);
    const { page, problems } = await open('/app/settings/keys', { key: body.key });
    problems.expect(/401/);
    await rowOf(page, 'Organization').waitFor();
    await rest().delete(`/v1/keys/${body.key_id}`).expect(204);
    await clickUnlessEnded(page.getByRole('tab', { name: 'People' }));
    await ended(page).waitFor();
    await submit(page, app.grace.userKey);
    await menuOf(page, 'Grace').waitFor();
    await page.waitForURL('**/app');
    await page.goto(`${app.service.url}/app/settings/keys`);
    await rowOf(page, 'Grace').waitFor();
    expect(await ownersIn(page)).toEqual(['Grace']);
  });

  test('can be given up by signing out', async () => {
    const { page, problems } = await open('/app/settings/keys');
    problems.expect(/401/);
    await rowOf(page, 'Ada').first().waitFor();
    await endSessions();
    await clickUnlessEnded(page.getByRole('tab', { name: 'Limits' }));
    await ended(page).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    // The field to paste a key into is there before as well: over the page whose session has ended.
    await page.waitForURL(`${app.service.url}/`);
    await pasteField(page).waitFor();
    expect(await whoIsIn(page)).toBeUndefined();
    expect(await page.context().cookies()).toEqual([]);
  });
});

describeInBrowser('a service that goes away', () => {
  let server: Server;
  let url: string;
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  const start = async (port = 0) => {
    server = createServer(app.service.app);
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  test('is announced, leaves the page as it is, and is asked again for what failed when it is back', async () => {
    await start();
    const { page, problems } = await openConsole(
      { url },
      { key: app.tenant.userKey, path: '/app/settings/keys' },
    );
    problems.expect(/ERR_|dynamically imported/);
    await rowOf(page, 'Ada').first().waitFor();
    await stop();
    await clickUnlessEnded(page.getByRole('tab', { name: 'People' }));
    await page.getByText('The service cannot be reached.').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: '1,234 credits' }).waitFor();
    await page.goBack();
    await rowOf(page, 'Ada').first().waitFor();
    await page.goForward();
    await start(Number(new URL(url).port));
    await page.getByRole('row', { name: /Grace/ }).waitFor();
    await page.getByText('The service cannot be reached.').waitFor({ state: 'hidden' });
    await stop();
  });
});
