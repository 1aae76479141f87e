import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { readConfig } from '../../src/config.ts';
import { expectAccessible } from '../harness/browser/accessible.ts';
import type { ConsoleOptions } from '../harness/browser/open-console.ts';
import { describeInBrowser } from '../harness/browser.ts';
import { readBooks } from '../harness/ledger.ts';
import { Workspace } from '../modules/import/support.ts';
import { makeJob, untilStatus } from '../modules/jobs/support.ts';
import { readJob } from '../modules/jobs/upload-support.ts';
import {
  cellsOf,
  DARK,
  dialogOf,
  downloadBy,
  HOSTILE,
  rowsOf,
  SHOWN,
  serveConsole,
  turnDark,
  widthOf,
} from './fixture.ts';

const company = (name: string, domain: string) => ({ name, primary_domain: domain, domains: [domain] });
/** Two companies of one name, and as many of others that its words are rare. */
const COMPANIES = [
  company('Apollo Optics', 'apollo-de.example'),
  company('Apollo Optics', 'apollo-fr.example'),
  company('Kupferwald', 'kupferwald.example'),
  company('=Evil, "Inc"', 'evil.example'),
  ...Array.from({ length: 30 }, (_, n) =>
    company(`Filler ${'abcdefghij'[n % 10]}${n} Works`, `f${n}.example`),
  ),
];

/** Domains that a list can have. */
const ROOM = 5;

const app = serveConsole({
  credits: 50,
  settings: { works: true, quotas: { ...readConfig({}).quotas, list_domains: ROOM } },
  async seed({ database: { pool } }) {
    const workspace = await Workspace.create();
    await workspace.import(pool, 'companies', COMPANIES);
    await workspace.remove();
  },
});

const open = (path = '/app/files', options?: ConsoleOptions) => app.open(path, options);
const input = (page: Page) => page.getByLabel('Companies', { exact: true });
const send = (page: Page) => page.getByRole('button', { name: 'Upload and match' }).click();
const onlyMatch = (page: Page) => page.getByText('Only find the companies, free').click();
const books = () => readBooks(app.service.database.pool, app.tenant.organizationId);
const matched = (page: Page) => page.getByText('Waits for you', { exact: true }).waitFor();
const run = (page: Page) => page.getByRole('button', { name: /^Run the job/ }).click();
const done = (page: Page) => page.getByText('Every row has its result.').waitFor();
const idOf = (page: Page) => Number(new URL(page.url()).pathname.split('/').at(-1));
const choiceOf = (page: Page, row: number) => page.getByLabel(`Company of row ${row}`, { exact: true });

async function makeList(name: string, domains: readonly string[]): Promise<number> {
  const { body } = await app.rest().post('/v1/lists', { name }).expect(201);
  await app.rest().post(`/v1/lists/${body.list_id}/domains`, { domains }).expect(200);
  return body.list_id;
}

async function attach(page: Page, name: string, text: string | Buffer): Promise<void> {
  const buffer = Buffer.from(text);
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
}

describeInBrowser('files', () => {
  test('pasted lines become a job, whose rows are looked at, run, downloaded and saved as a list', async () => {
    const { page } = await open();
    await input(page).fill('Kupferwald, kupferwald.example\nada@evil.example\nWhoever\nkupferwald.example');
    await page.getByText('4 rows', { exact: true }).waitFor();
    await expectAccessible(page);
    await onlyMatch(page);
    await send(page);
    await matched(page);
    await page.getByRole('heading', { level: 1, name: 'Kupferwald and 3 more' }).waitFor();
    expect(await cellsOf(page, 'Rows by outcome')).toEqual([
      ['', 'Matched', '3', 'free'],
      ['', 'of these repeated', '1', 'free'],
      ['', 'Not found', '1', 'free'],
    ]);
    await expectAccessible(page);
    // In a wide window, the button stands beside the numbers.
    await page.setViewportSize({ width: 1440, height: 900 });
    const numbers = await page.getByRole('table', { name: 'Rows by outcome' }).boundingBox();
    const button = await page.getByRole('button', { name: /^Run the job/ }).boundingBox();
    expect(button?.x).toBeGreaterThan((numbers?.x ?? 1440) + (numbers?.width ?? 0));
    await run(page);
    await done(page);
    const { inputs, kind, status, user_id, max_credits } = await readJob(app.service, idOf(page));
    expect({ inputs, kind, status, user_id, max_credits }).toEqual({
      inputs: [
        ['Kupferwald', 'kupferwald.example', ''],
        ['', '', 'ada@evil.example'],
        ['Whoever', '', ''],
        ['', 'kupferwald.example', ''],
      ],
      kind: 'match',
      status: 'done',
      user_id: app.tenant.userId,
      max_credits: 0,
    });
    const save = async (format: RegExp) => {
      await page.getByRole('button', { name: 'Download' }).click();
      return downloadBy(page, page.getByRole('menuitem', { name: format }));
    };
    expect((await save(/^CSV/)).trimEnd().split('\n').slice(1, 3)).toEqual([
      expect.stringMatching(/^Kupferwald,kupferwald\.example,,\d+,Kupferwald,kupferwald\.example,0?\.?1?/),
      expect.stringContaining(`ada@evil.example,`),
    ]);
    const lines = (await save(/^NDJSON/)).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).cd_domain)).toEqual([
      'kupferwald.example',
      'evil.example',
      null,
      'kupferwald.example',
    ]);
    await page.getByRole('button', { name: 'Save as list' }).click();
    await dialogOf(page).getByLabel('Find a list, or name a new one').fill('From a file');
    await dialogOf(page).getByRole('button', { name: 'New list “From a file”' }).click();
    await page.getByText('2 companies added to “From a file”.').waitFor();
    const { body } = await app.rest().get('/v1/lists').expect(200);
    const { list_id: listId } = body.lists[0];
    const members = await app.rest().get(`/v1/lists/${listId}/members`).expect(200);
    expect(
      members.body.members.map((each: { primary_domain: string }) => each.primary_domain).sort(),
    ).toEqual(['evil.example', 'kupferwald.example']);
  });

  test('a file that is dropped on any page opens with it; the job says what is to choose and what costs nothing', async () => {
    await app
      .rest()
      .post('/v1/enrich/partnerships', { domains: ['f1.example'] })
      .expect(200);
    const { page } = await open('/app/lists');
    await page.getByRole('heading', { level: 1, name: 'Lists' }).waitFor();
    const drop = (type: string) =>
      page.evaluate((name) => {
        const dataTransfer = new DataTransfer();
        const lines = [
          'name,domain',
          'Apollo Optics,',
          'Kupferwald,kupferwald.example',
          ',f1.example',
          'Whoever,',
        ];
        dataTransfer.items.add(new File([lines.join('\n')], 'crm.csv', { type: 'text/csv' }));
        const init = { dataTransfer, bubbles: true, cancelable: true };
        return document.body.dispatchEvent(new DragEvent(name, init));
      }, type);
    await drop('dragover');
    await page.getByText('Drop the file to open it in Files').waitFor();
    // The browser does not open the file itself.
    expect(await drop('drop')).toBe(false);
    await page.getByText(/^crm\.csv · /).waitFor();
    expect(new URL(page.url()).pathname).toBe('/app/files');
    await send(page);
    await matched(page);
    const state = page.getByText(/^2 matched · 1 to choose · 1 not found · costs /);
    await state.waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: '1 to choose' }).click();
    await expectRows(page, ['1', '4']);
  });

  test('an enrichment says its price, stops at its cap, goes on, and has a receipt for each row', async () => {
    const { page } = await open();
    await input(page).fill(
      'kupferwald.example\nevil.example\nf0.example\nnobody.example\nkupferwald.example',
    );
    await send(page);
    await matched(page);
    await page.getByText('4 matched · 1 not found · 1 repeated · costs 3 credits', { exact: true }).waitFor();
    expect((await cellsOf(page, 'Rows by outcome')).map((cells) => cells.slice(1))).toEqual([
      ['Matched', '4', '3 credits'],
      ['of these repeated', '1', 'free'],
      ['Not found', '1', 'free'],
    ]);
    await page.getByText('Your balance is 50 credits.').waitFor();
    await expectAccessible(page);
    expect((await books()).balance).toBe(50);
    await page.getByLabel('Charge at most, in credits').fill('1');
    await page.getByText(/The job stops at the first row that it cannot pay/).waitFor();
    await page.getByRole('button', { name: 'Run the job · at most 1 credit' }).click();
    await page.getByText('It stopped at row 2: the next row would exceed what you approved.').waitFor();
    expect(await books()).toMatchObject({ balance: 49, ledger: 49 });
    await page.getByText('Charged so far: 1 credit.').waitFor();
    await page.getByText('1 credit was charged, the rest costs 2 credits. Run the job to go on.').waitFor();
    expect(await page.getByText(/correct what is wrong|compan(y costs|ies cost) nothing/).count()).toBe(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Run the job · 2 credits' }).click();
    await done(page);
    await page.getByText('Every row has its result. 3 credits were charged.').waitFor();
    await page.getByRole('table', { name: 'Rows of the file' }).waitFor();
    expect((await cellsOf(page, 'Rows of the file')).map((cells) => cells.slice(-2))).toEqual([
      ['0', '1'],
      ['0', '1'],
      ['0', '1'],
      ['', 'free: no company'],
      ['0', 'free: repeated'],
    ]);
    await page.getByRole('banner').getByText('47 credits').waitFor();
    const { balance, ledger, paidFor } = await books();
    expect({ balance, ledger, paid: paidFor.length }).toEqual({ balance: 47, ledger: 47, paid: 3 });
    // What is unlocked costs nothing.
    await page.getByRole('link', { name: 'All files' }).click();
    await input(page).fill('evil.example');
    await send(page);
    await matched(page);
    await page.getByRole('button', { name: 'Run the job · free' }).click();
    await done(page);
    await page.getByText('free: unlocked already').waitFor();
    expect((await books()).balance).toBe(47);
  });

  test('columns, choices and left-out rows are changed together, and earlier choices stay', async () => {
    const { page } = await open();
    await attach(
      page,
      'crm.csv',
      'Who,Site\nApollo Optics,\nNobody at all,\n,kupferwald.example\n,evil.example\n',
    );
    await page.getByText(/^crm\.csv · /).waitFor();
    await onlyMatch(page);
    await send(page);
    await matched(page);
    expect(await cellsOf(page, 'Columns of the file')).toEqual([
      ['WhoApollo Optics, Nobody at all', expect.anything()],
      ['Sitekupferwald.example, evil.example', expect.anything()],
    ]);
    await page.getByLabel('Use of the column Who').selectOption('Name');
    await page.getByText('1 change is not applied yet.').waitFor();
    expect(await page.getByRole('button', { name: /^Run the job/ }).isDisabled()).toBe(true);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Match again' }).click();
    await choiceOf(page, 1).waitFor();
    await choiceOf(page, 1).selectOption('Apollo Optics · apollo-fr.example');
    await choiceOf(page, 3).selectOption('No company');
    // What is as it was is no change.
    await choiceOf(page, 4).selectOption('No company');
    await choiceOf(page, 4).selectOption('=Evil, "Inc" · evil.example');
    expect(await page.getByText(/not applied yet/).innerText()).toBe('2 changes are not applied yet.');
    await page.getByRole('button', { name: 'Match again' }).click();
    await rowsOf(page, 'Rows of the file').filter({ hasText: 'your choice' }).waitFor();
    await choiceOf(page, 4).selectOption('No company');
    await page.getByLabel('Run these rows: Not found').uncheck();
    await page.getByRole('button', { name: 'Match again' }).click();
    await page.getByText('changes are not applied').waitFor({ state: 'detached' });
    await matched(page);
    const { choices, leave_out, columns } = await readJob(app.service, idOf(page));
    const { rows: found } = await app.service.database.pool.query<{ id: number }>(
      `SELECT id FROM company WHERE primary_domain = 'apollo-fr.example'`,
    );
    expect({ choices, leave_out }).toEqual({
      choices: { 1: found[0]?.id, 3: null, 4: null },
      leave_out: ['unmatched'],
    });
    expect(columns.map(({ field }: { field: string }) => field)).toEqual(['name', 'domain']);
    await page.getByLabel('Show', { exact: true }).selectOption('Not found (3)');
    await expectRows(page, ['2', '3', '4']);
  });

  test('columns are written to own fields of the organization', async () => {
    await app
      .rest()
      .post('/v1/fields', { key: 'org.score', label: 'Lead score', type: 'number' })
      .expect(201);
    const { page } = await open();
    await attach(page, 'scores.csv', 'Website,Points\nkupferwald.example,7\nevil.example,many\n');
    await page.getByText('Write to own fields, free').click();
    await send(page);
    await matched(page);
    await page.getByRole('heading', { level: 1, name: 'scores.csv' }).waitFor();
    await page.getByLabel('Use of the column Points').selectOption('value of “Lead score”');
    await page.getByRole('button', { name: 'Match again' }).click();
    await page.getByText('not applied yet').waitFor({ state: 'detached' });
    await run(page);
    await done(page);
    await page.getByText('1 set · 0 cleared · 0 unchanged · 1 not valid').waitFor();
    const fieldsOf = async (domain: string) =>
      (await app.rest().get(`/v1/companies/${domain}?include=fields`).expect(200)).body.fields ?? {};
    expect(await fieldsOf('kupferwald.example')).toEqual({ 'org.score': 7 });
    expect(await fieldsOf('evil.example')).toEqual({});
  });

  test('a file that the service refuses says why, and the next one is taken', async () => {
    const { page, problems } = await open();
    problems.expect(/415/);
    await attach(page, 'book.csv', Buffer.from('PK\u0003\u0004rest'));
    await send(page);
    await page.getByText(/Save its table as CSV/).waitFor();
    await expectAccessible(page);
    // A file without a header is a list, whose first line is no heading.
    await attach(page, 'latin.txt', Buffer.from('M\xfcller \x80\n', 'latin1'));
    expect(await input(page).inputValue()).toBe('Müller €\n');
    await attach(page, 'list.csv', 'kupferwald.example\nevil.example\n');
    expect(await input(page).inputValue()).toBe('kupferwald.example\nevil.example\n');
    await send(page);
    await matched(page);
    expect((await readJob(app.service, idOf(page))).inputs).toEqual([
      ['kupferwald.example'],
      ['evil.example'],
    ]);
  });

  test('an upload that broke is sent again with its key, and makes one job', async () => {
    const { page, problems } = await open();
    problems.expect(/ERR_FAILED|CONNECTION/);
    const keys: (string | undefined)[] = [];
    await page.route('**/v1/jobs?*', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length === 1) await route.abort('failed');
      else await route.continue();
    });
    await input(page).fill('kupferwald.example');
    await send(page);
    await page.getByText(/No complete response arrived/).waitFor();
    await send(page);
    await matched(page);
    expect(keys).toEqual([keys[0], keys[0]]);
    expect(keys[0]).toMatch(/./);
  });

  test('jobs are listed in any browser, to whom they are shared; others cannot change them', async () => {
    const first = await open();
    await input(first.page).fill('kupferwald.example');
    await onlyMatch(first.page);
    await send(first.page);
    await matched(first.page);
    const path = new URL(first.page.url()).pathname;
    const { page } = await open('/app/files', { key: app.grace.userKey });
    await page.getByText('Jobs that you start are here').waitFor();
    await first.page.getByRole('button', { name: 'Share', exact: true }).click();
    await first.page.getByText('Shared with the organization').waitFor();
    await page.reload();
    await rowsOf(page, 'Jobs with files').first().waitFor();
    expect(
      (await cellsOf(page, 'Jobs with files')).map(([name, ...row]) => [
        name,
        row[0],
        row[1],
        row[2],
        row[4],
      ]),
    ).toEqual([['kupferwald.example', 'Only find the companies, free', 'Waits for you', 'Ada', '1']]);
    await page.getByRole('link', { name: 'kupferwald.example' }).click();
    await matched(page);
    await page.getByRole('table', { name: 'Rows of the file' }).waitFor();
    for (const name of ['Delete', 'Cancel the job', /^Run the job/])
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    await first.page.getByRole('button', { name: 'Cancel the job' }).click();
    await first.page.getByText('It stopped at row 1: somebody cancelled it.').waitFor();
    await first.page.getByRole('button', { name: 'Delete' }).click();
    await dialogOf(first.page).getByRole('button', { name: 'Delete' }).click();
    await first.page.getByText('Jobs that you start are here').waitFor();
    const { rows } = await app.service.database.pool.query('SELECT FROM job WHERE id = $1', [
      Number(path.split('/').at(-1)),
    ]);
    expect(rows).toEqual([]);
  });

  test('a job goes on after a sign-out, and an open page follows it', async () => {
    const { organizationId, userId } = app.tenant;
    const jobId = await makeJob(
      app.service,
      { organizationId, userId },
      { header: [HOSTILE], fields: ['name'], rows: [[HOSTILE], ['Kupferwald']] },
    );
    await untilStatus(app.service, jobId, 'awaiting_approval');
    const { page } = await open(`/app/files/${jobId}`, DARK);
    await matched(page);
    await page.getByText(SHOWN).first().waitFor();
    expect(await widthOf(page)).toBeLessThanOrEqual(DARK.viewport.width);
    await expectAccessible(page);
    // Somebody else approves it: the feed tells this page.
    await app.rest().post(`/v1/jobs/${jobId}/approve`).expect(200);
    await done(page);
  });

  test('members of a list are added to another one, and a job that failed is tried again', async () => {
    const source = await makeList('Source', ['kupferwald.example', 'evil.example']);
    const target = await makeList('Target', ['a.example', 'b.example', 'c.example', 'd.example']);
    const { page } = await open(`/app/lists/${source}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Enrich the members, as a job' }).click();
    await page.getByText('Members of “Source”').waitFor();
    expect(await page.getByRole('radio').count()).toBe(2);
    await page.getByRole('radio', { name: 'Add to a list, free' }).press('Space');
    const match = page.getByRole('button', { name: 'Match the members' });
    expect(await match.isDisabled()).toBe(true);
    await page.getByRole('combobox', { name: 'List to add to' }).fill('targ');
    await page.getByRole('option', { name: 'Target' }).click();
    await expectAccessible(page);
    await match.click();
    await matched(page);
    await run(page);
    await page.getByText(/The list has 4 domains.* the limit is 5/).waitFor();
    await expectAccessible(page);
    await app.rest().delete(`/v1/lists/${target}/domains/a.example`).expect(204);
    await page.getByRole('button', { name: 'Try again' }).click();
    await done(page);
    await page.getByText('2 added · 0 on the list already').waitFor();
    await page.getByRole('link', { name: 'Target' }).click();
    await page.getByRole('heading', { name: 'Target' }).waitFor();
    const { body } = await app.rest().get(`/v1/lists/${target}/domains`).expect(200);
    expect(body.domains.map(({ domain }: { domain: string }) => domain).sort()).toEqual([
      ...['b.example', 'c.example', 'd.example', 'evil.example', 'kupferwald.example'],
    ]);
  });

  test('another company is found for a row that means none of the alternatives', async () => {
    const { page } = await open();
    await attach(page, 'crm.csv', 'Company,Note\nNobody at all,x\nKupferwald,y\n');
    await onlyMatch(page);
    await send(page);
    await matched(page);
    await choiceOf(page, 1).selectOption('Another company …');
    const search = page.getByRole('combobox', { name: 'Search for the company of row 1' });
    // Nothing is chosen when the focus leaves it.
    await search.press('Tab');
    await choiceOf(page, 1).selectOption('Another company …');
    await search.fill('apollo-f');
    await page.getByRole('option', { name: 'Apollo Optics · apollo-fr.example' }).waitFor();
    await search.press('ArrowDown');
    await search.press('Enter');
    await page.getByText('1 change is not applied yet.').waitFor();
    expect(await choiceOf(page, 1).evaluate((select) => select === document.activeElement)).toBe(true);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Match again' }).click();
    await rowsOf(page, 'Rows of the file').first().filter({ hasText: 'your choice' }).waitFor();
    expect((await cellsOf(page, 'Rows of the file'))[0]?.slice(3)).toEqual(['100%', 'your choice']);
    await turnDark(page);
    expect(await widthOf(page)).toBeLessThanOrEqual(DARK.viewport.width);
    await expectAccessible(page);
  });

  test('a list is exported as a job, which pays the price that was shown', async () => {
    const listId = await makeList('Source', ['kupferwald.example', 'evil.example']);
    const { page } = await open(`/app/lists/${listId}`);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await dialogOf(page).getByLabel('File', { exact: true }).selectOption('Parquet, as a job');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Export for 2 credits' }).click();
    await page.getByRole('heading', { level: 1, name: 'Export of “Source”' }).waitFor();
    await done(page);
    await page.getByText(/2 rows\. It can be downloaded until/).waitFor();
    await expectAccessible(page);
    const save = async (format: RegExp) => {
      await page.getByRole('button', { name: 'Download' }).click();
      return downloadBy(page, page.getByRole('menuitem', { name: format }));
    };
    expect(await save(/^Parquet/)).toMatch(/^PAR1/);
    expect(await save(/^CSV/)).toContain('kupferwald.example');
    expect(await books()).toMatchObject({ balance: 48, ledger: 48 });
    const { max_credits: maxCredits } = await readJob(app.service, idOf(page));
    expect(maxCredits).toBe(2);
    await page.getByRole('link', { name: 'All files' }).click();
    await page.getByRole('link', { name: 'Export of “Source”' }).waitFor();
  });

  test('earlier addresses of the page of enrichment open the page of files', async () => {
    const { page } = await open('/app/enrich?job=earlier');
    await page.waitForURL('**/app/files');
    await input(page).waitFor();
  });
});

async function expectRows(page: Page, numbers: readonly string[]): Promise<void> {
  for (;;) {
    const cells = await cellsOf(page, 'Rows of the file');
    if (JSON.stringify(cells.map(([row]) => row)) === JSON.stringify(numbers)) return;
    await setTimeout(50);
  }
}
