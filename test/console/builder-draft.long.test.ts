import { expect, test } from '@jest/globals';
import type { FilterNode } from '../../console/src/filter/definition.ts';
import { expectAccessible } from '../harness/browser/accessible.ts';
import { describeInBrowser } from '../harness/browser.ts';
import { expectSoon } from '../harness/soon.ts';
import {
  DOCKER,
  GERMANY,
  KUBERNETES,
  linkTo,
  rowOf,
  SOFTWARE,
  serveBuilder,
  waitForRoot,
  waitForTotal,
} from './builder/service.ts';
import { condition, definitionOf, dialogOf, HOSTILE } from './fixture.ts';

const app = serveBuilder();
const { openBuilder: open, rest } = app;

const createList = (root: FilterNode, name?: string) => app.createList(definitionOf(root), name);

async function readList(listId: number | string) {
  const { body } = await rest().get(`/v1/lists/${listId}`).expect(200);
  const { name, definition, definition_version: version } = body;
  return { name, definition, version };
}

async function share(listId: number, access_level: 'editor' | 'viewer'): Promise<void> {
  await rest().post(`/v1/lists/${listId}/permissions`, { user_id: app.grace.userId, access_level });
}

describeInBrowser('a draft in the builder', () => {
  test('survives a reload, and a second tab edits its own', async () => {
    const first = await open(`/app/build${linkTo({ and: [GERMANY, SOFTWARE] })}`);
    const { page } = first;
    await rowOf(page, 'Germany').focus();
    await page.keyboard.press('!');
    await waitForRoot(page, { and: [{ not: GERMANY }, SOFTWARE] });
    const address = new URL(page.url());
    await page.reload();
    await rowOf(page, 'not country is Germany').waitFor();
    const { page: other } = await open(address.pathname + address.hash, {
      beside: first,
    });
    await rowOf(other, 'Software').focus();
    await other.keyboard.press('Delete');
    await waitForRoot(other, { and: [{ not: GERMANY }] });
    await waitForRoot(page, { and: [{ not: GERMANY }, SOFTWARE] });
  });

  test('with unfinished rows names them, and is saved without them only when told so', async () => {
    const root = { and: [GERMANY, condition('industry', 'any_of'), { or: [] }] };
    const { page } = await open(`/app/build${linkTo(root)}`);
    await page.getByRole('button', { name: 'Save as a new list' }).click();
    const dialog = dialogOf(page);
    await dialog.getByText('2 rows are not finished').waitFor();
    expect(await dialog.getByRole('listitem').allInnerTexts()).toEqual([
      'industry is …',
      'a group without conditions',
    ]);
    const create = dialog.getByRole('button', { name: 'Create the list' });
    await page.keyboard.press('Enter');
    expect(await create.isDisabled()).toBe(true);
    await expectAccessible(page);
    await dialog.getByLabel('Save without these rows').check();
    await create.click();
    await page.waitForURL(/\/app\/lists\/\d+$/);
    const [listId = ''] = /\d+$/.exec(page.url()) ?? [];
    expect((await readList(listId)).definition).toEqual(definitionOf({ and: [GERMANY] }));
    await page.goto(`${app.service.url}/app/lists/${listId}/edit`);
    await page.getByRole('button', { name: 'Pick a field' }).click();
    await page.getByRole('menuitem', { name: 'Industry', exact: true }).click();
    await page.getByLabel('Search values of Industry').press('Escape');
    await page.getByRole('button', { name: 'Review and save' }).click();
    await dialog.getByText('One row is not finished').waitFor();
    expect(await dialog.getByRole('button', { name: 'Save as version 2' }).isDisabled()).toBe(true);
  });

  test('of another person cannot be opened, and the page says so', async () => {
    const { body } = await rest(app.grace.userKey).post('/v1/drafts', { definition: definitionOf(GERMANY) });
    const { page } = await open(`/app/build#i1=${body.draft_id}`, { ready: 'button' });
    await page.getByText('This draft is one of somebody else, or was discarded.').waitFor();
    await page.getByRole('button', { name: 'Start with an empty filter' }).waitFor();
  });

  test('that cannot be read says why, and starts from the saved definition', async () => {
    const listId = await createList(GERMANY);
    const link = linkTo({ and: [GERMANY, SOFTWARE] });
    const path = `/app/lists/${listId}/edit${link.slice(0, -20)}`;
    const { page } = await open(path, { ready: 'button' });
    await page.getByText('A part of this link is missing. Copy the complete link.').waitFor();
    await page.getByRole('button', { name: 'Start from version 1' }).click();
    await rowOf(page, 'Germany').waitFor();
    await expectSoon(() => new URL(page.url()).hash, '');
  });

  test('of a list says how it differs, shows the changes, and is saved as a new version', async () => {
    const listId = await createList({ and: [GERMANY, SOFTWARE] }, HOSTILE);
    const { page } = await open(`/app/lists/${listId}/edit`);
    await page.getByText('version 1, no changes').waitFor();
    await rowOf(page, 'Software').focus();
    await page.keyboard.press('Delete');
    await page.getByText('draft · differs from version 1').waitFor();
    await waitForTotal(page, 16);
    await page.getByRole('button', { name: 'Review and save' }).click();
    await page.getByRole('list', { name: 'Comparison' }).getByText('industry is Software').waitFor();
    await page.getByRole('heading', { name: '10 companies enter' }).waitFor();
    await page.getByRole('heading', { name: '0 companies leave' }).waitFor();
    await expectAccessible(page);
    await page.getByLabel('Search these companies').fill('company-9.');
    await page.getByRole('tab', { name: 'As JSON' }).click();
    await page.getByRole('button', { name: 'Save as version 2' }).click();
    await page.waitForURL(`**/app/lists/${listId}`);
    expect(await readList(listId)).toEqual({
      name: HOSTILE,
      definition: definitionOf({ and: [GERMANY] }),
      version: 2,
    });
  });

  test('becomes a new list under a name that its filter suggests', async () => {
    const { page } = await open(`/app/build${linkTo({ and: [GERMANY, SOFTWARE] })}`);
    await waitForTotal(page, 6);
    await page.getByRole('button', { name: 'Save as a new list' }).click();
    const dialog = dialogOf(page);
    await dialog.getByText('6 companies match.').waitFor();
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Country is Germany, and industry is Software');
    await dialog.getByLabel('Name').fill(HOSTILE);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/app\/lists\/\d+$/);
    const [listId = ''] = /\d+$/.exec(page.url()) ?? [];
    expect(await readList(listId)).toEqual({
      name: HOSTILE,
      definition: definitionOf({ and: [GERMANY, SOFTWARE] }),
      version: 1,
    });
  });

  test('is merged with a version that a colleague saved meanwhile, node by node', async () => {
    const listId = await createList({ and: [GERMANY, SOFTWARE] });
    await share(listId, 'editor');
    const { page } = await open(`/app/lists/${listId}/edit`);
    await rowOf(page, 'Software').focus();
    await page.keyboard.press('!');
    await page.getByText('draft · differs from version 1').waitFor();
    const theirs = condition('country', 'any_of', 'AT');
    const saved = definitionOf({ and: [theirs, SOFTWARE, DOCKER] });
    await rest(app.grace.userKey).put(`/v1/lists/${listId}/definition`, saved).expect(200);
    await page.getByText('Version 2 was saved while you were editing.').waitFor();
    await page.getByRole('button', { name: 'Compare and merge' }).click();
    const place = page.getByRole('radiogroup', { name: 'Only they changed this' }).first();
    await place.getByText('country is Austria').waitFor();
    await expectAccessible(page);
    await place.getByLabel('Take mine').check();
    await page.getByText('The result matches 10 companies.').waitFor();
    await page.getByRole('button', { name: 'Use this result' }).click();
    await page.getByRole('button', { name: 'Save as version 3' }).click();
    await page.waitForURL(`**/app/lists/${listId}`);
    expect((await readList(listId)).definition).toEqual(
      definitionOf({ and: [GERMANY, { not: SOFTWARE }, DOCKER] }),
    );
  });

  test('of a viewer can be tried out, and saved as a list of their own', async () => {
    const listId = await createList(KUBERNETES);
    await share(listId, 'viewer');
    const { page } = await open(`/app/lists/${listId}/edit`, { key: app.grace.userKey });
    await page.getByText(/You can view this list but not change it/).waitFor();
    expect(await page.getByRole('button', { name: 'Review and save' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Save as a new list' }).waitFor();
  });
});
