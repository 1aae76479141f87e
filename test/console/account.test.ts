import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { loadConsole } from '../../src/http/console/files.ts';
import { expectAccessible } from '../harness/browser/accessible.ts';
import { closeAfterPages, describeInBrowser } from '../harness/browser.ts';
import { readBooks } from '../harness/ledger.ts';
import { seedPartnership, seedPlain } from '../harness/seed.ts';
import { type Colleague, startTestService, type Tenant, type TestService } from '../harness/service.ts';
import { HOSTILE, menuOf, open, readKey, SHOWN, SMALL } from './account/support.ts';

const DARK = { viewport: SMALL, colorScheme: 'dark' } as const;

let service: TestService;
let tenant: Tenant;
let grace: Colleague;

beforeAll(async () => {
  service = await startTestService({ consoleFiles: loadConsole() });
  const { pool } = service.database;
  const [acme, globex] = [await seedPlain(pool, 'acme'), await seedPlain(pool, 'globex')];
  await seedPartnership(pool, acme, globex);
}, 60_000);
afterAll(() => service.close());

beforeEach(async () => {
  tenant = await service.createTenant(`t${Math.random().toString(36).slice(2, 10)}`, 1000);
  grace = await service.createColleague(tenant, 'Grace');
});

async function openPage(path: string, key = tenant.userKey, options = {}): Promise<Page> {
  const { page } = await open(service, { key, path, ...options });
  return page;
}

interface Key {
  key_id: number;
  label: string | null;
  kind: string;
  status: string;
  expires_at: string | null;
}
const readKeys = async (): Promise<Key[]> =>
  (await service.rest(tenant.userKey).get('/v1/keys').expect(200)).body.keys;
const isAccepted = async (key: string): Promise<boolean> =>
  (await service.rest(key).get('/v1/account')).status === 200;

const dialog = (page: Page) => page.getByRole('dialog');
const rowsOf = (page: Page, table: string) => page.getByRole('table', { name: table }).locator('tbody tr');

async function createKey(label: string): Promise<{ key: string; keyId: number }> {
  const { body } = await service.rest(tenant.userKey).post('/v1/keys', { kind: 'user', label }).expect(201);
  return { key: body.key, keyId: body.key_id };
}

async function act(page: Page, label: string, action: string): Promise<void> {
  await rowsOf(page, 'API keys').filter({ hasText: label }).getByRole('button').click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Reads the new key, which closes only after it is said to be stored. */
async function takeNewKey(page: Page): Promise<string> {
  const key = await dialog(page).getByLabel('New key').inputValue();
  await dialog(page).getByRole('button', { name: 'Copy' }).click();
  await dialog(page).getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  await page.keyboard.press('Escape');
  expect(await dialog(page).getByRole('button', { name: 'Done' }).isDisabled()).toBe(true);
  await dialog(page).getByLabel('I have stored it').check();
  return key;
}

describeInBrowser('the page of keys', () => {
  test('creates a key that is shown once, copied, and kept until it is stored', async () => {
    const page = await openPage('/app/settings/limits');
    await page.getByRole('tab', { name: 'API keys' }).click();
    await page.getByRole('button', { name: 'Create a key' }).click();
    await dialog(page).getByLabel('Label', { exact: true }).fill(' Nightly ');
    await dialog(page).getByText('The organization', { exact: true }).click();
    await dialog(page).getByLabel('Expires').selectOption('In 30 days');
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Create a key' }).click();
    await dialog(page).getByLabel('New key').waitFor();
    await page.goBack();
    const key = await takeNewKey(page);
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await rowsOf(page, 'API keys').filter({ hasText: 'Nightly' }).waitFor();
    expect(await page.content()).not.toContain(key);
    const [created] = await readKeys();
    expect(created).toMatchObject({ label: 'Nightly', kind: 'org', status: 'active' });
    expect(created?.expires_at?.slice(0, 10)).toBe('2026-03-31');
    expect(await isAccepted(key)).toBe(true);
  });

  test('changes the label and the expiry, and leaves an expiry as it is', async () => {
    const { keyId } = await createKey('Old');
    const page = await openPage('/app/settings/keys');
    const change = async (from: string, to: string, expiry?: string) => {
      await act(page, from, 'Label and expiry');
      await dialog(page).getByLabel('Label', { exact: true }).fill(to);
      if (expiry !== undefined) await dialog(page).getByLabel('Expires').selectOption(expiry);
      await dialog(page).getByRole('button', { name: 'Save' }).click();
      await dialog(page).waitFor({ state: 'hidden' });
      return (await readKeys()).find(({ key_id }) => key_id === keyId);
    };
    const first = await change('Old', 'Newer', 'In a year');
    expect([first?.label, first?.expires_at?.slice(0, 10)]).toEqual(['Newer', '2027-03-01']);
    const second = await change('Newer', 'Newest');
    expect([second?.label, second?.expires_at]).toEqual(['Newest', first?.expires_at]);
  });

  test('rotates the key of the tab with an overlap, and switches the tab to the new one', async () => {
    const { key } = await createKey('This one');
    const page = await openPage('/app/settings/keys', key);
    await act(page, 'this tab', 'Rotate');
    await dialog(page).getByText('This tab uses the key. After the rotation you can switch it').waitFor();
    await dialog(page).getByLabel('The old key keeps working for').selectOption('an hour');
    await dialog(page).getByRole('button', { name: 'Rotate' }).click();
    const next = await takeNewKey(page);
    await dialog(page).getByRole('button', { name: 'Use it in this tab' }).click();
    await rowsOf(page, 'API keys').filter({ hasText: 'replaced by' }).waitFor();
    expect(await readKey(page)).toBe(next);
    expect([await isAccepted(key), await isAccepted(next)]).toEqual([true, true]);
    service.clock.advance({ minutes: 61 });
    expect([await isAccepted(key), await isAccepted(next)]).toEqual([false, true]);
  });

  test('rotates the key of the tab without an overlap, and the tab goes on', async () => {
    const { key } = await createKey('This one');
    const page = await openPage('/app/settings/keys', key);
    await act(page, 'this tab', 'Rotate');
    await dialog(page).getByLabel('The old key keeps working for').selectOption('not at all');
    await dialog(page).getByText('goes on with the new one at once').waitFor();
    await dialog(page).getByRole('button', { name: 'Rotate' }).click();
    const next = await takeNewKey(page);
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await rowsOf(page, 'API keys').filter({ hasText: 'replaced by' }).waitFor();
    expect([await readKey(page), await isAccepted(key)]).toEqual([next, false]);
  });

  test('revokes a key after its label was typed', async () => {
    const { key } = await createKey('CRM  import');
    const page = await openPage('/app/settings/keys');
    await act(page, 'CRM', 'Revoke');
    const button = dialog(page).getByRole('button', { name: 'Revoke' });
    expect(await button.isDisabled()).toBe(true);
    await dialog(page).getByLabel('Type “CRM import” to confirm').fill('CRM');
    expect(await button.isDisabled()).toBe(true);
    await dialog(page).getByLabel('Type “CRM import” to confirm').fill('CRM import');
    await expectAccessible(page);
    await button.click();
    await page.getByText('The key is revoked.').waitFor();
    expect(await isAccepted(key)).toBe(false);
    await rowsOf(page, 'API keys').filter({ hasText: 'Revoked' }).waitFor();
  });

  test('revoking the key of the tab asks for another one', async () => {
    const { key } = await createKey('Mine');
    const { page, problems } = await open(service, { key, path: '/app/settings/keys' });
    problems.expect(/401/);
    await act(page, 'this tab', 'Revoke');
    await dialog(page).getByText('you will have to sign in again').waitFor();
    await dialog(page).getByLabel('Type “Mine” to confirm').fill('Mine');
    await dialog(page).getByRole('button', { name: 'Revoke' }).click();
    const ended = page.getByRole('dialog', { name: 'Your key no longer works' });
    await ended.waitFor();
    await page.getByText('The key is revoked.').waitFor();
    await ended.getByLabel('API key', { exact: true }).fill(tenant.userKey);
    await page.keyboard.press('Enter');
    await ended.waitFor({ state: 'hidden' });
    await rowsOf(page, 'API keys').filter({ hasText: 'Mine' }).filter({ hasText: 'Revoked' }).waitFor();
  });
});

describeInBrowser('activity, limits and people', () => {
  test('the ledger equals the API and sums to the balance; a receipt names what was paid for', async () => {
    const enrich = { domains: ['acme.example', 'globex.example'] };
    await service.rest(tenant.userKey).post('/v1/enrich/partnerships', enrich).expect(200);
    const { entries } = (await service.rest(tenant.userKey).get('/v1/account/ledger').expect(200)).body;
    const page = await openPage('/app/activity');
    const rows = rowsOf(page, 'Credit entries');
    await rows.first().waitFor();
    const cells = await rows.evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll('td')].map(({ innerText }) => innerText)),
    );
    const numbers = (entry: { amount: number; balance_after: number }) => [entry.amount, entry.balance_after];
    const read = (text = '') => Number(text.replace(',', ''));
    expect(cells.map(([, , , , amount, after]) => [read(amount), read(after)])).toEqual(entries.map(numbers));
    const { balance, ledger } = await readBooks(service.database.pool, tenant.organizationId);
    expect([balance, ledger]).toEqual([998, 998]);
    await page.getByText('Balance: 998 credits').waitFor();

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).click(),
    ]);
    const lines = (await readFile(await file.path(), 'utf8')).replace('\ufeff', '').trimEnd().split('\r\n');
    const [charge, grant] = entries;
    expect(lines.slice(1)).toEqual([
      `${charge.at},ENRICHMENT,-2,998,${charge.api_key.prefix},,2,${charge.request_id}`,
      `${grant.at},GRANT,1000,1000,,,0,`,
    ]);
    await page.getByLabel('Show', { exact: true }).selectOption('Grant');
    expect(await rows.count()).toBe(1);
    await page.getByLabel('Show', { exact: true }).selectOption('Export');
    await page.getByText('No such entries on this page.').waitFor();
    await page.getByLabel('Show', { exact: true }).selectOption('All entries');
    await page.getByRole('button', { name: `Open receipt ${charge.entry_id}` }).click();
    await dialog(page).getByText(charge.request_id).waitFor();
    expect(await dialog(page).getByRole('link').allInnerTexts()).toEqual(['ACME', 'GLOBEX']);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' });
    await expectAccessible(page);
  });

  test('usage of the organization is for admins, a member sees that of own keys', async () => {
    for (const key of [tenant.userKey, grace.userKey, grace.userKey])
      await service.rest(key).get('/v1/account').expect(200);
    await service.service.flush();
    const day = service.clock.now().toISOString().slice(0, 10);
    // Requests of the page itself count today.
    service.clock.advance({ days: 1 });
    for (const key of [tenant.userKey, grace.userKey]) {
      const page = await openPage('/app/activity', key, DARK);
      await page.getByText('Show as a table').click();
      const yesterday = rowsOf(page, 'Usage of each day').nth(1);
      await yesterday.waitFor();
      expect((await yesterday.innerText()).split('\t')).toEqual([
        day,
        key === grace.userKey ? '2' : '3',
        '0',
        '0',
      ]);
      expect(await rowsOf(page, 'Usage of each day').count()).toBe(30);
      await page.evaluate(() => scrollTo(0, 0));
      await expectAccessible(page);
    }
  });

  test('limits equal the API, also where rates are not limited', async () => {
    const points = { read: 2400, write: 300, evaluate: 7500, enrich: 1000, export: 200 };
    const limited = await startTestService({
      beside: service,
      consoleFiles: loadConsole(),
      rateLimit: { store: 'memory', points },
    });
    closeAfterPages(limited);
    const { page: first } = await open(limited, {
      key: tenant.userKey,
      path: '/app/settings/limits',
      ...DARK,
    });
    await first.getByText('Lists, definitions, sharing, keys').waitFor();
    const region = first.getByRole('region', { name: 'Rate limits' });
    for (const cost of ['300 of 300', '7,500 of 7,500', '1,000 of 1,000', '200 of 200'])
      await region.getByText(`${cost} points left, nothing used`).waitFor();
    await region.getByText(/^2,3\d\d of 2,400 points left, all back /).waitFor();
    await expectAccessible(first);
    const { quotas } = (await limited.rest(tenant.userKey).get('/v1/account/limits').expect(200)).body;
    const storage = first.getByRole('region', { name: 'Storage' });
    expect(quotas.map(({ quota }: { quota: string }) => quota)).toContain('lists');
    await storage.getByText('0 of 10,000 used').waitFor();
    const page = await openPage('/app/settings/limits');
    await page.getByText('Rate limits are off on this server.').waitFor();
    await expectAccessible(page);
  });

  test('people equal the API, and are found by name or e-mail', async () => {
    const page = await openPage('/app/settings/people', grace.userKey);
    const { users } = (await service.rest(grace.userKey).get('/v1/account/users').expect(200)).body;
    const rows = rowsOf(page, 'People of the organization');
    await rows.first().waitFor();
    const found = await rows.evaluateAll((all) => all.map((row) => row.querySelectorAll('td')[1]?.innerText));
    expect(found).toEqual(users.map(({ email }: { email: string }) => email));
    await expectAccessible(page);
    await page.getByLabel('Search this page by name or e-mail').fill('GRACE@');
    expect(await rows.count()).toBe(1);
    await page.getByLabel('Search this page by name or e-mail').fill('nobody');
    await page.getByText('Nobody on this page matches.').waitFor();
  });

  test('an organization key is told why it sees no keys and people', async () => {
    const page = await openPage('/app/settings/keys', tenant.orgKey, DARK);
    await page.getByText('You are signed in with an organization key').waitFor();
    expect(await page.getByRole('button', { name: 'Create a key' }).count()).toBe(0);
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'People' }).click();
    await page.waitForURL('**/people');
    await page.getByText('You are signed in with an organization key').waitFor();
    await page.getByRole('tab', { name: 'Activity' }).click();
    await page.getByText('Balance: 1,000 credits').waitFor();
  });
});

describeInBrowser('hostile names', () => {
  test('of the user, the organization and a key hold on every page of a phone', async () => {
    await service.prisma.organization.update({
      where: { id: tenant.organizationId },
      data: { name: HOSTILE },
    });
    await service.prisma.user.update({ where: { id: tenant.userId }, data: { name: HOSTILE } });
    const label = `Key ${HOSTILE}`.slice(0, 100);
    await createKey(label);
    const page = await openPage('/app/settings/keys', tenant.userKey, DARK);
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    await menuOf(page, SHOWN).waitFor();
    for (const [tab, text] of [
      ['API keys', 'this tab'],
      ['People', 'Everybody in <script>'],
      ['Limits', 'Storage'],
      ['Activity', 'Balance: '],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click();
      await page.getByText(text).first().waitFor();
      expect(await page.locator('main').innerText()).not.toContain('\u202e');
      expect(await width()).toBe(SMALL.width);
      await expectAccessible(page);
    }
    await page.getByRole('tab', { name: 'API keys' }).click();
    await act(page, 'Key <script>alert(1)</script>\u2426', 'Revoke');
    await dialog(page)
      .getByLabel(/^Type “cds_user_/)
      .waitFor();
    const overflow = await dialog(page).evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(overflow).toBe(0);
  });
});
