import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { readDraftLink } from '../../console/src/filter/draft-link.ts';
import { rebuildIndex } from '../../src/modules/filters/facet-index.ts';
import { expectAccessible } from '../harness/browser/accessible.ts';
import { PHONE } from '../harness/browser/console-page.ts';
import type { ConsoleOptions } from '../harness/browser/open-console.ts';
import { describeInBrowser } from '../harness/browser.ts';
import { seedCompany, seedTechnologies } from '../harness/seed.ts';
import { countryIs, dialogOf, HOSTILE, SHOWN, serveConsole, widthOf } from './fixture.ts';

const app = serveConsole({
  async seed({ database: { pool } }) {
    for (const [slug, country] of [
      ['alpha', 'DE'],
      ['beta', 'DE'],
      ['gamma', 'AT'],
    ] as const) {
      const company = {
        name: slug.toUpperCase(),
        slug,
        country,
        industry: 'Software',
        employeeRange: '1-10',
      };
      const id = await seedCompany(pool, { ...company, domains: [`${slug}.example`] });
      await seedTechnologies(pool, id, [{ key: 'kubernetes', name: 'Kubernetes' }]);
    }
    await rebuildIndex(pool);
  },
});
const { rest } = app;

const createList = (name: string, country = 'DE', key?: string) =>
  app.createList(countryIs(country), name, key);
const open = (options?: ConsoleOptions) => app.openPage('/app/lists', options);

const table = (page: Page) => page.getByRole('table', { name: 'Lists that you can see' });
const namesIn = (page: Page) => table(page).locator('tbody tr td:first-child').allTextContents();
const readNames = async (key?: string): Promise<string[]> => {
  const { body } = await rest(key).get('/v1/lists').expect(200);
  return body.lists.map(({ name }: { name: string }) => name);
};

async function chooseAction(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

describeInBrowser('the page of lists', () => {
  test('shows lists with members by tier, access and owner, the most recently updated first', async () => {
    const germany = await createList('Germany');
    await rest().get(`/v1/lists/${germany}/members`).expect(200);
    app.service.clock.advance({ hours: 1 });
    const austria = await createList('Austria', 'AT', app.grace.userKey);
    const grant = { user_id: app.tenant.userId, access_level: 'viewer' };
    await rest(app.grace.userKey).post(`/v1/lists/${austria}/permissions`, grant);
    const page = await open();
    await table(page).waitFor();
    expect(await namesIn(page)).toEqual(await readNames());
    const rows = await table(page).locator('tbody tr').allTextContents();
    expect(rows[0]).toContain('Austrianot computed yetViewerGrace');
    expect(rows[1]).toContain('Germany2 companiesHigh 2Medium 0Exploratory 0Ownerme');
    await expectAccessible(page);
  });

  test('searches by name and orders the lists; the address carries both', async () => {
    for (const name of ['Bravo north', 'Alpha south', 'Charlie north']) await createList(name);
    const page = await open();
    await page.getByRole('searchbox', { name: 'Search lists by name' }).fill('NORTH');
    await page.waitForURL(/search=NORTH/);
    await page.getByRole('status').filter({ hasText: '2 of 2 lists' }).waitFor();
    await page.getByRole('combobox', { name: 'Order' }).click();
    await page.getByRole('option', { name: 'Name' }).click();
    await page.waitForURL(/order=NAME/);
    await page.reload();
    await table(page).waitFor();
    expect(await namesIn(page)).toEqual(['Bravo north', 'Charlie north']);
    await page.getByRole('searchbox', { name: 'Search lists by name' }).fill('nothing');
    await page.getByRole('link', { name: 'Show all lists' }).click();
    await page.getByRole('status').filter({ hasText: '3 of 3 lists' }).waitFor();
  });

  test('shows more lists on demand', async () => {
    await Promise.all(Array.from({ length: 53 }, (_, index) => createList(`List ${index}`)));
    const page = await open();
    await page.getByText('50 of 53 lists').waitFor();
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByText('53 of 53 lists').waitFor();
    const { body } = await rest().get('/v1/lists?limit=100').expect(200);
    expect(await namesIn(page)).toEqual(body.lists.map(({ name }: { name: string }) => name));
  });

  test('gives people without lists examples that open in the builder as they are', async () => {
    const page = await open();
    await page.getByText('No lists yet').waitFor();
    const example = page.getByRole('link', {
      name: /^Open in the builder: Companies where industry is Software/,
    });
    await example.waitFor();
    await expectAccessible(page);
    await example.click();
    await page.waitForURL(/\/app\/build#d1=/);
    const link = readDraftLink(new URL(page.url()).hash);
    if (link.kind !== 'draft') throw new Error('the fragment has no draft');
    const { body } = await rest().post('/v1/lists/preview-count', link.draft.definition).expect(200);
    expect(body.count).toBeGreaterThan(0);
  });

  test('creates a list of domains, renames and deletes it', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'List of domains' }).click();
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('Give the list a name.').waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('  Partners of ours ');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/domains$/);
    expect(await readNames()).toEqual(['Partners of ours']);
    await page.getByRole('link', { name: 'Lists', exact: true }).click();
    await chooseAction(page, 'Partners of ours', 'Rename…');
    await page.getByRole('textbox', { name: 'Name' }).fill('Friends');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Friends' }).waitFor();
    expect(await readNames()).toEqual(['Friends']);
    await chooseAction(page, 'Friends', 'Delete…');
    const dialog = dialogOf(page);
    await dialog.getByText('1 version of the filter').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Delete the list' }).click();
    await page.getByText('No lists yet').waitFor();
    expect(await readNames()).toEqual([]);
  });

  test('leaves a list that was shared', async () => {
    const shared = await createList('Shared', 'DE', app.grace.userKey);
    const grant = { user_id: app.tenant.userId, access_level: 'editor' };
    await rest(app.grace.userKey).post(`/v1/lists/${shared}/permissions`, grant);
    const page = await open();
    await chooseAction(page, 'Shared', 'Leave…');
    await page.getByText('To see it again, ask Grace to share it.').waitFor();
    await page.getByRole('button', { name: 'Leave the list' }).click();
    await page.getByText('No lists yet').waitFor();
    expect(await readNames()).toEqual([]);
    expect(await readNames(app.grace.userKey)).toEqual(['Shared']);
  });

  test('marks favourites at once, and shows them alone', async () => {
    const marked = await createList('Marked');
    await createList('Other');
    const page = await open();
    const star = page.getByRole('button', { name: 'Favourite: Marked' });
    await star.click();
    await page.locator('[aria-pressed="true"][aria-label="Favourite: Marked"]').waitFor();
    await page.getByRole('button', { name: 'Favourites', exact: true }).click();
    await page.getByText('1 of 1 lists').waitFor();
    expect(new URL(page.url()).search).toBe('?favourite=true');
    expect(await namesIn(page)).toEqual(['Marked']);
    expect((await rest().get(`/v1/lists/${marked}`)).body.favourite).toBe(true);
    await expectAccessible(page);
    await star.click();
    await page.getByText('No list fits').waitFor();
    await page.getByRole('link', { name: 'Show all lists' }).click();
    await page.getByText('2 of 2 lists').waitFor();
  });

  test('takes a mark back that the service refused, and says why', async () => {
    await createList('Marked in vain');
    const page = await open();
    const star = page.getByRole('button', { name: 'Favourite: Marked in vain' });
    await star.waitFor();
    await app.service.database.pool.query('DELETE FROM list');
    await star.click();
    await page.getByText('List not found, or it is not shared with you.').waitFor();
    await page.locator('[aria-pressed="false"][aria-label="Favourite: Marked in vain"]').waitFor();
  });

  test('edits tags, which lead to the lists that have them', async () => {
    const tagged = await createList('Tagged');
    await createList('Plain');
    const page = await open();
    await chooseAction(page, 'Tagged', 'Edit tags…');
    const dialog = dialogOf(page);
    const field = dialog.locator('input[aria-describedby]');
    await field.fill('DACH');
    await page.keyboard.press('Enter');
    await field.fill('Q3 <b>');
    await page.keyboard.press('Enter');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save tags' }).click();
    const tags = page.getByRole('list', { name: 'Tags' });
    await tags.getByText('Q3 <b>').waitFor();
    expect((await rest().get(`/v1/lists/${tagged}`)).body.tags).toEqual(['DACH', 'Q3 <b>']);
    await tags.getByRole('link', { name: 'Lists tagged DACH' }).click();
    await page.waitForURL(/tag=DACH/);
    await page.getByText('1 of 1 lists').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Tag: DACH. Show all tags' }).click();
    await page.getByText('2 of 2 lists').waitFor();
  });

  test('shows own lists and those of others', async () => {
    await createList('Own');
    const shared = await createList('Theirs', 'DE', app.grace.userKey);
    const grant = { user_id: app.tenant.userId, access_level: 'viewer' };
    await rest(app.grace.userKey).post(`/v1/lists/${shared}/permissions`, grant);
    const page = await open();
    await page.getByText('2 of 2 lists').waitFor();
    await page.getByText('Shared with me', { exact: true }).click();
    await page.waitForURL(/owned=false/);
    await page.getByText('1 of 1 lists').waitFor();
    expect(await namesIn(page)).toEqual(['Theirs']);
    await page.getByText('Mine', { exact: true }).click();
    await page.waitForURL(/owned=true/);
    await page.getByRole('link', { name: 'Own' }).waitFor();
    expect(await namesIn(page)).toEqual(['Own']);
  });

  test('duplicates a list that was shared, and leads to the copy', async () => {
    const shared = await createList('Theirs', 'DE', app.grace.userKey);
    const grant = { user_id: app.tenant.userId, access_level: 'viewer' };
    await rest(app.grace.userKey).post(`/v1/lists/${shared}/permissions`, grant);
    const page = await open();
    await chooseAction(page, 'Theirs', 'Duplicate');
    await page.getByText('“Copy of Theirs” is a list of yours now.').waitFor();
    await page.getByRole('link', { name: 'Copy of Theirs' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Open the copy' }).click();
    await page.getByRole('heading', { name: 'Copy of Theirs' }).waitFor();
    await page.getByRole('button', { name: 'Duplicate' }).click();
    await page.getByText('“Copy of Copy of Theirs” is a list of yours now.').waitFor();
    expect(await readNames()).toEqual(['Copy of Copy of Theirs', 'Copy of Theirs', 'Theirs']);
  });

  test('has examples that fit a phone, also at 200 % zoom', async () => {
    const page = await open({ viewport: PHONE });
    await page
      .getByRole('link', { name: /^Open in the builder/ })
      .first()
      .waitFor();
    await expectAccessible(page);
  });

  test('holds hostile names of 200 characters on a phone, in the table and in dialogs', async () => {
    await createList(HOSTILE);
    const page = await open({ viewport: PHONE });
    await table(page).waitFor();
    expect(await namesIn(page)).toEqual([SHOWN]);
    expect(await widthOf(page)).toBe(PHONE.width);
    await page.getByRole('button', { name: /^Actions for <script>/ }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    const dialog = dialogOf(page);
    await dialog.getByText('1 version of the filter').waitFor();
    const overflow = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(overflow).toBe(0);
  });
});
