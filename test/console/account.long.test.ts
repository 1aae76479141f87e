import { expect, test } from '@jest/globals';
import { loadConsole } from '../../src/http/console.ts';
import { expectAccessible } from '../harness/browser/accessible.ts';
import { openConsole } from '../harness/browser/open-console.ts';
import { closeAfterPages, describeInBrowser } from '../harness/browser.ts';
import { readBooks } from '../harness/ledger.ts';
import { seedPartnership, seedPlain } from '../harness/seed.ts';
import { startTestService } from '../harness/service.ts';
import { cellsOf, DARK, dialogOf, downloadBy, menuOf, rowsOf, serveConsole } from './fixture.ts';

const app = serveConsole({
  credits: 1000,
  async seed({ database: { pool } }) {
    await seedPartnership(pool, await seedPlain(pool, 'acme'), await seedPlain(pool, 'globex'));
  },
});
const { rest, openPage } = app;

describeInBrowser('activity, limits and people', () => {
  test('the ledger equals the API and sums to the balance; a receipt names what was paid for', async () => {
    const enrich = { domains: ['acme.example', 'globex.example'] };
    await rest().post('/v1/enrich/partnerships', enrich).expect(200);
    const { entries } = (await rest().get('/v1/account/ledger').expect(200)).body;
    const page = await openPage('/app/settings/credits');
    const rows = rowsOf(page, 'Credit entries');
    await rows.first().waitFor();
    const cells = await cellsOf(page, 'Credit entries');
    const numbers = (entry: { amount: number; balance_after: number }) => [entry.amount, entry.balance_after];
    const read = (text = '') => Number(text.replace(',', ''));
    expect(cells.map(([, , , , amount, after]) => [read(amount), read(after)])).toEqual(entries.map(numbers));
    const { balance, ledger } = await readBooks(app.service.database.pool, app.tenant.organizationId);
    expect([balance, ledger]).toEqual([998, 998]);
    await page.getByText('Balance: 998 credits').waitFor();

    const csv = await downloadBy(page, page.getByRole('button', { name: 'Download as CSV' }));
    const lines = csv.replace('\ufeff', '').trimEnd().split('\r\n');
    const [charge, grant] = entries;
    expect(lines).toEqual([
      'at,kind,amount,balance_after,key,label,companies,request_id,via',
      // Only tools of agents say what they were charged through.
      `${charge.at},ENRICHMENT,-2,998,${charge.api_key.prefix},,2,${charge.request_id},`,
      `${grant.at},GRANT,1000,1000,,,0,,`,
    ]);
    await page.getByLabel('Show', { exact: true }).selectOption('Grant');
    await rows.nth(1).waitFor({ state: 'detached' });
    expect(await rows.count()).toBe(1);
    await page.getByLabel('Show', { exact: true }).selectOption('Export');
    await page.getByText('No such entries on this page.').waitFor();
    await page.getByLabel('Show', { exact: true }).selectOption('All entries');
    await page.getByRole('button', { name: `Open receipt ${charge.entry_id}` }).click();
    await dialogOf(page).getByText(charge.request_id).waitFor();
    await dialogOf(page).getByRole('link', { name: 'GLOBEX' }).waitFor();
    expect(await dialogOf(page).getByRole('link').allInnerTexts()).toEqual(['ACME', 'GLOBEX']);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await dialogOf(page).waitFor({ state: 'hidden' });
    await expectAccessible(page);
  });

  test('usage of the organization is for admins, a member sees that of own keys', async () => {
    for (const key of [app.tenant.userKey, app.grace.userKey, app.grace.userKey])
      await rest(key).get('/v1/account').expect(200);
    await app.service.service.flush();
    const day = app.service.clock.now().toISOString().slice(0, 10);
    // Requests of the page itself count today.
    app.service.clock.advance({ days: 1 });
    for (const key of [app.tenant.userKey, app.grace.userKey]) {
      const page = await openPage('/app/settings/credits', { key, ...DARK });
      await page.getByText('Show as a table').click();
      const yesterday = rowsOf(page, 'Usage of each day').nth(1);
      await yesterday.waitFor();
      expect((await yesterday.innerText()).split('\t')).toEqual([
        day,
        key === app.grace.userKey ? '2' : '3',
        '0',
        '0',
      ]);
      expect(await rowsOf(page, 'Usage of each day').count()).toBe(30);
      await page.evaluate(() => scrollTo(0, 0));
      await expectAccessible(page);
    }
  });

  test.each(['en_US@posix', 'c'])(
    'a page with a chart opens where the browser calls its language %s',
    async (tag) => {
      const { page, opened } = await app.open('/app');
      await opened.context.addInitScript((language) => {
        Object.defineProperty(navigator, 'language', { value: language });
        Object.defineProperty(navigator, 'languages', { value: [language] });
      }, tag);
      await page.goto(`${app.service.url}/app/settings/credits`);
      await page.getByText('Show as a table').click();
      await rowsOf(page, 'Usage of each day').nth(1).waitFor();
      await page.locator('.uplot canvas').first().waitFor();
      expect(await page.evaluate(() => navigator.language)).toBe(tag);
    },
  );

  test('limits equal the API, also where rates are not limited', async () => {
    const points = { read: 2400, write: 300, evaluate: 7500, enrich: 1000, export: 200 };
    const limited = await startTestService({
      beside: app.service,
      consoleFiles: loadConsole(),
      rateLimit: { store: 'memory', points },
    });
    closeAfterPages(limited);
    const { page: first } = await openConsole(limited, {
      key: app.tenant.userKey,
      path: '/app/settings/limits',
      ...DARK,
    });
    await first.getByText('Lists, definitions, sharing, keys').waitFor();
    const region = first.getByRole('region', { name: 'Rate limits' });
    for (const cost of ['7,500 of 7,500', '1,000 of 1,000', '200 of 200'])
      await region.getByText(`${cost} points left, nothing used`).waitFor();
    // The sign-in has taken one.
    await region.getByText(/^299 of 300 points left, all back /).waitFor();
    await region.getByText(/^2,3\d\d of 2,400 points left, all back /).waitFor();
    await expectAccessible(first);
    const { quotas } = (await limited.rest(app.tenant.userKey).get('/v1/account/limits').expect(200)).body;
    const storage = first.getByRole('region', { name: 'Storage' });
    expect(quotas.map(({ quota }: { quota: string }) => quota)).toContain('lists');
    // Lists and flags have the same limit.
    await storage.getByText('0 of 10,000 used').first().waitFor();
    expect(await storage.getByText('0 of 10,000 used').count()).toBe(2);
    const page = await openPage('/app/settings/limits');
    await page.getByText('Rate limits are off on this server.').waitFor();
    await expectAccessible(page);
  });

  test('people equal the API, and are found by name or e-mail', async () => {
    const page = await openPage('/app/settings/people', { key: app.grace.userKey });
    const { users } = (await rest(app.grace.userKey).get('/v1/account/users').expect(200)).body;
    const rows = rowsOf(page, 'People of the organization');
    await rows.first().waitFor();
    const found = await rows.evaluateAll((all) =>
      all.map((row) => row.querySelectorAll('bdi').item(1).textContent),
    );
    expect(found).toEqual(users.map(({ email }: { email: string }) => email));
    await expectAccessible(page);
    await page.getByLabel('Search this page by name or e-mail').fill('GRACE@');
    await rows.nth(1).waitFor({ state: 'detached' });
    expect(await rows.count()).toBe(1);
    await page.getByLabel('Search this page by name or e-mail').fill('nobody');
    await page.getByText('Nobody on this page matches.').waitFor();
  });

  test('an admin invites somebody by a link, which signs them in', async () => {
    const { page } = await app.open('/app/settings/people');
    await page.getByRole('button', { name: 'Invite somebody' }).click();
    const dialog = dialogOf(page);
    await dialog.getByLabel('E-mail').fill(`noor@${app.tenant.name}.example`);
    await dialog.getByLabel('Role').selectOption('Admin');
    await dialog.getByRole('button', { name: 'Make a link' }).click();
    const link = await dialog.getByLabel('Link', { exact: true }).inputValue();
    expect(link).toMatch(/#code=[\w-]{43}$/);
    await expectAccessible(page);
    await dialog.getByLabel('I have passed it on').check();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await rowsOf(page, 'People of the organization').filter({ hasText: 'noor' }).getByText('Admin').waitFor();
    // An address that belongs to somebody is refused where it was typed.
    await page.getByRole('button', { name: 'Invite somebody' }).click();
    await dialogOf(page).getByLabel('E-mail').fill('not an address');
    await dialogOf(page).getByRole('button', { name: 'Make a link' }).click();
    await dialogOf(page).getByText('must be an e-mail address').waitFor();

    const { page: theirs } = await app.openSignedOut(`/${link.slice(link.indexOf('#'))}`);
    await theirs.getByRole('button', { name: 'Sign in', exact: true }).click();
    await menuOf(theirs, 'noor').waitFor();
  });

  test('the ledger says what was charged in the console', async () => {
    const page = await openPage('/app/files');
    await page.evaluate(async () => {
      const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': 'one' };
      const body = JSON.stringify({ domains: ['acme.example'] });
      await fetch('/v1/enrich/partnerships', { method: 'POST', headers, body });
    });
    await page.getByRole('link', { name: /open the ledger$/ }).click();
    const rows = rowsOf(page, 'Credit entries');
    await rows.filter({ hasText: 'Enrichment' }).getByText('Console', { exact: true }).waitFor();
    expect((await cellsOf(page, 'Credit entries')).map(([, kind, key]) => [kind, key])).toEqual([
      ['Enrichment', 'Console'],
      ['Grant', 'none'],
    ]);
    await rows
      .first()
      .getByRole('button', { name: /^Open receipt/ })
      .click();
    await dialogOf(page).getByText('Console', { exact: true }).waitFor();
  });
});
