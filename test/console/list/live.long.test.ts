import { beforeEach, expect, test } from '@jest/globals';
import type { Page, Request } from 'playwright-core';
import { ListMembershipDocument } from '../../../console/src/generated/graphql.ts';
import { rebuildIndex } from '../../../src/modules/filters/facet-index.ts';
import { expectAccessible } from '../../harness/browser/accessible.ts';
import { PHONE } from '../../harness/browser/console-page.ts';
import type { ConsoleOptions } from '../../harness/browser/open-console.ts';
import { describeInBrowser } from '../../harness/browser.ts';
import { seedCompany } from '../../harness/seed.ts';
import { expectSoon } from '../../harness/soon.ts';
import { countryIs, HOSTILE, serveConsole, widthOf } from '../fixture.ts';

const app = serveConsole({
  async seed({ database: { pool } }) {
    await seedCompany(pool, { name: 'ALPHA', slug: 'alpha', domains: ['alpha.example'], country: 'DE' });
    await seedCompany(pool, { name: 'BETA', slug: 'beta', domains: ['beta.example'], country: 'AT' });
    await rebuildIndex(pool);
  },
});
const { rest } = app;
/** A list of Ada's, new for each test, that Grace may edit. */
let listId: number;

beforeEach(async () => {
  listId = await app.createList(countryIs('DE'), 'DACH');
  await share('editor');
});

const share = (access_level: string) =>
  rest().post(`/v1/lists/${listId}/permissions`, { user_id: app.grace.userId, access_level });
const open = (options?: ConsoleOptions) => app.openPage(`/app/lists/${listId}`, options);

/** Whether a request asks for the changes of a list. */
const isStream = (request: Request) =>
  request.headers().accept === 'text/event-stream' && request.postData()?.includes('"listId"') === true;

/** Opens the list, and waits until its subscription is open. */
async function openLive(options?: ConsoleOptions): Promise<Page> {
  const page = await app.openPage('/app/lists', options);
  const subscribed = page.waitForResponse((response) => isStream(response.request()));
  await page.getByRole('link', { name: 'DACH' }).click();
  await subscribed;
  return page;
}

/** Holds requests of a page back until the function is called that it returns. */
async function holdBack(page: Page, isHeld: (request: Request) => boolean): Promise<() => void> {
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/graphql', async (route) => {
    if (isHeld(route.request())) await isReleased;
    await route.continue();
  });
  return release;
}

const members = (page: Page) => page.getByRole('table', { name: 'Members of the list' });

describeInBrowser('the frame of a list', () => {
  test('shows the filter in words, the members once they are computed, and who owns it', async () => {
    const page = await app.openPage('/app/lists');
    const asked = String(ListMembershipDocument.__meta__?.hash);
    const compute = await holdBack(page, (request) => request.postData()?.includes(asked) === true);
    await page.getByRole('link', { name: 'DACH' }).click();
    await page.getByRole('status', { name: 'Computing the members…' }).first().waitFor();
    await page.getByText('Companies where country is Germany').waitFor();
    await expectAccessible(page);
    compute();
    await page.getByTitle('Show all companies').getByText('1', { exact: true }).waitFor();
    await members(page).getByText('alpha.example').waitFor();
    await page.getByText('1 members', { exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Access & history' }).click();
    const details = page.locator('dl').filter({ hasText: 'My access' }).locator('dt, dd');
    await details.first().waitFor();
    expect((await details.allInnerTexts()).slice(0, 6)).toEqual([
      'Owner',
      'me',
      'My access',
      'Owner',
      'Filter',
      'version 1',
    ]);
  });

  test('follows changes of others, says who changed what, and does not announce its own', async () => {
    const page = await openLive();
    await members(page).getByText('alpha.example').waitFor();
    await rest(app.grace.userKey).put(`/v1/lists/${listId}/definition`, countryIs('DE', 'AT')).expect(200);
    await page.getByText('Grace changed the filter to version 2.').waitFor();
    await members(page).getByText('beta.example').waitFor();
    await page.getByText('Companies where country is Germany or Austria').waitFor();
    await rest(app.grace.userKey).patch(`/v1/lists/${listId}`, { name: HOSTILE }).expect(200);
    await page.getByText('Grace renamed the list to', { exact: false }).waitFor();
    await rest().patch(`/v1/lists/${listId}`, { name: 'Own change' }).expect(200);
    await page.getByRole('heading', { name: 'Own change' }).waitFor();
    const buttons = page.getByRole('status', { name: 'Changes by others' }).getByRole('button');
    expect(await buttons.count()).toBe(2);
    await buttons.first().click();
    await expectSoon(() => buttons.count(), 1);
  });

  test('shows what others changed after it was read, and before its changes were reported', async () => {
    const page = await app.openPage('/app/lists');
    const report = await holdBack(page, isStream);
    const asked = page.waitForRequest(isStream);
    await page.getByRole('link', { name: 'DACH' }).click();
    await members(page).getByText('alpha.example').waitFor();
    await asked;
    await rest(app.grace.userKey).put(`/v1/lists/${listId}/definition`, countryIs('DE', 'AT')).expect(200);
    report();
    await members(page).getByText('beta.example').waitFor();
    await page.getByText('Companies where country is Germany or Austria').waitFor();
  });

  test('closes with the reason when the list is no longer shared', async () => {
    const page = await openLive({ key: app.grace.userKey });
    await members(page).waitFor();
    const { body } = await rest().get(`/v1/lists/${listId}/permissions`).expect(200);
    const [permission] = body.permissions;
    await rest().delete(`/v1/lists/${listId}/permissions/${permission.permission_id}`).expect(204);
    await page.getByRole('alert').getByText('This list is no longer open to you').waitFor();
    await page.getByRole('link', { name: 'Go to my lists' }).click();
    await page.getByText('No lists yet').waitFor();
  });

  test('lets editors rename the list in its place, and refuses names that are too long', async () => {
    const page = await open({ key: app.grace.userKey });
    await page.getByRole('button', { name: 'Rename' }).click();
    const field = page.getByRole('textbox', { name: 'Name of the list' });
    await field.fill('y'.repeat(201));
    await page.keyboard.press('Enter');
    await page.getByText('A name has at most 200 characters; this one has 201.').waitFor();
    await field.fill(HOSTILE);
    await page.keyboard.press('Enter');
    await field.waitFor({ state: 'detached' });
    const { body } = await rest().get(`/v1/lists/${listId}`).expect(200);
    expect(body.name).toBe(HOSTILE);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Rename');
  });

  test('offers viewers nothing that they may not do', async () => {
    await share('viewer');
    const page = await open({ key: app.grace.userKey });
    await page.getByText('Viewer', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Rename' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Edit filter' }).count()).toBe(0);
  });

  test('says that the catalogue has changed, and computes the members again', async () => {
    await rest().get(`/v1/lists/${listId}/members`).expect(200);
    const { pool } = app.service.database;
    const slug = `new-${listId}`;
    await seedCompany(pool, { name: 'New', slug, domains: [`${slug}.example`], country: 'DE' });
    await rebuildIndex(pool);
    const page = await open();
    await page.getByText('The catalogue has changed since the members were computed.').waitFor();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await members(page).getByText(`${slug}.example`).waitFor();
    await pool.query('DELETE FROM company WHERE slug = $1', [slug]);
    await rebuildIndex(pool);
  });

  test('says why a list cannot be shown, and what to do', async () => {
    const { userKey } = await app.service.createColleague(app.tenant, 'Linus');
    const page = await open({ key: userKey });
    await page.getByText('List not found').waitFor();
    await expectAccessible(page);
  });

  test('holds a hostile name of 200 characters on a phone', async () => {
    await rest().patch(`/v1/lists/${listId}`, { name: HOSTILE }).expect(200);
    const page = await open({ viewport: PHONE, colorScheme: 'dark' });
    await members(page).getByText('alpha.example').waitFor();
    expect(await widthOf(page)).toBe(PHONE.width);
  });
});
