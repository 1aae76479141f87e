import { beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectAccessible } from '../../harness/browser/accessible.ts';
import { describeInBrowser } from '../../harness/browser.ts';
import { expectSoon } from '../../harness/soon.ts';
import { definitionOf, focusIsOn, HOSTILE, SHOWN, serveConsole, turnDark } from '../fixture.ts';
import { KUBERNETES, seedMembers } from './member-data.ts';

const app = serveConsole({ seed: ({ database }) => seedMembers(database.pool, 8) });
const { rest } = app;
let listId: number;

const FIELDS = [
  { key: 'org.score', label: 'Score', type: 'number', unit: 'points' },
  { key: 'org.hiring', label: 'Hiring', type: 'boolean' },
  { key: 'org.tags', label: 'Tags', type: 'category', multiple: true },
];
const COLUMNS = 'columns=name,org.score,org.hiring,org.tags';

beforeEach(async () => {
  for (const field of FIELDS) await rest().post('/v1/fields', field).expect(201);
  listId = await app.createList(definitionOf(KUBERNETES), 'Kubernetes users');
});

async function open(key?: string, columns = COLUMNS): Promise<Page> {
  const page = await app.openPage(
    `/app/lists/${listId}?sort=name&${columns}`,
    key === undefined ? {} : { key },
  );
  await page.locator('tbody a').first().waitFor();
  return page;
}

/** Values of the members in a field, by name, as the API has them. */
async function read(key: string): Promise<unknown[]> {
  const { body } = await rest().get(`/v1/lists/${listId}/members?sort=name&include=fields`).expect(200);
  return body.members.map(({ fields }: { fields?: Record<string, unknown> }) => fields?.[key]);
}

const cell = (page: Page, row: number, key: string) =>
  page.locator(`tr[aria-rowindex="${row + 2}"] [data-cell="${key}"]`);
const editor = (page: Page) => page.getByRole('form', { name: /^Edit / });
const isBegun = (page: Page) => editor(page).locator(':focus').waitFor({ state: 'attached' });
const paste = async (page: Page, text: string) => {
  await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text);
  await page.keyboard.press('Control+v');
};
const EMPTY = Array.from({ length: 8 }, () => undefined);

describeInBrowser('cells of own fields', () => {
  test('are edited by the keyboard: Enter saves, Escape leaves, Tab goes on, Delete clears, Ctrl Z undoes', async () => {
    const page = await open();
    await page.locator('tbody a').first().focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await isBegun(page);
    await page.keyboard.type('12.5');
    await page.keyboard.press('Enter');
    await editor(page).waitFor({ state: 'hidden' });
    await expectSoon(() => read('org.score'), [12.5, ...EMPTY.slice(1)]);
    await cell(page, 0, 'org.score').filter({ hasText: '12.5' }).waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await cell(page, 1, 'org.score').evaluate((each) => each === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await isBegun(page);
    await page.keyboard.type('7');
    await page.keyboard.press('Tab');
    await editor(page).waitFor({ state: 'hidden' });
    expect(await cell(page, 1, 'org.hiring').evaluate((each) => each === document.activeElement)).toBe(true);
    await expectSoon(async () => (await read('org.score')).slice(0, 2), [12.5, 7]);
    await cell(page, 0, 'org.score').dblclick();
    await isBegun(page);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('99');
    await page.keyboard.press('Escape');
    await editor(page).waitFor({ state: 'hidden' });
    await cell(page, 0, 'org.score').filter({ hasText: '12.5' }).waitFor();
    await page.keyboard.press('Delete');
    await expectSoon(() => read('org.score'), [undefined, 7, ...EMPTY.slice(2)]);
    await page.keyboard.press('Control+z');
    await expectSoon(() => read('org.score'), [12.5, 7, ...EMPTY.slice(2)]);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expectSoon(() => read('org.score'), EMPTY);
    // Messages would go in the middle of a check.
    await expectSoon(() => page.getByRole('alert').count(), 0);
    await turnDark(page);
    await expectAccessible(page);
  });

  test('say in the editor why a value is refused; a click elsewhere saves', async () => {
    const page = await open();
    await cell(page, 2, 'org.score').dblclick();
    await isBegun(page);
    await page.keyboard.type('many');
    await page.keyboard.press('Enter');
    await editor(page).getByText('must be a number', { exact: false }).waitFor();
    await expectAccessible(page);
    await editor(page).getByLabel('Score (points)').fill('3');
    await page.getByRole('searchbox').click();
    await editor(page).waitFor({ state: 'hidden' });
    await focusIsOn(page, 'Search name or domain');
    await expectSoon(async () => (await read('org.score'))[2], 3);
  });

  test('take a column from a spreadsheet, and say which values did not fit', async () => {
    const page = await open();
    await cell(page, 1, 'org.score').click();
    await paste(page, '1\tyes\tA; B\r\n1,200.5\tmaybe\t\r\n\t0\tC\r\nmany\t\t\r\n');
    await page.getByText('6 values pasted. 2 values not saved', { exact: false }).waitFor();
    const [, ...scores] = await read('org.score');
    expect(scores).toEqual([1, 1200.5, ...EMPTY.slice(3)]);
    expect((await read('org.hiring')).slice(0, 4)).toEqual([undefined, true, undefined, false]);
    expect((await read('org.tags')).slice(0, 4)).toEqual([undefined, ['A', 'B'], undefined, ['C']]);
    const wrong = page.locator('[data-fault]');
    expect(await wrong.allInnerTexts()).toEqual(['maybe', 'many']);
    await expectAccessible(page);
    await wrong.first().hover();
    await page.getByRole('tooltip').getByText('Hiring must be yes or no.').waitFor();
    await wrong.last().dblclick();
    await isBegun(page);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('4');
    await page.keyboard.press('Enter');
    await editor(page).waitFor({ state: 'hidden' });
    await expectSoon(async () => (await read('org.score'))[4], 4);
    await expectSoon(() => wrong.allInnerTexts(), ['maybe']);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expectSoon(() => read('org.tags'), EMPTY);
    expect([await read('org.score'), await read('org.hiring')]).toEqual([EMPTY, EMPTY]);
  });

  test('read numbers as their field writes them, and say what an ambiguous one stands for', async () => {
    const revenue = { key: 'org.revenue', label: 'Revenue', type: 'number', number_format: '1.200,50' };
    await rest().post('/v1/fields', revenue).expect(201);
    const page = await open(undefined, `${COLUMNS},org.revenue`);
    const type = async (key: string, text: string, hint: string) => {
      await cell(page, 0, key).dblclick();
      await isBegun(page);
      await page.keyboard.press('Control+a');
      await page.keyboard.type(text);
      await editor(page).getByText(hint, { exact: true }).waitFor();
      await page.keyboard.press('Enter');
      await editor(page).waitFor({ state: 'hidden' });
    };
    await type('org.score', '12.500', 'Stored as 12.5');
    await expectSoon(async () => (await read('org.score'))[0], 12.5);
    await type('org.score', '1,500', 'Stored as 1500');
    await expectSoon(async () => (await read('org.score'))[0], 1500);
    await type('org.revenue', '12.500,25', 'Digits with a comma, such as 1200,5');
    await expectSoon(async () => (await read('org.revenue'))[0], 12500.25);
    // What is stored is written alike, so that a part of it can be changed.
    await cell(page, 0, 'org.revenue').dblclick();
    expect(await editor(page).getByLabel('Revenue', { exact: true }).inputValue()).toBe('12500,25');
    await page.keyboard.press('Escape');
    await paste(page, '1.500');
    await expectSoon(async () => (await read('org.revenue'))[0], 1500);
  });

  test('stay while one scrolls away, and hold hostile texts', async () => {
    const page = await open();
    await cell(page, 0, 'org.tags').dblclick();
    await isBegun(page);
    await page.keyboard.type(HOSTILE);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await editor(page).waitFor({ state: 'hidden' });
    await cell(page, 0, 'org.tags').getByText(SHOWN).waitFor();
    expect((await read('org.tags'))[0]).toEqual([HOSTILE]);
  });

  test('are not edited by viewers, nor are values of the catalogue', async () => {
    await rest().post('/v1/fields/values', {
      values: [{ identifier: 'company-0', fields: { 'org.score': 5 } }],
    });
    const to = { user_id: app.grace.userId, access_level: 'viewer' };
    await rest().post(`/v1/lists/${listId}/permissions`, to);
    const page = await open(app.grace.userKey);
    await page.getByRole('cell', { name: '5', exact: true }).waitFor();
    expect(await page.locator('[data-cell="org.score"]').count()).toBe(0);
  });
});
