import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { rebuildIndex } from '../../src/modules/filters/facet-index.ts';
import { expectAccessible } from '../harness/browser/accessible.ts';
import { describeInBrowser } from '../harness/browser.ts';
import { seedPlain } from '../harness/seed.ts';
import {
  cellsOf,
  DARK,
  dialogOf,
  focusIsOn,
  HOSTILE,
  menuOf,
  openPalette,
  palette,
  rowsOf,
  SHOWN,
  SMALL,
  serveConsole,
  turnDark,
  widthOf,
} from './fixture.ts';

const app = serveConsole({
  async seed({ database: { pool } }) {
    await seedPlain(pool, 'acme');
    await seedPlain(pool, 'globex');
    await rebuildIndex(pool);
  },
});
const { rest, open, openPage } = app;

const OWN = '/app/settings/fields';
const CATALOGUE = '/app/installation/fields';
const TABLE = 'Fields of the organization';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const declare = (key: string, type: string, more: object = {}) =>
  rest()
    .post('/v1/fields', { key, label: key, type, ...more })
    .expect(201);
const readFields = async (key?: string) => (await rest(key).get('/v1/fields').expect(200)).body.fields;
const keysOf = async () => (await readFields()).map(({ key }: { key: string }) => key);
const focusOf = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  );

/** Chooses an action of the menu of a field. */
async function act(page: Page, label: string, item: string): Promise<void> {
  await button(page, `Actions for ${label}`).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Creates a list that uses the field. */
async function useField(name: string, key: string | undefined, field: string): Promise<number> {
  const { registry_version } = (await rest(key).get('/v1/lists/filter-fields').expect(200)).body;
  const root = { condition: { field, operator: 'gte', values: [10] } };
  return app.createList({ registry_version, root }, name, key);
}

describeInBrowser('the fields of the organization', () => {
  test('the first one is declared from the example, renamed and moved, by the keyboard alone', async () => {
    const page = await openPage(OWN);
    await page.getByText('No fields of your own yet').waitFor();
    expect(await page.title()).toBe('Fields · Company data');
    await expectAccessible(page);
    await button(page, 'Begin with an example: Score').focus();
    await page.keyboard.press('Enter');
    const dialog = dialogOf(page);
    await dialog.getByLabel('Unit').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Number format').selectOption('1.200,50');
    await page.keyboard.press('Enter');
    await focusIsOn(page, 'Declare a field');
    await page.keyboard.press('Enter');
    await dialog.locator('input:focus').waitFor();
    await page.keyboard.type('Größe (m²)');
    expect(await dialog.getByLabel('Key').inputValue()).toBe('grosse_m2');
    await page.keyboard.press('Enter');
    await rowsOf(page, TABLE).nth(1).waitFor();
    await expectAccessible(page);
    const made = await readFields();
    expect(made).toMatchObject([
      {
        ...{ key: 'org.score', label: 'Score', type: 'number', unit: 'points', position: 0 },
        number_format: '1.200,50',
      },
      { key: 'org.grosse_m2', label: 'Größe (m²)', type: 'category', multiple: false, position: 1 },
    ]);

    await button(page, 'Move Größe (m²) up').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('Größe (m²) is 1 of 2.').waitFor();
    expect(await focusOf(page)).toBe('Move Größe (m²) up');
    expect(await keysOf()).toEqual(['org.grosse_m2', 'org.score']);
    // It is the first already.
    await page.keyboard.press('Enter');
    await button(page, 'Actions for Größe (m²)').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Edit' }).focus();
    await page.keyboard.press('Enter');
    await dialog.locator('input:focus').waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Floor space');
    await page.keyboard.press('Enter');
    await focusIsOn(page, 'Actions for Floor space');
    expect(await readFields()).toMatchObject([
      { key: 'org.grosse_m2', label: 'Floor space', position: 0 },
      { key: 'org.score', label: 'Score', position: 1 },
    ]);
    await page.reload();
    await rowsOf(page, TABLE).nth(1).waitFor();
    const cells = (await cellsOf(page, TABLE)).map((row) => row.slice(0, 4));
    expect(cells).toEqual([
      ['Floor space', 'org.grosse_m2', 'Category', '0'],
      ['Score', 'org.score', 'Number · points', '0'],
    ]);
  });

  test('a declaration is refused at the part that is at fault', async () => {
    await declare('org.score', 'number');
    const page = await openPage(OWN);
    await button(page, 'Declare a field').click();
    const dialog = dialogOf(page);
    await button(page, 'Declare').click();
    await dialog.getByText('Give the field a label.').waitFor();
    await dialog.getByLabel('Label').fill('Slug');
    await button(page, 'Declare').click();
    await dialog.getByText('Key "slug" is a column that company files have already.').waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true');
    await expectAccessible(page);
    // A key that somebody wrote stays when the label changes.
    await dialog.getByLabel('Key').fill('score');
    await dialog.getByLabel('Label').fill('Our score');
    await button(page, 'Declare').click();
    await dialog.getByText('The field org.score exists. Choose another key.').waitFor();
    await dialog.getByRole('radio', { name: 'Number' }).check();
    await dialog.getByLabel('Unit').fill('\u0000');
    await dialog.getByLabel('Key').fill('our_score');
    await button(page, 'Declare').click();
    await dialog.getByText('Unit must be at most 20 characters that can be stored.').waitFor();
    expect(await keysOf()).toEqual(['org.score']);
    await dialog.getByLabel('Unit').fill('');
    await dialog.getByRole('radio', { name: 'Category' }).check();
    await dialog.getByLabel('A company can have several values').check();
    await dialog.getByLabel('Description').fill('Who knows it.');
    await button(page, 'Declare').click();
    await rowsOf(page, TABLE).nth(1).waitFor();
    expect((await readFields())[1]).toMatchObject({
      key: 'org.our_score',
      label: 'Our score',
      type: 'category',
      multiple: true,
      description: 'Who knows it.',
    });
  });

  test('the last one that there is room for is the last', async () => {
    await app.service.database.pool.query(
      `INSERT INTO own_field (scope_id, key, label, type, multiple, columns, position, declared_at, created_at)
       SELECT $1, 'org.f' || n, 'F' || n, 'text', false, '{}', n, 0, now() FROM generate_series(1, 200) n`,
      [app.tenant.organizationId],
    );
    const page = await openPage(OWN);
    await button(page, 'Declare a field').click();
    await dialogOf(page).getByLabel('Label').fill('One more');
    await button(page, 'Declare').click();
    await dialogOf(page)
      .getByText('An organization has at most 200 fields. Delete one that nobody needs.')
      .waitFor();
    expect((await readFields()).length).toBe(200);
  });

  test('a field that lists use is deleted once somebody has seen which', async () => {
    await declare('org.score', 'number');
    await rest()
      .post('/v1/fields/values', { values: [{ identifier: 'acme.example', fields: { 'org.score': 12 } }] })
      .expect(200);
    const listId = await useField('Our best', undefined, 'org.score');
    await useField('Of Grace', app.grace.userKey, 'org.score');
    const page = await openPage(OWN);
    await act(page, 'org.score', 'Delete');
    const dialog = dialogOf(page);
    await dialog.getByText('The field is deleted with its values at 1 company.').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await dialog.getByText('2 lists use this field').waitFor();
    const link = dialog.getByRole('link', { name: 'Our best' });
    expect(await link.getAttribute('href')).toBe(`/app/lists/${listId}`);
    await dialog.getByText('and 1 list that you cannot see').waitFor();
    await expectAccessible(page);
    await turnDark(page);
    await expectAccessible(page);
    expect(await keysOf()).toEqual(['org.score']);
    await dialog.getByRole('button', { name: 'Delete all the same' }).click();
    await page.getByText('No fields of your own yet').waitFor();
    expect(await keysOf()).toEqual([]);
  });

  test('members read them, and another organization sees none of them', async () => {
    await declare('org.score', 'number', { label: 'Score' });
    const theirs = await openPage(OWN, { key: app.grace.userKey });
    await rowsOf(theirs, TABLE).waitFor();
    await theirs.getByText('Only an admin of the organization can declare').waitFor();
    expect(await theirs.getByRole('main').getByRole('button').count()).toBe(0);
    await expectAccessible(theirs);
    const other = await app.service.createTenant('Another');
    const page = await openPage(OWN, { key: other.userKey });
    await page.getByText('No fields of your own yet').waitFor();
    expect(await page.getByText('Score', { exact: true }).count()).toBe(0);
    const { page: empty } = await open(OWN, {
      key: (await app.service.createColleague(other, 'Eve')).userKey,
    });
    await empty.getByText('An admin of the organization can declare some.').waitFor();
  });

  test('hostile texts change nothing around them, on a phone in the dark', async () => {
    await declare('org.score', 'number', {
      label: HOSTILE,
      unit: 'x'.repeat(20),
      description: 'y'.repeat(2000),
    });
    const page = await openPage(OWN, DARK);
    await rowsOf(page, TABLE).filter({ hasText: SHOWN }).waitFor();
    expect(await widthOf(page)).toBe(SMALL.width);
    await expectAccessible(page);
    await act(page, SHOWN, 'Edit');
    await dialogOf(page).getByLabel('Label').waitFor();
    await expectAccessible(page);
  });
});

describeInBrowser('the fields of the catalogue', () => {
  test('operators declare them, with the columns of files; others read them', async () => {
    await app.service.admin.setOperator(app.tenant.email, true);
    const page = await openPage('/app/lists');
    await menuOf(page, 'Ada').click();
    await page.getByRole('menuitem', { name: 'Fields of the catalogue' }).click();
    await page.getByText('If you have a file of companies with further columns, import it').waitFor();
    const imports = page.getByRole('main').getByRole('link', { name: 'Imports' });
    expect(await imports.getAttribute('href')).toBe('/app/installation/imports');
    await expectAccessible(page);
    await button(page, 'Begin with an example: Revenue').click();
    const dialog = dialogOf(page);
    await dialog.getByLabel('Columns of files').fill('Umsatz');
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Columns of files').fill('Revenue (EUR)');
    await dialog.getByLabel('Number format').selectOption('1.200,50');
    await expectAccessible(page);
    await button(page, 'Declare').click();
    await rowsOf(page, 'Fields of the catalogue').waitFor();
    expect(await readFields()).toMatchObject([
      {
        key: 'custom.revenue',
        scope: 'catalogue',
        unit: 'EUR',
        columns: ['Umsatz', 'Revenue (EUR)'],
        number_format: '1.200,50',
      },
    ]);
    await act(page, 'Revenue', 'Edit');
    await dialog.getByLabel('Columns of files').press('Backspace');
    await dialog.getByLabel('Number format').selectOption('');
    await dialog.getByLabel('Unit').fill('');
    await button(page, 'Save').click();
    await dialog.waitFor({ state: 'hidden' });
    const [changed] = await readFields();
    expect(changed).toMatchObject({ key: 'custom.revenue', label: 'Revenue', columns: ['Umsatz'] });
    expect([changed.unit, changed.number_format]).toEqual([undefined, undefined]);

    const theirs = await openPage(OWN, { key: app.grace.userKey });
    await rowsOf(theirs, 'Fields of the catalogue').waitFor();
    expect(await theirs.getByRole('main').getByRole('button').count()).toBe(0);
    await theirs.goto(theirs.url().replace(OWN, CATALOGUE));
    await theirs.getByText('There is no page at this address.').waitFor();
    await rest().delete('/v1/fields/custom.revenue').expect(204);
  });

  test('the palette leads to both pages', async () => {
    await app.service.admin.setOperator(app.tenant.email, true);
    const page = await openPage('/app/lists');
    await page.getByRole('heading', { name: 'Lists', level: 1 }).waitFor();
    for (const [query, path] of [
      ['fields of the org', OWN],
      ['fields of the cat', CATALOGUE],
    ] as const) {
      await openPalette(page);
      await page.keyboard.type(query);
      await palette(page)
        .getByRole('button', { name: /^Fields of the/ })
        .waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.pathname === path);
      await page.getByRole('heading', { name: 'Fields', level: 1 }).waitFor();
    }
  });
});
