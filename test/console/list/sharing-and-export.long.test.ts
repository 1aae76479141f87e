import { beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectAccessible } from '../../harness/browser/accessible.ts';
import { describeInBrowser } from '../../harness/browser.ts';
import { seedPlain } from '../../harness/seed.ts';
import { expectSoon } from '../../harness/soon.ts';
import { definitionOf, dialogOf, downloadBy, focusIsOn, sendFor, serveConsole } from '../fixture.ts';

const app = serveConsole({
  async seed({ database: { pool } }) {
    for (const slug of ['alpha', 'beta', 'gamma']) await seedPlain(pool, slug);
  },
});
const { rest } = app;
/** A list with three companies that were added by hand, new for each test. */
let listId: number;

beforeEach(async () => {
  listId = await createList();
});

async function createList(key?: string): Promise<number> {
  const id = await app.createList(definitionOf(null), 'Partners', key);
  const domains = ['alpha.example', 'beta.example', 'gamma.example'];
  await rest(key).post(`/v1/lists/${id}/domains`, { domains });
  return id;
}

const open = (tab: string, key = app.tenant.userKey) => app.open(`/app/lists/${listId}/${tab}`, { key });
const openSharing = async (): Promise<Page> => (await open('sharing')).page;

/** People and levels of the permissions as the API has them. */
async function readPermissions(): Promise<[string, string][]> {
  const { body } = await rest().get(`/v1/lists/${listId}/permissions`).expect(200);
  return body.permissions.map((each: { user_id?: number; access_level: string }) => [
    each.user_id === app.grace.userId ? app.grace.name : 'everybody',
    each.access_level,
  ]);
}

const readBalance = async (): Promise<number> => {
  const { body } = await rest().get('/v1/account').expect(200);
  return body.organization.credit_balance;
};

/** Opens the export, without the browser's own question for a place, which no test could answer. */
async function openExport(key?: string) {
  const opened = await open('sharing', key);
  const { page } = opened;
  await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  return opened;
}

const download = (page: Page, name: string) => downloadBy(page, dialogOf(page).getByRole('button', { name }));

describeInBrowser('sharing and exporting a list', () => {
  test('grants, changes and revokes access by the keyboard, as the API then says', async () => {
    const page = await openSharing();
    const picker = page.getByRole('combobox', { name: 'Person' });
    await picker.fill('grace');
    await page.getByRole('option').waitFor();
    await picker.press('ArrowDown');
    await picker.press('Enter');
    await page.locator('form').getByRole('button', { name: 'Share', exact: true }).press('Enter');
    await page.getByText('Shared with Grace.').waitFor();
    expect(await readPermissions()).toEqual([['Grace', 'viewer']]);
    await expectAccessible(page);
    const access = page.getByRole('combobox', { name: 'Access of Grace' });
    // Until the answer, the page does not know which level Undo would restore.
    let isSent = false;
    await page.route('**/graphql', async (route) => {
      const isChange = !isSent && route.request().postData()?.includes('"EDITOR"') === true;
      if (isChange) await expectSoon(() => access.isDisabled(), true);
      isSent ||= isChange;
      await route.continue();
    });
    await access.click();
    await page.getByRole('option', { name: 'Editor' }).click();
    await access.click();
    await page.getByRole('option', { name: 'No access' }).click();
    expect(await readPermissions()).toEqual([['Grace', 'editor']]);
    await dialogOf(page).getByRole('button', { name: 'Revoke' }).click();
    await access.waitFor({ state: 'detached' });
    expect(await readPermissions()).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await access.waitFor();
    expect(await readPermissions()).toEqual([['Grace', 'editor']]);
  });

  test('invites an address that nobody has, shares the list with it, and shows the link once', async () => {
    const { page } = await open('');
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const picker = page.getByRole('combobox', { name: 'Person', exact: true });
    await picker.fill('New.Person@example.com');
    // Once: two of them would be an error.
    await page.getByText('Nobody in your organization has').waitFor();
    await page.getByText('Nobody in your organization has the address new.person@example.com.').waitFor();
    expect(await page.getByRole('listbox').count()).toBe(0);
    await expectAccessible(page);
    await page.getByLabel('Name (optional)').fill('New Person');
    await page.getByLabel('Name (optional)').press('Enter');
    const link = await dialogOf(page).getByLabel('Link').inputValue();
    expect(link).toMatch(/#code=/);
    await dialogOf(page).getByLabel('I have passed it on').check();
    await page.keyboard.press('Enter');
    await page.getByText('Shared with New Person.').waitFor();
    await page.getByRole('combobox', { name: 'Access of New Person' }).waitFor();
    const { body } = await rest().get(`/v1/lists/${listId}/permissions`).expect(200);
    const invited = await app.service.prisma.user.findFirstOrThrow({
      where: { email: 'new.person@example.com' },
    });
    expect(body.permissions).toMatchObject([{ user_id: invited.id, access_level: 'viewer' }]);
    expect(invited.role).toBe('member');
    // Somebody who has access is not invited again.
    await picker.fill('new.person@example.com');
    await page.getByText('They have access already.').waitFor();
    expect(await page.getByRole('button', { name: 'Invite and share' }).count()).toBe(0);
    await picker.press('Escape');
    // Escape closes the question alone, and then the dialog below it.
    await page.getByRole('combobox', { name: 'Access of New Person' }).click();
    await page.getByRole('option', { name: 'No access' }).click();
    await dialogOf(page).getByRole('button', { name: 'Revoke' }).waitFor();
    await page.keyboard.press('Escape');
    await dialogOf(page).getByRole('button', { name: 'Revoke' }).waitFor({ state: 'detached' });
    await picker.waitFor();
    await picker.focus();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await dialogOf(page).waitFor({ state: 'detached' });
    await focusIsOn(page, 'Share');
  });

  test('says to an owner who cannot invite whom to ask', async () => {
    const id = await createList(app.grace.userKey);
    const { page } = await app.open(`/app/lists/${id}/sharing`, { key: app.grace.userKey });
    await page.getByRole('combobox', { name: 'Person' }).fill('new@example.com');
    await page.getByText(`Only admins can invite people. Ask Ada (${app.tenant.email})`).waitFor();
    expect(await page.getByRole('button', { name: 'Invite and share' }).count()).toBe(0);
    expect(await app.service.prisma.user.count({ where: { email: 'new@example.com' } })).toBe(0);
  });

  test('gives everybody access, and takes it away after a question', async () => {
    const page = await openSharing();
    const access = page.getByRole('combobox', { name: 'Access of everybody in the organization' });
    await access.click();
    await page.getByRole('option', { name: 'Viewer' }).click();
    await expectSoon(readPermissions, [['everybody', 'viewer']]);
    await access.click();
    await page.getByRole('option', { name: 'No access' }).click();
    await dialogOf(page).getByRole('button', { name: 'Revoke' }).click();
    await dialogOf(page).waitFor({ state: 'detached' });
    expect(await readPermissions()).toEqual([]);
  });

  test('makes another person the owner, and the old one editor', async () => {
    const to = { user_id: app.grace.userId, access_level: 'viewer' };
    await rest().post(`/v1/lists/${listId}/permissions`, to).expect(201);
    const page = await openSharing();
    await page.getByRole('combobox', { name: 'Access of Grace' }).click();
    await page.getByRole('option', { name: 'Owner…' }).click();
    await dialogOf(page).getByRole('button', { name: 'Transfer' }).click();
    await page.getByText('Only the owner, Grace, can share this list').waitFor();
    const { body } = await rest().get(`/v1/lists/${listId}`).expect(200);
    expect(body.access_level).toBe('editor');
  });

  test('says to viewers who can change it, and lets them leave', async () => {
    const to = { user_id: app.grace.userId, access_level: 'viewer' };
    await rest().post(`/v1/lists/${listId}/permissions`, to);
    const { page } = await open('domains', app.grace.userKey);
    await page.getByText('You can read this list.').waitFor();
    expect(await dialogOf(page).getByRole('textbox').count()).toBe(0);
    await page.goto(`${app.service.url}/app/lists/${listId}/sharing`);
    await page.getByRole('button', { name: 'Leave…' }).click();
    await dialogOf(page).getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL('**/app/lists');
    expect(await readPermissions()).toEqual([]);
  });

  test('exports the file of the REST API, charges once, and downloads again for nothing', async () => {
    const { page } = await openExport();
    await page.getByText('3 rows · none already unlocked · costs 3 credits · 7 left after').waitFor();
    await expectAccessible(page);
    await page.getByText('It also unlocks the partners of 3 companies for 30 days.').waitFor();
    const columns = await page
      .getByRole('list', { name: 'Columns of the file' })
      .locator('li')
      .allInnerTexts();
    const file = await download(page, 'Export for 3 credits');
    await page.getByText('The file is complete').waitFor();
    expect(columns.join(',')).toBe(file.split('\n', 1)[0]?.trim());
    expect(await readBalance()).toBe(7);
    expect(await download(page, 'Download again (free)')).toBe(file);
    const { text } = await rest().get(`/v1/lists/${listId}/export.csv`).expect(200);
    expect(file).toBe(text);
    expect(await readBalance()).toBe(7);
  });

  test('charges an export once when its answer is lost and it is tried again', async () => {
    const { page, problems } = await openExport();
    problems.expect(/ERR_FAILED/);
    const keys: (string | undefined)[] = [];
    let lost = 0;
    await page.route('**/graphql', async (route) => {
      const request = route.request();
      if (!request.postData()?.includes('"bom"')) return route.continue();
      keys.push(request.headers()['idempotency-key']);
      // The service carries it out, and the answer never arrives.
      if (lost < 2) {
        lost += 1;
        await sendFor(route);
        return route.abort();
      }
      return route.continue();
    });
    await page.getByRole('button', { name: 'Export for 3 credits' }).click();
    await page.getByText('is charged once').waitFor();
    const again = dialogOf(page).getByRole('button', { name: /^Export/ });
    await Promise.all([page.waitForEvent('download'), again.click()]);
    await page.getByText('Charged').waitFor();
    expect(await dialogOf(page).locator('dd').nth(1).textContent()).toBe('3 credits');
    expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
    expect(await readBalance()).toBe(7);
  });

  test('says what to do when the balance is too small', async () => {
    const { userKey } = await app.service.createTenant('poor', 2);
    listId = await createList(userKey);
    const { page } = await openExport(userKey);
    const price = '3 rows · none already unlocked · costs 3 credits. The balance is 2 credits';
    await page.getByText(`${price}, so that 1 credit would be missing.`).waitFor();
    const button = dialogOf(page).getByRole('button', { name: /^Export/ });
    expect(await button.isDisabled()).toBe(true);
  });
});
