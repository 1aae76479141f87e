import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectAccessible } from '../harness/browser/accessible.ts';
import { DESKTOP } from '../harness/browser/console-page.ts';
import { describeInBrowser } from '../harness/browser.ts';
import { DOCKER, GERMANY, KUBERNETES, rowOf, SOFTWARE, serveBuilder } from './builder/service.ts';
import { condition, definitionOf, turnDark } from './fixture.ts';

const app = serveBuilder();
const { rest, openBuilder } = app;

const createList = (root: object) => app.createList(definitionOf(root));
const save = (listId: number, root: object) =>
  rest().put(`/v1/lists/${listId}/definition`, definitionOf(root)).expect(200);

/** The largest definition: 100 conditions of 250 values. */
const largest = (prefix: string) => ({
  or: Array.from({ length: 100 }, (_, place) =>
    condition(
      'domain',
      'equals',
      ...Array.from({ length: 250 }, (__, index) => `${prefix}${place}-${index}.example`),
    ),
  ),
});

const linesOf = (page: Page) =>
  page.getByRole('region', { name: 'JSON of version 1 and of version 2' }).locator('[data-kind]');

describeInBrowser('differences of definitions', () => {
  test('of 25,000 values are shown a page at a time', async () => {
    const listId = await createList(largest('a'));
    await save(listId, largest('b'));
    const path = `/app/lists/${listId}/history`;
    const { page } = await openBuilder(path, { ready: 'table' });
    await page.getByText('In JSON').click();
    const lines = linesOf(page);
    await lines.nth(999).waitFor({ state: 'attached' });
    expect(await lines.count()).toBe(1_000);
    await page.getByRole('button', { name: /^Show more of \d+ further lines$/ }).click();
    await lines.nth(1_999).waitFor({ state: 'attached' });
  });

  test('of a long definition leave out the lines that are far from a change', async () => {
    const { or } = largest('a');
    const listId = await createList({ or: [...or.slice(0, 10), GERMANY] });
    await save(listId, { or: [...or.slice(0, 10), SOFTWARE] });
    const path = `/app/lists/${listId}/history`;
    const { page } = await openBuilder(path, { ready: 'table' });
    await page.getByText('In JSON').click();
    const lines = linesOf(page);
    await lines.first().waitFor();
    const kinds = await lines.evaluateAll((all) => all.map((line) => line.getAttribute('data-kind')));
    const count = (kind: string) => kinds.filter((each) => each === kind).length;
    expect([count('folded'), count('removed'), count('added')]).toEqual([2, 2, 2]);
    await page
      .getByText(/… \d+ equal lines/)
      .first()
      .waitFor();
    await expectAccessible(page);
  });
});

describeInBrowser('a conflict', () => {
  test('of two added conditions can keep both as conditions', async () => {
    const listId = await createList({ and: [GERMANY, SOFTWARE] });
    const { page } = await openBuilder(`/app/lists/${listId}/edit`);
    await rowOf(page, 'Software').waitFor();
    const add = page.getByRole('combobox', { name: 'Add a condition' });
    await add.focus();
    await page.keyboard.type('docker');
    await page
      .getByRole('option', { name: /Docker/ })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await rowOf(page, 'Docker').waitFor();
    await save(listId, { and: [GERMANY, SOFTWARE, KUBERNETES] });
    await page.getByRole('button', { name: 'Compare and merge' }).click();
    const place = page.getByRole('radiogroup', { name: 'Both changed this' });
    await place.getByLabel('Take both').check();
    await place.getByText('technology is Docker, and technology is Kubernetes').waitFor();
    const { body } = await rest().post('/v1/lists/preview', {
      definition: definitionOf({ and: [GERMANY, SOFTWARE, DOCKER, KUBERNETES] }),
    });
    await page.getByText(`The result matches ${body.count} compan`).waitFor();
    await expectAccessible(page);
    await turnDark(page, DESKTOP);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Use this result' }).click();
    await page.getByRole('button', { name: 'Save as version 3' }).click();
    await page.waitForURL(`**/app/lists/${listId}`);
    const saved = await rest().get(`/v1/lists/${listId}/definition`).expect(200);
    expect(saved.body.root ?? saved.body.definition.root).toEqual({
      and: [GERMANY, SOFTWARE, DOCKER, KUBERNETES],
    });
  });
});
