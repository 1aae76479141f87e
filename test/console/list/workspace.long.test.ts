import { beforeEach, expect, test } from '@jest/globals';
import { expectAccessible } from '../../harness/browser/accessible.ts';
import { describeInBrowser } from '../../harness/browser.ts';
import { expectSoon } from '../../harness/soon.ts';
import { waitForRoot } from '../builder/service.ts';
import { condition, definitionOf, SMALL, serveConsole, widthOf } from '../fixture.ts';
import { KUBERNETES, seedMembers } from './member-data.ts';

const MEMBERS = 30;

const app = serveConsole({ seed: ({ database }) => seedMembers(database.pool, MEMBERS) });
const { rest } = app;
let listId: number;

beforeEach(async () => {
  listId = await app.createList(definitionOf(KUBERNETES), 'Kubernetes users');
});

/** Members with a fact, as the API counts them. */
async function countMembers(field: string, value: string): Promise<number> {
  const root = { and: [condition('list', 'any_of', listId), condition(field, 'any_of', value)] };
  const { body } = await rest().post('/v1/lists/preview-count', definitionOf(root)).expect(200);
  return body.count;
}

describeInBrowser('the workspace of a list', () => {
  test('counts the values of the members; a bar becomes a condition of a draft, which Back leaves', async () => {
    const page = await app.openPage(`/app/lists/${listId}/overview`);
    await page.waitForURL(`**/app/lists/${listId}`);
    const bars = page.getByRole('list', { name: 'Matches by Country' }).getByRole('listitem');
    await bars.getByText('Germany').waitFor();
    const count = await countMembers('country', 'DE');
    expect(await bars.allInnerTexts()).toEqual([
      expect.stringContaining(`${count} `),
      // Those of which it is not known are a bar as well.
      expect.stringMatching(new RegExp(`^unknown\\s*${MEMBERS - count}\\b`)),
    ]);
    await expectAccessible(page);
    await bars.getByRole('button', { name: /^Country is\s*Germany/ }).click();
    await page.waitForURL(/\?edit=true#/);
    await waitForRoot(page, { and: [KUBERNETES, condition('country', 'any_of', 'DE')] });
    await page.getByText('draft · differs from version 1').waitFor();
    await page.getByRole('table', { name: 'First matches, by tier' }).waitFor();
    await page.goBack();
    await page.getByRole('table', { name: 'Members of the list' }).waitFor();
    // The draft is not lost.
    await expectSoon(async () => (await rest().get('/v1/drafts').expect(200)).body.drafts.length, 1);
  });

  test('opens the filter beside the members, which stay until it is changed', async () => {
    const page = await app.openPage(`/app/lists/${listId}`);
    await page.getByRole('link', { name: 'Edit filter' }).click();
    await page.getByText('version 1, no changes').waitFor();
    await page.getByRole('table', { name: 'Members of the list' }).waitFor();
    expect(new URL(page.url()).search).toBe('?edit=true');
    await page.getByRole('button', { name: 'Close the filter' }).click();
    await page.getByRole('link', { name: 'Edit filter' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.getByRole('button', { name: /^High: / }).click();
    await page.waitForURL(`**/app/lists/${listId}?tier=HIGH`);
  });

  test('copies the filter and the members in the same forms', async () => {
    const page = await app.openPage(`/app/lists/${listId}?edit=true`);
    await page.getByRole('table', { name: 'Members of the list' }).waitFor();
    const copied: string[] = [];
    for (const what of ['the filter', 'the members']) {
      await page.getByRole('button', { name: `Copy as: ${what}` }).click();
      await page.getByRole('menuitem').first().waitFor();
      expect(await page.getByRole('menuitem').allTextContents()).toEqual(['curl', 'GraphQL', 'JSON']);
      await page.getByRole('menuitem', { name: 'JSON' }).click();
      await page.getByRole('menuitem').first().waitFor({ state: 'detached' });
      copied.push(await page.evaluate(() => navigator.clipboard.readText()));
    }
    const [filter = '', members = ''] = copied;
    expect(JSON.parse(filter)).toMatchObject({ root: KUBERNETES });
    expect(JSON.parse(members)).toHaveLength(MEMBERS);
  });

  test('shows the size over time from the second computation on', async () => {
    await rest().get(`/v1/lists/${listId}/members`).expect(200);
    app.service.clock.advance({ hours: 1 });
    await rest().post(`/v1/lists/${listId}/domains`, { domains: ['outsider.example'] });
    await rest().get(`/v1/lists/${listId}/members`).expect(200);
    const page = await app.openPage(`/app/lists/${listId}/changes`);
    await page.getByRole('img', { name: new RegExp(`${MEMBERS + 1}`) }).waitFor();
  });

  test('has three tabs, to which the earlier addresses lead', async () => {
    const page = await app.openPage(`/app/lists/${listId}`);
    const tabs = page.getByRole('navigation', { name: 'Parts of the list' });
    await tabs.waitFor();
    expect(await tabs.getByRole('link').allInnerTexts()).toEqual([
      'Companies',
      'What changed',
      'Access & history',
    ]);
    for (const [path, address] of [
      ['overview', ''],
      ['domains', '?domains=true'],
      ['edit', '?edit=true'],
      ['sharing', '/access?section=sharing'],
      ['history?from=1&to=2', '/access?from=1&to=2&section=versions'],
      ['activity', '/access?section=activity'],
    ]) {
      await page.goto(`${app.service.url}/app/lists/${listId}/${path}`);
      await tabs.waitFor();
      expect(page.url().slice(app.service.url.length)).toBe(`/app/lists/${listId}${address}`);
    }
  });

  test.each(['light', 'dark'] as const)(
    'fits a phone, where the first member stands in the first screen: %s',
    async (colorScheme) => {
      const { page } = await app.open(`/app/lists/${listId}`, { viewport: SMALL, colorScheme });
      const card = page.locator('tbody tr').first();
      await card.getByRole('link').waitFor();
      const [name = 0, domain = 0] = await card.evaluate((row) =>
        ['a', '[data-column="primary_domain"]'].map(
          (part) => row.querySelector(part)?.getBoundingClientRect().y,
        ),
      );
      expect(name < SMALL.height).toBe(true);
      // The domain stands below the name, and nothing beside the screen.
      expect(domain > name + 10).toBe(true);
      expect(await widthOf(page)).toBe(SMALL.width);
      await expectAccessible(page);
      await card.getByRole('checkbox').click();
      await page.getByText('1 selected', { exact: true }).waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Clear the selection' }).click();
      await page.getByText('Numbers', { exact: true }).click();
      await page.getByRole('list', { name: 'Matches by Country' }).getByText('Germany').waitFor();
      expect(await widthOf(page)).toBe(SMALL.width);
      await expectAccessible(page);
    },
  );
});
