import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { loadConsole } from '../../../src/http/console/files.ts';
import { expectAccessible } from '../../harness/browser/accessible.ts';
import { openConsole } from '../../harness/browser/open-console.ts';
import { describeInBrowser } from '../../harness/browser.ts';
import { seedPlain } from '../../harness/seed.ts';
import { type Colleague, startTestService, type Tenant, type TestService } from '../../harness/service.ts';

let service: TestService;
let tenant: Tenant;
let colleague: Colleague;
/** A list with three companies that were added by hand, new for each test. */
let listId: number;

const rest = (key = tenant.userKey) => service.rest(key);

beforeAll(async () => {
  service = await startTestService({ consoleFiles: loadConsole() });
  for (const slug of ['alpha', 'beta', 'gamma']) await seedPlain(service.database.pool, slug);
}, 60_000);
afterAll(() => service.close());

beforeEach(async () => {
  const name = `t${Math.random().toString(36).slice(2, 10)}`;
  tenant = await service.createTenant(name, 10);
  colleague = await service.createColleague(tenant, 'Grace');
  const definition = { registry_version: '1', root: null };
  const { body } = await rest().post('/v1/lists', { name: 'Partners', definition }).expect(201);
  listId = body.list_id;
  const domains = ['alpha.example', 'beta.example', 'gamma.example'];
  await rest().post(`/v1/lists/${listId}/domains`, { domains });
});

async function open(tab: string, key = tenant.userKey, problems: RegExp[] = []): Promise<Page> {
  const { page, problems: found } = await openConsole(service, { key, path: `/app/lists/${listId}/${tab}` });
  // A missing element is reported with its locator, before the test's own time is over.
  for (const problem of problems) found.expect(problem);
  return page;
}

/** People and levels of the permissions as the API has them. */
async function readPermissions(): Promise<[string, string][]> {
  const { body } = await rest().get(`/v1/lists/${listId}/permissions`).expect(200);
  return body.permissions.map((each: { user_id?: number; access_level: string }) => [
    each.user_id === colleague.userId ? colleague.name : 'everybody',
    each.access_level,
  ]);
}

const readBalance = async (): Promise<number> => {
  const { body } = await rest().get('/v1/account').expect(200);
  return body.organization.credit_balance;
};

/** Opens the export, without the browser's own question for a place, which no test could answer. */
async function openExport(problems: RegExp[] = []): Promise<Page> {
  const page = await open('sharing', tenant.userKey, problems);
  await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  return page;
}

async function downloadBy(page: Page, button: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: button }).click(),
  ]);
  return readFile(await download.path(), 'utf8');
}

/** Waits until a value that the page changes in the service is as expected; the last answer decides. */
async function expectSoon<T>(read: () => Promise<T>, expected: T): Promise<void> {
  for (let left = 40; left > 0; left -= 1) {
    if (JSON.stringify(await read()) === JSON.stringify(expected)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(await read()).toEqual(expected);
}

describeInBrowser('sharing and exporting a list', () => {
  test('grants, changes and revokes access by the keyboard, as the API then says', async () => {
    const page = await open('sharing');
    const picker = page.getByRole('combobox', { name: 'Person' });
    await picker.fill('grace');
    await page.getByRole('option').waitFor();
    await picker.press('ArrowDown');
    await picker.press('Enter');
    await page.getByRole('button', { name: 'Share', exact: true }).press('Enter');
    await page.getByText('Shared with Grace.').waitFor();
    expect(await readPermissions()).toEqual([['Grace', 'viewer']]);
    await expectAccessible(page);
    await page.getByRole('combobox', { name: 'Access of Grace' }).click();
    await page.getByRole('option', { name: 'Editor' }).click();
    await expectSoon(readPermissions, [['Grace', 'editor']]);
    await page.getByRole('button', { name: 'Revoke the access of Grace' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Nobody else has access of their own.').waitFor();
    expect(await readPermissions()).toEqual([]);
  });

  test('gives everybody access, and takes it away after a question', async () => {
    const page = await open('sharing');
    const access = page.getByRole('combobox', { name: 'Access of everybody in the organization' });
    await access.click();
    await page.getByRole('option', { name: 'Viewer' }).click();
    await expectSoon(readPermissions, [['everybody', 'viewer']]);
    await access.click();
    await page.getByRole('option', { name: 'No access' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await readPermissions()).toEqual([]);
  });

  test('makes another person the owner, and the old one editor', async () => {
    const page = await open('sharing');
    await page.getByRole('combobox', { name: 'New owner' }).fill('grace');
    await page.getByRole('option').click();
    await page.getByRole('button', { name: 'Transfer…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Transfer' }).click();
    await page.getByText('Only the owner, Grace, can share this list').waitFor();
    const { body } = await rest().get(`/v1/lists/${listId}`).expect(200);
    expect(body.access_level).toBe('editor');
  });

  test('says to viewers who can change it, and lets them leave', async () => {
    const to = { user_id: colleague.userId, access_level: 'viewer' };
    await rest().post(`/v1/lists/${listId}/permissions`, to);
    const page = await open('domains', colleague.userKey);
    await page.getByText('You can read this list.').waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
    await page.goto(`${service.url}/app/lists/${listId}/sharing`);
    await page.getByRole('button', { name: 'Leave…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL('**/app/lists');
    expect(await readPermissions()).toEqual([]);
  });

  test('exports the file of the REST API, charges once, and downloads again for nothing', async () => {
    const page = await openExport();
    await page.getByText('3 rows · costs 3 credits · 7 left after').waitFor();
    await expectAccessible(page);
    const file = await downloadBy(page, 'Export for 3 credits');
    await page.getByText('The file is complete').waitFor();
    expect(await readBalance()).toBe(7);
    expect(await downloadBy(page, 'Download again (free)')).toBe(file);
    const { text } = await rest().get(`/v1/lists/${listId}/export.csv`).expect(200);
    expect(file).toBe(text);
    expect(await readBalance()).toBe(7);
  });

  test('charges an export once when its answer is lost and it is tried again', async () => {
    const page = await openExport([/ERR_FAILED/]);
    const keys: (string | undefined)[] = [];
    let lost = 0;
    await page.route('**/graphql', async (route) => {
      const request = route.request();
      if (!request.postData()?.includes('"bom"')) return route.continue();
      keys.push(request.headers()['idempotency-key']);
      // The service carries it out, and the answer never arrives.
      if (lost < 2) {
        lost += 1;
        await route.fetch();
        return route.abort();
      }
      return route.continue();
    });
    await page.getByRole('button', { name: 'Export for 3 credits' }).click();
    await page.getByText('is charged once').waitFor();
    const again = page.getByRole('dialog').getByRole('button', { name: /^Export/ });
    await Promise.all([page.waitForEvent('download'), again.click()]);
    await page.getByText('Charged').waitFor();
    expect(await page.getByRole('dialog').locator('dd').nth(1).textContent()).toBe('3 credits');
    expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
    expect(await readBalance()).toBe(7);
  });

  test('says what to do when the balance is too small', async () => {
    tenant = await service.createTenant('poor', 2);
    const { body } = await rest().post('/v1/lists', {
      name: 'P',
      definition: { registry_version: '1', root: null },
    });
    listId = body.list_id;
    await rest().post(`/v1/lists/${listId}/domains`, {
      domains: ['alpha.example', 'beta.example', 'gamma.example'],
    });
    const page = await openExport();
    await page
      .getByText(
        'The export of 3 rows costs 3 credits; the balance is 2 credits, so that 1 credit would be missing.',
      )
      .waitFor();
    expect(
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Export/ })
        .isDisabled(),
    ).toBe(true);
  });
});
