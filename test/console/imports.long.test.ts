import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectAccessible } from '../harness/browser/accessible.ts';
import { describeInBrowser } from '../harness/browser.ts';
import { readBooks } from '../harness/ledger.ts';
import { cellsOf, DARK, dialogOf, downloadBy, SMALL, serveConsole, widthOf } from './fixture.ts';

const app = serveConsole();
const { rest, openPage } = app;

const PATH = '/app/installation/imports';
/** A process of its own tries and imports a file. */
const SLOW = { timeout: 60_000 };
const CRM =
  'Firma,Website,Land,Umsatz\nAcme,acme.example,DE,100\nBolt,bolt.example,FR,200\n,nameless.example,DE,\n';

beforeAll(() => app.service.service.beginWork());
beforeEach(async () => {
  await app.service.admin.setOperator(app.tenant.email, true);
  await app.service.database.pool.query('DELETE FROM catalogue_import');
  await app.service.database.pool.query('DELETE FROM import_upload');
});

/** Gives a file to the page, as the file dialog of the browser does. */
const choose = (page: Page, name: string, text: string) =>
  page
    .getByRole('region', { name: 'Import a file' })
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
const cardOf = (page: Page) => page.getByRole('list', { name: 'Imports' }).getByRole('listitem').first();
/** The whole name of a table. */
const tableIn = async (page: Page, name: RegExp) =>
  (await page.getByRole('table', { name }).getAttribute('aria-label')) ?? '';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const readCompanies = async () =>
  (await app.service.database.pool.query('SELECT name, country FROM company ORDER BY id')).rows;

describeInBrowser('an import in the console', () => {
  test('is guessed, tried, and stored without a second upload', async () => {
    const page = await openPage(PATH);
    await page.getByText('No imports yet').waitFor();
    await expectAccessible(page);
    await choose(page, 'crm.csv', CRM);
    await page.getByRole('heading', { name: 'crm.csv' }).waitFor();
    const field = (name: string) => page.getByRole('combobox', { name: `Field of ${name}` });
    await field('Firma').waitFor();
    expect(await page.getByRole('combobox', { name: 'The file has' }).inputValue()).toBe('COMPANIES');
    const read = ['Firma', 'Website', 'Land', 'Umsatz'].map((name) => field(name).inputValue());
    expect(await Promise.all(read)).toEqual(['name', 'primary_domain', 'country', '']);
    await button(page, 'Read the other columns as new fields').click();
    await page.getByText('New fields of the catalogue: Umsatz.').waitFor();
    await expectAccessible(page);
    await field('Land').selectOption('not imported');
    await button(page, 'Try the file').click();
    const sent = page.getByText('The file is sent. What it would change stands below.');
    await sent.waitFor();
    await cardOf(page).getByText('Tried, nothing stored').waitFor(SLOW);
    // The column that is not imported is a warning.
    const stored = ['Companies', 'sent', '3', '2', '1', '1', '0'];
    expect(await cellsOf(page, await tableIn(page, /^Files of import/))).toEqual([stored]);
    expect(await readCompanies()).toEqual([]);
    await button(page, 'Show 2 rejected rows and warnings').click();
    await page.getByRole('table', { name: /^Rejected rows/ }).waitFor();
    expect(await cellsOf(page, await tableIn(page, /^Rejected rows/))).toContainEqual([
      'Line 4',
      'Rejected',
      'name is missing',
      expect.stringContaining('nameless'),
    ]);
    await expectAccessible(page);
    const file = await downloadBy(page, cardOf(page).getByRole('link', { name: 'Download them' }));
    const lines = file.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ line: 4, level: 'rejected' }),
    );
    await button(page, 'Import this file').click();
    await cardOf(page).getByText('Finished').waitFor(SLOW);
    await sent.waitFor({ state: 'detached' });
    expect(await readCompanies()).toEqual([
      { name: 'Acme', country: null },
      { name: 'Bolt', country: null },
    ]);
    const { fields } = (await rest().get('/v1/fields').expect(200)).body;
    expect(fields).toMatchObject([{ key: 'custom.umsatz', type: 'number', company_count: 2 }]);
    await page.getByText('The catalogue has 2 companies.').waitFor();
    const { imports } = (await rest().get('/v1/installation/imports').expect(200)).body;
    expect(imports).toMatchObject([{ status: 'finished', dry_run: false }]);
  });

  test('of all rows is refused where it would remove too many, and says so', async () => {
    const page = await openPage(PATH, DARK);
    await choose(page, 'companies.csv', 'name,primary_domain\nOnly,only.example\n');
    await page.getByRole('checkbox', { name: /^The file has all rows/ }).check();
    await page.getByLabel('Most rows that may be removed').fill('0');
    expect(await widthOf(page)).toBe(SMALL.width);
    await expectAccessible(page);
    const before = await readCompanies();
    await button(page, 'Try the file').click();
    await cardOf(page).getByText('Refused').waitFor(SLOW);
    await cardOf(page)
      .getByText(/the snapshot does not have 2 of 2 rows of companies/)
      .waitFor();
    await cardOf(page)
      .getByText(/removes rows that the file does not have, at most 0/)
      .waitFor();
    expect(await readCompanies()).toEqual(before);
    // The file stays, so that it can be tried again.
    await page.getByLabel('Most rows that may be removed').fill('100%');
    await button(page, 'Try the file').click();
    await cardOf(page).getByText('Tried, nothing stored').waitFor(SLOW);
    expect(await widthOf(page)).toBe(SMALL.width);
    await expectAccessible(page);
  });

  test('asks for what no column gives, and refuses what is no table', async () => {
    const { page, problems } = await app.open(PATH);
    problems.expect(/422/);
    await choose(page, 'partners.csv', 'Company Domain,Partner\nacme.example,bolt.example\n');
    await page.getByLabel('Observations, in all rows').waitFor();
    expect(await page.getByLabel('Observations, in all rows').inputValue()).toBe('1');
    await page.getByLabel('First observed, in all rows').fill('');
    await page.getByText('No column gives First observed.').waitFor();
    expect(await button(page, 'Try the file').isDisabled()).toBe(true);
    await page.getByLabel('First observed, in all rows').fill('2026-01-31');
    await button(page, 'Try the file').click();
    await cardOf(page).getByText('Tried, nothing stored').waitFor(SLOW);
    await button(page, 'Remove').click();
    await choose(page, 'sheet.csv', 'PK\u0003\u0004');
    await page.getByText('The columns could not be read').waitFor();
    await page.getByText(/spreadsheet/).waitFor();
    await expectAccessible(page);
  });
});

describeInBrowser('a new organization', () => {
  test('has an admin, who signs in with a link, and credits', async () => {
    const name = `New ${app.tenant.name}`;
    const page = await openPage('/app/installation/organizations');
    await button(page, 'Create an organization').click();
    const dialog = dialogOf(page);
    expect(await dialog.getByRole('button', { name: 'Create' }).isDisabled()).toBe(true);
    await dialog
      .getByLabel('Name *', { exact: true })
      .or(dialog.getByLabel('Name', { exact: true }))
      .first()
      .fill(` ${name} `);
    await dialog.getByLabel('E-mail of the first admin').fill(`grace@${app.tenant.name}.new.example`);
    await dialog.getByLabel('Name of the admin').fill('Grace H.');
    await dialog.getByLabel('Credits').fill('500');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create' }).click();
    const link = await dialogOf(page).getByLabel('Link').inputValue();
    expect(link).toMatch(/#code=/);
    await dialogOf(page).getByLabel('I have passed it on').check();
    await dialogOf(page).getByRole('button', { name: 'Done' }).click();
    const { organizations } = (await rest().get('/v1/installation/organizations').expect(200)).body;
    const made = organizations.find((each: { name: string }) => each.name === name);
    expect(made).toMatchObject({ credit_balance: 500, user_count: 1, list_count: 0 });
    await page.getByText(name, { exact: true }).waitFor();
    const { balance, ledger } = await readBooks(app.service.database.pool, made.organization_id);
    expect([balance, ledger]).toEqual([500, 500]);

    const { page: theirs } = await app.openSignedOut(link.slice(link.indexOf('/#')));
    await theirs.getByRole('button', { name: 'Sign in', exact: true }).click();
    await theirs.getByText('You are signed in as Grace H.').waitFor();
  });

  test('is refused where the name is taken, and what was typed stays', async () => {
    const page = await openPage('/app/installation/organizations', DARK);
    await button(page, 'Create an organization').click();
    const dialog = dialogOf(page);
    await dialog
      .getByLabel('Name *', { exact: true })
      .or(dialog.getByLabel('Name', { exact: true }))
      .first()
      .fill(app.tenant.name);
    await dialog.getByLabel('E-mail of the first admin').fill('noor@taken.example');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByRole('alert').waitFor();
    expect(await dialog.getByLabel('E-mail of the first admin').inputValue()).toBe('noor@taken.example');
    expect(await widthOf(page)).toBe(SMALL.width);
    await expectAccessible(page);
    expect(await app.service.prisma.user.count({ where: { email: 'noor@taken.example' } })).toBe(0);
  });
});
