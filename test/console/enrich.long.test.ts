import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { Page, Request, Route } from 'playwright-core';
import { EnrichDocument } from '../../console/src/generated/graphql.ts';
import { expectAccessible } from '../harness/browser/accessible.ts';
import type { ConsoleOptions } from '../harness/browser/open-console.ts';
import { describeInBrowser } from '../harness/browser.ts';
import { readBooks } from '../harness/ledger.ts';
import { seedCompany, seedPartnership, seedPlain } from '../harness/seed.ts';
import { dialogOf, downloadBy, serveConsole } from './fixture.ts';

/** Domains that the console sends at once. */
const BATCH = 100;
/** 230 domains of companies, the first of which has two, and 20 that are not tracked. */
const TRACKED = Array.from({ length: 229 }, (_, index) => `c${index}.example`);
const UNKNOWN = Array.from({ length: 20 }, (_, index) => `nobody${index}.example`);
const DOMAINS = [...TRACKED, ...UNKNOWN, 'second.test'];

const app = serveConsole({
  credits: 500,
  async seed({ database: { pool } }) {
    const domains: [string, string] = ['c0.example', 'second.test'];
    const first = await seedCompany(pool, { name: '=Evil, "Inc"', slug: 'c0', domains });
    const slugs = TRACKED.slice(1).map((domain) => domain.replace('.example', ''));
    const ids = await Promise.all(slugs.map((slug) => seedPlain(pool, slug)));
    for (const id of ids.slice(0, 3)) await seedPartnership(pool, first, id, { count: id });
  },
});

const books = ({ organizationId } = app.tenant) => readBooks(app.service.database.pool, organizationId);

/** Key and domains of each enrichment that a page sends. */
function watchBatches(page: Page) {
  const sent: { key: string | undefined; domains: string[] }[] = [];
  page.on('request', (request) => {
    const domains = domainsOf(request);
    if (domains) sent.push({ key: request.headers()['idempotency-key'], domains });
  });
  return sent;
}

/** Hash by which the console names its document of enrichments. */
const ENRICH = JSON.stringify(EnrichDocument.__meta__?.hash);

function domainsOf(request: Request): string[] | undefined {
  const isEnrichment = ENRICH !== undefined && request.postData()?.includes(ENRICH) === true;
  return isEnrichment ? request.postDataJSON().variables.domains : undefined;
}

/** Lets enrichments pass one by one. */
async function gateBatches(page: Page) {
  const waiting: Route[] = [];
  let passed = 0;
  let isOpen = false;
  await page.route('**/graphql', async (route) => {
    if (!isOpen && domainsOf(route.request())) waiting.push(route);
    else await route.continue();
  });
  const arrival = async () => {
    while (waiting.length <= passed) await setTimeout(20);
  };
  return {
    /** Lets the next batch through. */
    async pass(): Promise<void> {
      await arrival();
      await waiting[passed]?.continue();
      passed += 1;
    },
    /** Resolves when a batch waits. */
    arrived: arrival,
    /** Lets all later batches through. Removing the route instead can lose a request that passes it at the moment. */
    open(): void {
      isOpen = true;
    },
  };
}

const enter = (page: Page, domains: readonly string[]) =>
  page.getByLabel('Domains', { exact: true }).fill(domains.join('\n'));
const start = (page: Page) => page.getByRole('button', { name: /^Enrich \d/ }).click();
const open = (options?: ConsoleOptions) => app.open('/app/enrich', options);

describeInBrowser('enrichment', () => {
  test('250 domains with a reload in the middle cost the estimate, and no batch is sent with two keys', async () => {
    const { page } = await open();
    await enter(page, [...DOMAINS, ' WWW.c1.example ', 'localhost']);
    await page.getByText('250 domains to look up').waitFor();
    await page.getByText('1 entry repeats another and counts once.').waitFor();
    await page.getByText('1 entry is left out').waitFor();
    // The company of the first domain has another in the third batch: 229 companies, and it is counted twice.
    await page
      .getByText('None of 250 already unlocked · costs at most 230 credits', { exact: true })
      .waitFor();
    await page.getByText('Your balance is 500 credits; 270 are left after it.').waitFor();
    await expectAccessible(page);
    expect((await books()).balance).toBe(500);

    const sent = watchBatches(page);
    const gate = await gateBatches(page);
    await start(page);
    await gate.pass();
    await page.getByText('100 of 250 domains').waitFor();
    await gate.arrived();
    // The reload ends the request that waits.
    await page.reload();
    gate.open();
    await page.getByText('Interrupted').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('All domains are enriched.').waitFor();

    const keys = sent.map(({ key }) => key);
    expect(keys).toEqual([keys[0], keys[1], keys[1], keys[3]]);
    expect(new Set(keys).size).toBe(3);
    const slice = (index: number) => DOMAINS.slice(index * BATCH, (index + 1) * BATCH);
    expect(sent.map(({ domains }) => domains)).toEqual([slice(0), slice(1), slice(1), slice(2)]);
    const { balance, ledger, paidFor } = await books();
    expect({ balance, ledger, paid: paidFor.length }).toEqual({ balance: 271, ledger: 271, paid: 229 });
    const receipt = page.getByRole('region', { name: 'Receipt' });
    expect(await receipt.locator('dd').allInnerTexts()).toEqual(['229', '229', '1', '20', '271']);
    const verdict = page.getByRole('region', { name: 'Verdict' });
    expect(await verdict.locator('dd').allInnerTexts()).toEqual(['5', '225', '20']);
    await expectAccessible(page);
  });

  test('domains of mail providers are looked up as any others: the price says that they lead to nothing', async () => {
    const { page } = await open();
    await enter(page, ['ada@c0.example', 'gmail.com', 'outlook.com']);
    await page.getByText('3 domains to look up').waitFor();
    await page.getByText('None of 3 already unlocked · costs 1 credit', { exact: true }).waitFor();
    await page.getByText(/^2 domains belong to no company of the catalogue/).waitFor();
    await page.getByText(/Belong to a company of the catalogue: 1, with partners: 1\./).waitFor();
    await expectAccessible(page);
    await enter(page, ['gmail.com']);
    await page.getByText('There is nothing to enrich: none of these domains belongs').waitFor();
    expect(await page.getByRole('button', { name: /^Enrich / }).count()).toBe(0);
    await enter(page, ['grace@gmail.com']);
    // The entries that were left out are listed below a summary.
    await page.getByText('Many companies share this host').waitFor({ state: 'attached' });
    expect(await page.getByRole('button', { name: /^Enrich / }).count()).toBe(0);
    expect(await books()).toMatchObject({ balance: 500, paidFor: [] });
  });

  test('the downloads have every domain and partner, and no cell that a spreadsheet runs', async () => {
    const { page } = await open();
    await enter(page, ['c0.example', 'c5.example', 'nobody.example']);
    await start(page);
    await page.getByText('All domains are enriched.').waitFor();
    const save = async (name: string) => {
      await page.getByRole('button', { name: 'Download' }).click();
      return downloadBy(page, page.getByRole('menuitem', { name }));
    };
    const rows = (text: string) => text.replace('\ufeff', '').trimEnd().split('\r\n').slice(1);
    const until = '2026-03-31T12:00:00.000Z';
    const company = `c0.example,found,"'=Evil, ""Inc""",c0,charged,${until},3`;
    expect(rows(await save('CSV, a row for each domain'))).toEqual([
      company,
      `c5.example,no_partnerships,C5,c5,charged,${until},0`,
      'nobody.example,not_tracked,,,free,,0',
    ]);
    const partners = rows(await save('CSV, a row for each partner'));
    expect(partners).toHaveLength(5);
    expect(partners.slice(0, 3).every((row) => row.startsWith(`${company},C`))).toBe(true);
    const json: { domain: string; partner: { partnerSlug: string } | null }[] = JSON.parse(
      await save('JSON, a row for each partner'),
    );
    expect(json.map(({ domain, partner }) => [domain, partner?.partnerSlug])).toEqual([
      ['c0.example', 'c1'],
      ['c0.example', 'c2'],
      ['c0.example', 'c3'],
      ['c5.example', undefined],
      ['nobody.example', undefined],
    ]);
    await page.getByRole('button', { name: 'Show the partners of c0.example' }).click();
    const dialog = page.getByRole('dialog', { name: 'Partners of =Evil, "Inc"' });
    await dialog.getByRole('cell', { name: 'C3' }).waitFor();
    expect(await dialog.locator('tbody td:first-child').allInnerTexts()).toEqual(['C1', 'C2', 'C3']);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.locator('[data-row="0"]:focus').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByText('The catalogue has no partners of this company.').waitFor();
  });

  test('a job is cancelled after the running batch, listed, resumed and deleted', async () => {
    const { page } = await open();
    await enter(page, DOMAINS);
    const gate = await gateBatches(page);
    await start(page);
    await gate.arrived();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Ends after the running batch…').waitFor();
    await gate.pass();
    await page.getByText('Cancelled', { exact: true }).waitFor();
    expect(await books()).toMatchObject({ balance: 400, ledger: 400 });
    await page.getByRole('link', { name: 'All jobs' }).click();
    const row = page.getByRole('row', { name: /c0\.example and 249 more/ });
    await row.getByText('100 of 250').waitFor();
    gate.open();
    await row.getByRole('button', { name: /^Resume/ }).click();
    await row.getByText('Done').waitFor();
    await expectAccessible(page);
    expect((await books()).balance).toBe(271);
    await row.getByRole('button', { name: /^Delete/ }).click();
    await dialogOf(page).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Jobs that you start are kept in this browser').waitFor();
    expect(await page.evaluate(keptKeys)).toEqual([]);
  });

  test('without credits the job stops before the batch, says what to do, and goes on when there are some', async () => {
    const poor = await app.service.createTenant('Poor', 150);
    const { page, problems } = await open({ key: poor.userKey });
    await enter(page, DOMAINS);
    await page.getByText('80 credits are missing.').waitFor();
    await start(page);
    await page.getByText('Out of credits').waitFor();
    await page.getByText(/Ask your administrator to add credits, then resume the job\./).waitFor();
    expect(await books(poor)).toMatchObject({ balance: 50, ledger: 50 });
    await app.service.admin.grantCredits(poor.name, 100);
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('Out of credits').waitFor({ state: 'detached' });
    await page.getByText('Out of credits').or(page.getByText('All domains are enriched.')).waitFor();
    expect((await books(poor)).balance).toBe(21);
    expect(problems.found).toEqual([]);
  });

  test('two tabs do not run one job at once', async () => {
    const first = await open();
    await enter(first.page, DOMAINS);
    const gate = await gateBatches(first.page);
    await start(first.page);
    await gate.arrived();
    const path = new URL(first.page.url()).pathname + new URL(first.page.url()).search;
    const second = await app.open(path, { beside: first });
    await second.page.getByText('Running in another tab').waitFor();
    expect(await second.page.getByRole('button', { name: 'Resume' }).count()).toBe(0);
    const sent = watchBatches(second.page);
    for (let batch = 0; batch < 3; batch += 1) await gate.pass();
    await second.page.getByText('All domains are enriched.').waitFor();
    expect(sent).toEqual([]);
    expect((await books()).balance).toBe(271);
  });

  test('a rate limit and a lost connection pause the job, which goes on by itself with the same key', async () => {
    const { page, problems } = await open();
    await enter(page, ['c1.example', 'c2.example']);
    const sent = watchBatches(page);
    const refusal = { message: 'Too fast.', extensions: { code: 'RATE_LIMITED', retry_after: 6 } };
    let phase: 'limited' | 'away' | 'open' = 'limited';
    await page.route('**/graphql', async (route) => {
      const isBatch = domainsOf(route.request()) !== undefined;
      if (!isBatch || phase === 'open') await route.continue();
      else if (phase === 'away') await route.abort('connectionrefused');
      else await route.fulfill({ status: 429, json: { errors: [refusal] } });
    });
    problems.expect(/429/);
    problems.expect(/CONNECTION_REFUSED/);
    await start(page);
    await page.getByText(/The rate limit is used up\. The job goes on in \d s\./).waitFor();
    phase = 'away';
    await page.clock.fastForward(7_000);
    await page.getByText('The job goes on by itself when it is back.').waitFor();
    phase = 'open';
    await page.clock.fastForward(3_000);
    await page.getByText('All domains are enriched.').waitFor();
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    expect(sent.length).toBeGreaterThan(2);
    expect(await books()).toMatchObject({ balance: 498, ledger: 498 });
  });

  test('a CSV file gives the domains of its column', async () => {
    const { page } = await open();
    const text =
      'Name;Mail;Website\r\nAcme;ada@mail.test;https://www.c1.example/x\r\nFoo;x@mail.test;c2.example\r\n';
    const file = { name: 'leads.csv', mimeType: 'text/csv', buffer: Buffer.from(`\ufeff${text}`) };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByText('2 domains to look up').waitFor();
    expect(await page.getByLabel('Column with the domains').first().inputValue()).toBe('Website');
    await page.getByText('None of 2 already unlocked · costs 2 credits', { exact: true }).waitFor();
    await start(page);
    await page.getByRole('heading', { level: 1, name: 'leads.csv' }).waitFor();
    await page.getByText('All domains are enriched.').waitFor();
    const results = page.getByRole('table', { name: 'Results by domain' });
    expect(await results.locator('tbody button').allInnerTexts()).toEqual(['c1.example', 'c2.example']);
  });
});

/** Keys of IndexedDB that are left, read in the page. */
async function keptKeys(): Promise<string[]> {
  const opening = indexedDB.open('company-data');
  await new Promise((resolve) => opening.addEventListener('success', resolve));
  const reading = opening.result.transaction('work').objectStore('work').getAllKeys();
  await new Promise((resolve) => reading.addEventListener('success', resolve));
  return reading.result.map(String);
}
