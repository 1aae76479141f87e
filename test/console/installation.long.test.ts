import { Readable } from 'node:stream';
import { beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { IMPORT_LOCK } from '../../src/modules/facets/index-state.ts';
import { beginRun, saveProgress } from '../../src/modules/import/history.ts';
import { importPaths } from '../../src/modules/import/import.ts';
import { expectAccessible } from '../harness/browser/accessible.ts';
import { describeInBrowser } from '../harness/browser.ts';
import { readBooks } from '../harness/ledger.ts';
import { deleteCompanies } from '../harness/retire.ts';
import { seedPlain } from '../harness/seed.ts';
import { raiseFlag, readReview } from '../modules/flags/support.ts';
import { READING } from '../modules/import/support.ts';
import {
  cellsOf,
  DARK,
  dialogOf,
  HOSTILE,
  menuOf,
  openPalette,
  palette,
  rowsOf,
  SHOWN,
  SMALL,
  sendFor,
  serveConsole,
  widthOf,
} from './fixture.ts';

const app = serveConsole({
  credits: 1000,
  seed: ({ database: { pool } }) => seedPlain(pool, 'acme'),
});
const { rest, openPage } = app;

const REVIEW = '/app/installation/reports';
const PAGES = [REVIEW, ...['organizations', 'imports', 'checks'].map((page) => `/app/installation/${page}`)];

// Each test begins with an empty queue.
beforeEach(async () => {
  await app.service.prisma.dataFlag.deleteMany();
  await app.service.admin.setOperator(app.tenant.email, true);
});

/** Reports data of the company as Grace. @returns the id of the flag. */
const report = (description: string, slug = 'acme') =>
  raiseFlag(app.service, app.grace.userKey, description, slug);
const cardsOf = (page: Page) => page.getByRole('list', { name: 'Reports' }).getByRole('listitem');

/** Chooses a result in the dialog. */
async function decide(page: Page, result: string, note: string): Promise<void> {
  await dialogOf(page).getByRole('radio', { name: result }).check();
  await dialogOf(page).getByLabel('Note for the reporter (optional)').fill(note);
  await dialogOf(page).getByRole('button', { name: 'Resolve', exact: true }).click();
}

describeInBrowser('the review of reports', () => {
  test('an operator resolves a report, and who sent it sees the result', async () => {
    const id = await report('Founded in 2011.\n  Not in 2001.');
    const page = await openPage('/app/lists');
    await menuOf(page, 'Ada').click();
    await page.getByRole('menuitem', { name: 'Review reports' }).click();
    const card = cardsOf(page).filter({ hasText: 'Founded in 2011.' });
    await card.getByText(`by ${app.tenant.name}`).waitFor();
    expect(await card.getByRole('link', { name: 'ACME' }).getAttribute('href')).toBe(
      '/app/companies/acme.example',
    );
    await expectAccessible(page);
    await card.getByRole('button', { name: `Resolve report ${id}` }).click();
    expect(await dialogOf(page).getByRole('button', { name: 'Resolve', exact: true }).isDisabled()).toBe(
      true,
    );
    await dialogOf(page).getByText('Not in 2001.').waitFor();
    const facts = dialogOf(page).getByRole('table', { name: 'ACME in the catalogue' });
    await facts.getByRole('row', { name: 'Domains acme.example' }).waitFor();
    await expectAccessible(page);
    await decide(page, 'Corrected', ' The next import\nhas the year. ');
    await page.getByText('No open reports').waitFor();
    expect(await readReview(app.service, id)).toEqual({
      status: 'resolved',
      resolution: 'corrected',
      note: 'The next import\nhas the year.',
      resolved_at: app.service.clock.now(),
      resolved_by_id: app.tenant.userId,
    });
    await page.getByText('Resolved', { exact: true }).click();
    await cardsOf(page).getByText('Corrected', { exact: true }).waitFor();
    expect(await cardsOf(page).getByRole('button').count()).toBe(0);
    await expectAccessible(page);

    const theirs = await openPage('/app/companies', { key: app.grace.userKey });
    await theirs.getByRole('link', { name: 'Reports of wrong data' }).click();
    await cardsOf(theirs).getByText('The next import\nhas the year.').waitFor();
    await cardsOf(theirs).getByText('Corrected', { exact: true }).waitFor();
    await expectAccessible(theirs);
  });

  test('a colleague who was faster keeps the decision, and the dialog says which', async () => {
    const id = await report('Moved to France.');
    const page = await openPage(REVIEW);
    await page.getByRole('button', { name: `Resolve report ${id}` }).click();
    const decision = { resolution: 'wont_fix', note: 'It has two seats.' };
    await rest().patch(`/v1/flags/${id}`, decision).expect(200);
    await decide(page, 'Corrected', '');
    await dialogOf(page).getByText('The report was resolved before: Will not be fixed.').waitFor();
    await dialogOf(page).getByText('It has two seats.').waitFor();
    expect(await dialogOf(page).getByRole('button', { name: 'Resolve', exact: true }).isDisabled()).toBe(
      true,
    );
    await expectAccessible(page);
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('No open reports').waitFor();
    expect(await readReview(app.service, id)).toMatchObject(decision);
  });

  test('the queue has pages, and their last one may become empty', async () => {
    for (let number = 1; number <= 21; number += 1) await report(`Fault ${number}.`);
    const page = await openPage(REVIEW);
    await cardsOf(page).nth(19).waitFor();
    await page.getByRole('button', { name: 'Page 2' }).click();
    await cardsOf(page).filter({ hasText: 'Fault 21.' }).waitFor();
    expect(await cardsOf(page).count()).toBe(1);
    await cardsOf(page).getByRole('button').click();
    await decide(page, 'Not reproducible', '');
    await cardsOf(page).filter({ hasText: 'Fault 20.' }).waitFor();
    expect(await cardsOf(page).count()).toBe(20);
  });

  test('shows hostile texts, and companies that have left, on a phone in the dark', async () => {
    const { prisma, database } = app.service;
    await seedPlain(database.pool, 'gone');
    await report('Bankrupt.', 'gone');
    await deleteCompanies(database.pool, 'gone');
    await report(HOSTILE);
    await prisma.organization.update({
      where: { id: app.tenant.organizationId },
      data: { name: HOSTILE },
    });
    const page = await openPage(REVIEW, DARK);
    await cardsOf(page).filter({ hasText: 'GONE (left the catalogue)' }).waitFor();
    await cardsOf(page).getByText(SHOWN, { exact: true }).waitFor();
    expect(await cardsOf(page).getByRole('link').allInnerTexts()).toEqual(['ACME']);
    expect(await widthOf(page)).toBe(SMALL.width);
    await expectAccessible(page);
    const own = await openPage('/app/reports', DARK);
    await cardsOf(own).filter({ hasText: 'which left the catalogue' }).waitFor();
    expect(await widthOf(own)).toBe(SMALL.width);
    await expectAccessible(own);
  });
});

describeInBrowser('the other pages for operators', () => {
  test('organizations equal the API, and get credits', async () => {
    const page = await openPage(REVIEW);
    await page.getByRole('tab', { name: 'Organizations' }).click();
    const row = rowsOf(page, 'Organizations').filter({ hasText: app.tenant.name });
    await row.waitFor();
    const { organizations } = (await rest().get('/v1/installation/organizations').expect(200)).body;
    const shown = await cellsOf(page, 'Organizations');
    expect(shown.map((cells) => cells.slice(0, 5))).toEqual(
      organizations.map((each: Record<string, number | string>) => [
        `${each.name}#${each.organization_id}`.replace('\u202e', '\u2426'),
        Number(each.credit_balance).toLocaleString('en-GB'),
        `${each.user_count}`,
        `${each.key_count}`,
        `${each.list_count}`,
      ]),
    );
    await expectAccessible(page);
    await row.getByRole('button').click();
    const grant = dialogOf(page).getByRole('button', { name: 'Grant', exact: true });
    for (const wrong of ['0', '1.5', '1000000001', 'many']) {
      await dialogOf(page).getByLabel('Credits').fill(wrong);
      await dialogOf(page).getByText('Enter a whole number').waitFor();
      expect(await grant.isDisabled()).toBe(true);
    }
    await expectAccessible(page);
    await dialogOf(page).getByLabel('Credits').fill('500');
    await grant.click();
    await page.getByText(`500 credits are granted to ${app.tenant.name}. The balance is 1,500.`).waitFor();
    await row.getByText('1,500', { exact: true }).waitFor();
    await page.getByRole('link', { name: '1,500 credits: open the ledger' }).waitFor();
    const { balance, ledger } = await readBooks(app.service.database.pool, app.tenant.organizationId);
    expect([balance, ledger]).toEqual([1500, 1500]);
  });

  test('a grant whose response was lost is not made twice', async () => {
    const { page, problems } = await app.open('/app/installation/organizations', DARK);
    problems.expect(/ERR_FAILED|Failed to load/);
    await rowsOf(page, 'Organizations').filter({ hasText: app.tenant.name }).getByRole('button').click();
    let lost = 0;
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('"amount"') || lost === 2) return route.fallback();
      lost += 1;
      await sendFor(route);
      return route.abort();
    });
    await dialogOf(page).getByLabel('Credits').fill('70');
    const grant = dialogOf(page).getByRole('button', { name: 'Grant', exact: true });
    await grant.click();
    await dialogOf(page).getByRole('alert').waitFor();
    await expectAccessible(page);
    await grant.click();
    await page.getByText('The balance is 1,070.').waitFor();
    const { balance, ledger } = await readBooks(app.service.database.pool, app.tenant.organizationId);
    expect([lost, balance, ledger]).toEqual([2, 1070, 1070]);
  });

  test('imports say what they stored, how far they are, and why they failed', async () => {
    const { pool } = app.service.database;
    const run = (text: string, more: object = {}) =>
      importPaths(pool, ['-'], {
        kind: 'companies',
        rejectsDir: '/tmp/rejects-of-tests',
        stdin: Readable.from([Buffer.from(text)]),
        ...more,
      });
    await run('{"name":"A","primary_domain":"a.example"}\n{}\n');
    await run('{}\n', { maxRejects: 0 }).catch(() => undefined);
    // Without the lock of imports, the run would count as interrupted after five seconds.
    const holder = await pool.connect();
    await holder.query('SELECT pg_advisory_lock($1)', [IMPORT_LOCK]);
    const running = await beginRun(pool, { paths: ['/data'], options: {} });
    await saveProgress(pool, running, READING);
    const page = await openPage('/app/installation/imports', DARK);
    const cards = page.getByRole('list', { name: 'Imports' }).getByRole('listitem');
    await cards.first().waitFor();
    const { imports } = (await rest().get('/v1/installation/imports').expect(200)).body;
    expect(await cards.getByRole('heading').allInnerTexts()).toEqual(
      imports.map(({ import_id }: { import_id: number }) => `Import ${import_id}`),
    );
    await cards.nth(0).getByText('File 1 of 1: reading, 1,200 rows read.').waitFor();
    await page.getByText('The catalogue has 2 companies.').waitFor();
    await cards.nth(1).getByText(imports[1].error).waitFor();
    const [, , stored] = imports;
    expect(await cellsOf(page, `Files of import ${stored.import_id}`)).toEqual([
      ['Companies', 'sent', '2', '1', '1', '0', '0'],
    ]);
    expect(await widthOf(page)).toBe(SMALL.width);
    await expectAccessible(page);
    await saveProgress(pool, running, { ...READING, rows: 2_400 });
    // Without a reload.
    await cards.nth(0).getByText('File 1 of 1: reading, 2,400 rows read.').waitFor();
    // It would become an interrupted one while the next test compares checks.
    await pool.query('DELETE FROM catalogue_import WHERE id = $1', [running]);
    holder.release(true);
  });

  test('checks say what is wrong first, and notice what has changed', async () => {
    const page = await openPage('/app/installation/checks', DARK);
    await rowsOf(page, 'Checks').first().waitFor();
    const { checks } = (await rest().get('/v1/installation/checks').expect(200)).body;
    const words = { failure: 'Failure', warning: 'Warning', ok: 'Fine' };
    const expected = Object.entries(words).flatMap(([state, word]) =>
      checks
        .filter((each: { state: string }) => each.state === state)
        .map(({ check }: { check: string }) => [check, word]),
    );
    expect((await cellsOf(page, 'Checks')).map((cells) => cells.slice(0, 2))).toEqual(expected);
    // PostgreSQL of the tests gives up maintenance for speed.
    await page.getByText('To do: turn autovacuum on').waitFor();
    expect(await widthOf(page)).toBe(SMALL.width);
    await expectAccessible(page);
    const { pool } = app.service.database;
    await pool.query('UPDATE organization SET credit_balance = credit_balance + 1 WHERE id = $1', [
      app.tenant.organizationId,
    ]);
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByText(`1 balance wrong: "${app.tenant.name}" has 1001, its entries sum to 1000`).waitFor();
    await pool.query('UPDATE organization SET credit_balance = 1000 WHERE id = $1', [
      app.tenant.organizationId,
    ]);
  });
});

describeInBrowser('who is no operator', () => {
  test.each(PAGES)('gets no page at %s, nor a link to one', async (path) => {
    await report('Founded in 2011.');
    const { page } = await app.open(path, { key: app.grace.userKey });
    await page.getByRole('heading', { name: 'Page not found', level: 1 }).waitFor();
    await expectAccessible(page);
    await menuOf(page, 'Grace').click();
    await page.getByRole('menuitem', { name: 'Reports of wrong data' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Review reports' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'hidden' });
    await openPalette(page);
    await page.keyboard.type('reports');
    await palette(page).getByRole('button', { name: 'Reports of wrong data' }).waitFor();
    expect(await palette(page).getByRole('button', { name: 'Review reports' }).count()).toBe(0);
  });

  test('any more sees that the service refuses, and nothing of the queue', async () => {
    await report('Founded in 2011.');
    const page = await openPage('/app/installation/organizations');
    await rowsOf(page, 'Organizations').first().waitFor();
    await app.service.admin.setOperator(app.tenant.email, false);
    await page.getByRole('tab', { name: 'Review' }).click();
    await page.getByRole('alert').waitFor();
    expect(await cardsOf(page).count()).toBe(0);
  });
});
