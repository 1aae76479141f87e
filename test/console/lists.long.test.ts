import { expect, test } from '@jest/globals';
import { readDraftLink } from '../../console/src/filter/draft-link.ts';
import { expectAccessible } from '../harness/browser/accessible.ts';
import { describeInBrowser } from '../harness/browser.ts';
import { chooseAction, namesIn, serveLists, tableOf } from './lists/service.ts';

const app = serveLists();
const { createCountryList: createList, openLists: open, readNames, rest } = app;

describeInBrowser('the page of lists', () => {
  test('shows lists with members by tier, access and owner, the most recently updated first', async () => {
    const germany = await createList('Germany');
    await rest().get(`/v1/lists/${germany}/members`).expect(200);
    app.service.clock.advance({ hours: 1 });
    await app.shareWithAda('Austria', 'viewer', 'AT');
    const page = await open();
    // Nobody has computed the members of Austria yet: the page asks for them, as that of the list does.
    await tableOf(page).getByText('1 company').waitFor();
    expect(await namesIn(page)).toEqual(await readNames());
    const rows = await tableOf(page).locator('tbody tr').allTextContents();
    expect(rows[0]).toContain('Austria1 companyHigh 1Medium 0Exploratory 0ViewerGrace');
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
    await tableOf(page).waitFor();
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
      name: /^Open as a draft: Companies where industry is Software/,
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
    await page.waitForURL(/domains=true$/);
    expect(await readNames()).toEqual(['Partners of ours']);
    await page.getByRole('dialog', { name: 'Domains by hand' }).waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL(/\/app\/lists\/\d+$/);
    await page.getByRole('link', { name: 'Lists', exact: true }).click();
    await chooseAction(page, 'Partners of ours', 'Rename…');
    await page.getByRole('textbox', { name: 'Name' }).fill('Friends');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Friends' }).waitFor();
    expect(await readNames()).toEqual(['Friends']);
    await chooseAction(page, 'Friends', 'Delete');
    await page.getByText('No lists yet').waitFor();
  });

  test('shows own lists and those of others', async () => {
    await createList('Own');
    await app.shareWithAda('Theirs', 'viewer');
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
});
