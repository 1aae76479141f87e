import { beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectAccessible } from '../../harness/browser/accessible.ts';
import { describeInBrowser } from '../../harness/browser.ts';
import { expectSoon } from '../../harness/soon.ts';
import { definitionOf, dialogOf, downloadBy, serveConsole } from '../fixture.ts';
import { KUBERNETES, seedMembers } from './member-data.ts';

// One page of the table and the beginning of another.
const app = serveConsole({ seed: ({ database }) => seedMembers(database.pool, 110) });
const { rest } = app;
let listId: number;

beforeEach(async () => {
  listId = await app.createList(definitionOf(KUBERNETES), 'Kubernetes users');
});

async function open(key = app.tenant.userKey): Promise<Page> {
  const { page } = await app.open(`/app/lists/${listId}`, { key });
  await boxes(page).first().waitFor();
  return page;
}

const boxes = (page: Page) => page.locator('tbody').getByRole('checkbox');
const bar = (page: Page) => page.getByRole('region', { name: 'Selected companies' });
/** Waits until the bar says how many rows are selected. */
const expectSelected = (page: Page, count: string) =>
  bar(page).getByText(`${count} selected`, { exact: true }).waitFor();

/** Domains of the first members as the API orders them. */
async function readDomains(count: number): Promise<string[]> {
  const { body } = await rest().get(`/v1/lists/${listId}/members?limit=${count}`).expect(200);
  return body.members.map((each: { primary_domain: string }) => each.primary_domain);
}

const readAdded = async (id: number): Promise<string[]> => {
  const { body } = await rest().get(`/v1/lists/${id}/domains?limit=1000`).expect(200);
  return body.domains.map(({ domain }: { domain: string }) => domain).sort();
};
const readExcluded = async (): Promise<string[]> => {
  const { body } = await rest().get(`/v1/lists/${listId}/excluded-domains?limit=1000`).expect(200);
  return body.domains.map(({ domain }: { domain: string }) => domain).sort();
};

describeInBrowser('members that are selected', () => {
  test('are selected by clicks, ranges with Shift, the space bar, and all that are loaded', async () => {
    const page = await open();
    await boxes(page).nth(1).click();
    await expectSelected(page, '1');
    await boxes(page)
      .nth(4)
      .click({ modifiers: ['Shift'] });
    await expectSelected(page, '4');
    await expectAccessible(page);
    await page
      .getByRole('link', { name: /: open details$/ })
      .first()
      .focus();
    await page.keyboard.press('Space');
    await expectSelected(page, '5');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await expectSelected(page, '4');
    expect(await dialogOf(page).count()).toBe(0);
    await page.getByRole('checkbox', { name: 'Select all 100 loaded rows' }).click();
    await expectSelected(page, '100');
    await bar(page).getByRole('button', { name: 'Clear the selection' }).click();
    await expectSoon(() => page.getByRole('checkbox', { checked: true }).count(), 0);
  });

  test('are added to another list in two clicks, and a toast leads there', async () => {
    const other = await app.createList(definitionOf(null), 'Prospects');
    const page = await open();
    await boxes(page).nth(0).click();
    await boxes(page)
      .nth(2)
      .click({ modifiers: ['Shift'] });
    await bar(page).getByRole('button', { name: 'Add to list' }).click();
    const lists = dialogOf(page).getByRole('list', { name: 'Lists that you can change' });
    await lists.getByRole('button', { name: 'Prospects' }).waitFor();
    // The list that the companies are from is not offered.
    expect(await lists.getByRole('button').allInnerTexts()).toEqual(['Prospects']);
    await expectAccessible(page);
    await lists.getByRole('button', { name: 'Prospects' }).click();
    await page.getByText('3 companies added to “Prospects”.').waitFor();
    await page.getByRole('button', { name: 'Open the list' }).click();
    await page.getByRole('heading', { level: 1, name: 'Prospects' }).waitFor();
    expect(await readAdded(other)).toEqual((await readDomains(3)).sort());
  });

  test('are added to a new list by the keyboard; a name is needed', async () => {
    const page = await open();
    await boxes(page).nth(0).click();
    await bar(page).getByRole('button', { name: 'Add to list' }).click();
    await dialogOf(page).getByRole('button', { name: 'New list' }).click();
    await dialogOf(page).getByText('Give the list a name.').waitFor();
    await page.keyboard.type('Fresh');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByText('1 company added to “Fresh”.').waitFor();
    const { body } = await rest().get('/v1/lists').expect(200);
    const fresh = body.lists.find(({ name }: { name: string }) => name === 'Fresh');
    expect(await readAdded(fresh.list_id)).toEqual(await readDomains(1));
  });

  test('are excluded, and Undo restores the list as it was', async () => {
    const [, second = ''] = await readDomains(2);
    await rest().post(`/v1/lists/${listId}/domains`, { domains: [second] });
    const members = (await readDomains(1000)).sort();
    const page = await open();
    const box = (domain: string) =>
      page.locator('tbody tr').filter({ hasText: domain }).getByRole('checkbox');
    const [first = ''] = members;
    const select = async (domain: string, selected: string) => {
      await page.getByRole('searchbox').fill(domain);
      // The row moves when the others go.
      await expectSoon(() => page.locator('tbody [data-column="primary_domain"]').allInnerTexts(), [domain]);
      await box(domain).click();
      await expectSelected(page, selected);
    };
    await select(first, '1');
    await select(second, '2');
    await bar(page).getByRole('button', { name: 'Exclude' }).click();
    await page.getByText('2 companies excluded from this list.').waitFor();
    expect(await readExcluded()).toEqual([first, second].sort());
    expect(await readDomains(1000)).toHaveLength(members.length - 2);
    await box(second).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await box(second).waitFor();
    await expectSoon(readExcluded, []);
    expect(await readAdded(listId)).toEqual([second]);
    expect((await readDomains(1000)).sort()).toEqual(members);
  });

  test('are saved as CSV and handed to enrichment without a charge', async () => {
    const page = await open();
    const domains = await readDomains(2);
    await boxes(page).nth(0).click();
    await boxes(page).nth(1).click();
    const file = await downloadBy(page, bar(page).getByRole('button', { name: 'Download rows' }));
    const lines = file.trim().split('\r\n');
    expect(lines.slice(1).map((line) => line.split(',')[1])).toEqual(domains);
    await bar(page).getByRole('button', { name: 'Copy domains' }).click();
    await page.getByText('2 domains copied.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(domains.join('\n'));
    await bar(page).getByRole('button', { name: 'Enrich' }).click();
    await page.waitForURL('**/app/files');
    await expectSoon(() => page.getByRole('textbox').first().inputValue(), domains.join('\n'));
    const { body } = await rest().get('/v1/account').expect(200);
    expect(body.organization.credit_balance).toBe(10);
    // A later visit begins empty.
    await page.reload();
    expect(await page.getByRole('textbox').first().inputValue()).toBe('');
  });

  test('are all members beyond the loaded ones, but those that are taken out', async () => {
    const other = await app.createList(definitionOf(null), 'Prospects');
    const page = await open();
    const members = await readDomains(1000);
    await page.getByRole('checkbox', { name: 'Select all 100 loaded rows' }).click();
    await bar(page).getByRole('button', { name: 'Select all 110' }).click();
    await expectSelected(page, '110');
    await expectAccessible(page);
    await boxes(page).nth(1).click();
    await expectSelected(page, '109');
    await bar(page).getByRole('button', { name: 'Add to list' }).click();
    await dialogOf(page).getByText('Add 109 companies to a list').waitFor();
    await dialogOf(page).getByRole('button', { name: 'Prospects' }).click();
    await page.getByText('109 companies added to “Prospects”.').waitFor();
    const chosen = members.filter((_, place) => place !== 1).sort();
    expect(await readAdded(other)).toEqual(chosen);
    // A search is another set: nothing of it is selected.
    await page.getByRole('checkbox', { name: 'Select all 100 loaded rows' }).click();
    await bar(page).getByRole('button', { name: 'Select all 110' }).click();
    await page.getByRole('searchbox').fill('company1.example');
    await page.getByText('1 members', { exact: true }).waitFor();
    await page.getByRole('searchbox').fill('');
    await page.getByText('100 of 110 members loaded').waitFor();
    await expectSelected(page, '110');
    await bar(page).getByRole('button', { name: 'Exclude' }).click();
    await page.getByText('110 companies excluded from this list.').waitFor();
    expect((await readExcluded()).sort()).toEqual(members.toSorted());
  });

  test('lead an admin to the first own field, which then can be set', async () => {
    const page = await open();
    await boxes(page).first().click();
    await bar(page).getByRole('button', { name: 'Declare a field' }).click();
    await dialogOf(page).getByLabel('Label').fill('Owner');
    await dialogOf(page).getByRole('button', { name: 'Declare', exact: true }).click();
    await bar(page).getByRole('button', { name: 'Set a field' }).click();
    await dialogOf(page).getByRole('combobox', { name: 'Owner' }).waitFor();
  });

  test('get a value of a field, which can be undone', async () => {
    await rest().post('/v1/fields', { key: 'org.owner', label: 'Owner', type: 'category' }).expect(201);
    await rest().post('/v1/fields', { key: 'org.hiring', label: 'Hiring', type: 'boolean' }).expect(201);
    const values = [{ identifier: 'company-3', fields: { 'org.owner': 'Grace' } }];
    await rest().post('/v1/fields/values', { values }).expect(200);
    const page = await open();
    await page.getByRole('checkbox', { name: 'Select all 100 loaded rows' }).click();
    await bar(page).getByRole('button', { name: 'Select all 110' }).click();
    await bar(page).getByRole('button', { name: 'Set a field' }).click();
    // The dialog begins in the value, and does nothing without one.
    await dialogOf(page).getByRole('combobox', { name: 'Owner' }).and(page.locator(':focus')).waitFor();
    const set = dialogOf(page).getByRole('button', { name: 'Set', exact: true });
    await page.keyboard.press('Enter');
    expect(await set.isDisabled()).toBe(true);
    await dialogOf(page).getByLabel('Field', { exact: true }).selectOption('Hiring');
    await page.keyboard.press('Enter');
    expect(await set.isDisabled()).toBe(true);
    await dialogOf(page).getByLabel('Field', { exact: true }).selectOption('Owner');
    await dialogOf(page).getByRole('combobox', { name: 'Owner' }).focus();
    await page.keyboard.type('Ada');
    await expectAccessible(page);
    await set.click();
    await page.getByText('Set for 110 companies.').waitFor();
    const owners = async () => {
      const { body } = await rest().get(`/v1/lists/${listId}/members?limit=1000&include=fields`).expect(200);
      return body.members.map((each: { fields?: object }) => Object.values(each.fields ?? {})[0]);
    };
    expect(await owners()).toEqual(Array.from({ length: 110 }, () => 'Ada'));
    await page.getByRole('button', { name: 'Undo the last change of values' }).click();
    await page.getByText('110 values as before.').waitFor();
    expect((await owners()).filter((each: unknown) => each !== undefined)).toEqual(['Grace']);
    await bar(page).getByRole('button', { name: 'Set a field' }).click();
    await dialogOf(page).getByLabel('Clear the value').check();
    await dialogOf(page).getByRole('button', { name: 'Clear', exact: true }).click();
    await page.getByText('Cleared for 110 companies.').waitFor();
    expect((await owners()).filter((each: unknown) => each !== undefined)).toEqual([]);
  });

  test('have a menu with the same actions for one row; viewers cannot exclude', async () => {
    const to = { user_id: app.grace.userId, access_level: 'viewer' };
    await rest().post(`/v1/lists/${listId}/permissions`, to);
    const page = await open();
    const [first = ''] = await readDomains(1);
    const menu = (of: Page) => of.getByRole('button', { name: /^Actions for/ }).first();
    await menu(page).click();
    await page.getByRole('menuitem', { name: 'Exclude from this list' }).click();
    await page.getByText('1 company excluded from this list.').waitFor();
    expect(await readExcluded()).toEqual([first]);
    const hers = await open(app.grace.userKey);
    await menu(hers).click();
    await hers.getByRole('menuitem', { name: 'Add to list…' }).waitFor();
    expect(await hers.getByRole('menuitem', { name: 'Exclude from this list' }).count()).toBe(0);
    await hers.keyboard.press('Escape');
    await boxes(hers).first().click();
    await expectSelected(hers, '1');
    expect(await bar(hers).getByRole('button', { name: 'Exclude' }).count()).toBe(0);
  });

  test('the evidence names what was seen and when; its window appears on hover and focus', async () => {
    const page = await open();
    const evidence = page.getByRole('note', { name: 'Kubernetes · 20 Feb' }).first();
    await evidence.hover();
    const window = page.getByRole('tooltip');
    await window.getByText(/in the 90 days before .* that count for tier High/).waitFor();
    await page.mouse.move(0, 0);
    await window.waitFor({ state: 'detached' });
    await page
      .getByRole('link', { name: /: open details$/ })
      .first()
      .focus();
    await page.keyboard.press('Tab');
    await window.waitFor();
    await page.keyboard.press('Escape');
    await window.waitFor({ state: 'detached' });
  });
});
