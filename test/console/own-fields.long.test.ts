import { beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectAccessible } from '../harness/browser/accessible.ts';
import { describeInBrowser } from '../harness/browser.ts';
import { GERMANY, serveBuilder } from './builder/service.ts';
import { condition, dialogOf, downloadBy } from './fixture.ts';

const app = serveBuilder();
const FIELDS = [
  { key: 'org.arr', label: 'ARR', type: 'number', unit: 'EUR' },
  { key: 'org.renewal', label: 'Renewal', type: 'date' },
  { key: 'org.hiring', label: 'Hiring', type: 'boolean' },
  { key: 'org.city', label: 'City', type: 'category' },
  { key: 'org.crm', label: 'CRM', type: 'url' },
  // More values than the catalogue lists, so that they are searched.
  { key: 'org.owner', label: 'Owner', type: 'category', multiple: true },
];

/** Declares the fields, and gives each company a revenue of half a million more than the one before it. */
beforeEach(async () => {
  for (const field of FIELDS) await app.rest().post('/v1/fields', field).expect(201);
  const values = Array.from({ length: 48 }, (_, index) => ({
    identifier: `company-${index}`,
    fields: {
      'org.arr': index * 500_000 + 0.25,
      'org.renewal': `202${6 + (index % 2)}-0${1 + (index % 9)}-15`,
      ...(index % 3 === 0 ? {} : { 'org.hiring': index % 3 === 1 }),
      'org.city': index % 2 === 0 ? 'Berlin' : 'Kiel',
      'org.crm': `https://crm.example/${index}`,
      'org.owner': [`Ada ${index}`, `Deputy ${index}`],
    },
  }));
  await app.rest().post('/v1/fields/values', { values }).expect(200);
});

const versionNow = async (): Promise<string> =>
  (await app.rest().get('/v1/lists/filter-fields').expect(200)).body.registry_version;
/** Number of companies that match all of the nodes, as the API counts them. */
async function countAll(...nodes: object[]): Promise<number> {
  const definition = { registry_version: await versionNow(), root: { and: nodes } };
  return (await app.rest().post('/v1/lists/preview-count', definition).expect(200)).body.count;
}
const createList = async (root: object): Promise<number> => {
  const definition = { registry_version: await versionNow(), root };
  return (await app.rest().post('/v1/lists', { name: 'Ours', definition }).expect(201)).body.list_id;
};
const adding = (page: Page) => page.getByRole('combobox', { name: 'Add a condition' });
const rows = (page: Page) => page.locator('[data-row]');

describeInBrowser('own fields', () => {
  test('are words of a sentence', async () => {
    const nodes = [
      condition('org.city', 'any_of', 'Berlin'),
      condition('org.arr', 'gte', 2_500_000),
      condition('org.hiring', 'eq', false),
      condition('org.renewal', 'lte', '2026-12-31'),
    ];
    const { page } = await app.openBuilder('/app', { ready: '#home-lists' });
    await page.keyboard.type('in berlin, arr over 2.5m, not hiring, renewal before 2027');
    const chips = page.getByRole('list', { name: 'What was understood' });
    await chips.getByText('Renewal is on or before 31 Dec 2026').waitFor();
    expect((await chips.getByRole('listitem').allInnerTexts()).map((each) => each.trim())).toEqual([
      'City is Berlin',
      'ARR (EUR) is at least 2,500,000',
      'Hiring is no',
      'Renewal is on or before 31 Dec 2026',
    ]);
    const count = await countAll(...nodes);
    expect(count).toBeGreaterThan(0);
    await page
      .getByRole('status')
      .filter({ hasText: `${count} compan` })
      .waitFor({ state: 'attached' });
  });

  test('are conditions, breakdowns and columns of the builder', async () => {
    const { page } = await app.openBuilder('/app/build', { ready: '[aria-label="Add a condition"]' });
    await adding(page).fill('deputy 17');
    await page.getByRole('option', { name: 'Owner is Deputy 17' }).waitFor();
    await adding(page).fill('arr over 2.5m');
    await page.getByRole('option', { name: /ARR \(EUR\) is at least/ }).waitFor();
    await adding(page).press('Enter');
    await rows(page).getByLabel('Value of ARR (EUR)').waitFor();
    expect(await page.getByRole('table', { name: 'First matches, by tier' }).innerText()).toContain(
      '2,500,000.25',
    );
    await page.getByLabel('Field of breakdown 1').selectOption('org.renewal');
    await page.getByLabel('Field of breakdown 2').selectOption('org.hiring');
    const hiring = page.getByRole('list', { name: 'Matches by Hiring' });
    await hiring.getByText('unknown').waitFor();
    await expectAccessible(page);
    await page
      .getByRole('button', { name: /^Renewal 1 Feb 2027 .*add this condition/ })
      .first()
      .click();
    const from = page.getByLabel('From: Value of Renewal');
    await from.waitFor();
    expect([await from.inputValue(), await page.getByLabel('To: Value of Renewal').inputValue()]).toEqual([
      '2027-02-01',
      '2027-02-28',
    ]);
    const nodes = [
      condition('org.arr', 'gte', 2_500_000),
      condition('org.renewal', 'between', '2027-02-01', '2027-02-28'),
    ];
    const counted = async (...all: object[]) =>
      page.getByText(`${await countAll(...all)} companies match.`).waitFor({ state: 'attached' });
    await counted(...nodes);
    await hiring.getByRole('button', { name: /^Hiring is yes/ }).click();
    await rows(page).getByRole('radio', { name: 'yes' }).waitFor({ state: 'attached' });
    await counted(...nodes, condition('org.hiring', 'eq', true));
  });

  test('are columns of members and of the export', async () => {
    const list = await createList({ and: [GERMANY, condition('org.arr', 'gte', 20_000_000)] });
    const { page } = await app.openBuilder(`/app/lists/${list}`, { ready: 'tbody a' });
    // The filter names it.
    await page.getByRole('columnheader', { name: 'ARR (EUR)' }).waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'CRM' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'https://crm.example/45' }).waitFor();
    await page.getByRole('cell', { name: '22,500,000.25' }).waitFor();
    await expectAccessible(page);
    // No test could answer the browser's own question for a place.
    await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await dialogOf(page).getByRole('checkbox', { name: 'ARR (EUR)' }).check();
    await dialogOf(page).getByRole('checkbox', { name: 'CRM' }).check();
    const file = await downloadBy(page, dialogOf(page).getByRole('button', { name: /^Export for/ }));
    const [head = '', ...lines] = file.trim().split(/\r?\n/);
    expect(head.split(',').slice(-2)).toEqual(['org.arr', 'org.crm']);
    expect(lines.find((line) => line.includes('company-45'))).toMatch(
      /,22500000\.25,https:\/\/crm\.example\/45$/,
    );
  });

  test('that were deleted leave conditions that say so', async () => {
    const list = await createList({ and: [GERMANY, { not: condition('org.arr', 'gte', 20_000_000) }] });
    await app.rest().delete('/v1/fields/org.arr?force=true').expect(204);
    const count = await countAll(GERMANY);
    const { page } = await app.openBuilder(`/app/lists/${list}/edit`);
    await rows(page).getByText('This field was deleted').waitFor();
    await page.getByText(`${count} companies match.`).waitFor({ state: 'attached' });
    await expectAccessible(page);
    await page.goto(new URL(`/app/lists/${list}`, page.url()).href);
    await page.locator('tbody a').first().click();
    await page.getByText('The field org.arr was deleted: no company has a value.').waitFor();
  });
});
