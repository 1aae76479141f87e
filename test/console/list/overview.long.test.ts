import { beforeEach, expect, test } from '@jest/globals';
import { readDraftLink } from '../../../console/src/filter/draft-link.ts';
import { expectAccessible } from '../../harness/browser/accessible.ts';
import { describeInBrowser } from '../../harness/browser.ts';
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

describeInBrowser('the overview of a list', () => {
  test('counts the values of the members; each leads to them in the builder', async () => {
    const page = await app.openPage(`/app/lists/${listId}/overview`);
    const germany = page.getByRole('list', { name: 'Countries' }).getByRole('listitem');
    await germany.getByText('Germany').waitFor();
    const count = await countMembers('country', 'DE');
    expect(await germany.allInnerTexts()).toEqual([
      expect.stringMatching(new RegExp(`^Germany\\s*${count}`)),
      // Those of which it is not known are a bar as well.
      expect.stringMatching(new RegExp(`^unknown\\s*${MEMBERS - count}\\b`)),
    ]);
    const unknown = page.getByRole('list', { name: 'Countries' }).getByRole('link', { name: 'unknown' });
    expect(
      readDraftLink(new URL(String(await unknown.getAttribute('href')), app.service.url).hash),
    ).toMatchObject({
      draft: {
        definition: {
          root: { and: [condition('list', 'any_of', listId), condition('country', 'is_known', false)] },
        },
      },
    });
    const link = germany.getByRole('link', { name: 'Germany' });
    const draft = readDraftLink(new URL(String(await link.getAttribute('href')), app.service.url).hash);
    expect(draft).toMatchObject({
      draft: {
        definition: {
          root: { and: [condition('list', 'any_of', listId), condition('country', 'any_of', 'DE')] },
        },
      },
    });
    await page.getByText('The members were computed once so far.', { exact: false }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: /^High: / }).click();
    await page.waitForURL(`**/app/lists/${listId}?tier=HIGH`);
  });

  test('shows the size over time from the second computation on', async () => {
    await rest().get(`/v1/lists/${listId}/members`).expect(200);
    app.service.clock.advance({ hours: 1 });
    await rest().post(`/v1/lists/${listId}/domains`, { domains: ['outsider.example'] });
    await rest().get(`/v1/lists/${listId}/members`).expect(200);
    const page = await app.openPage(`/app/lists/${listId}/overview`);
    await page.getByRole('img', { name: new RegExp(`${MEMBERS + 1}`) }).waitFor();
  });

  test('the tabs say how much is behind them', async () => {
    await rest().post(`/v1/lists/${listId}/domains`, { domains: ['outsider.example', 'new.example'] });
    await rest().post(`/v1/lists/${listId}/permissions`, {
      user_id: app.grace.userId,
      access_level: 'viewer',
    });
    const page = await app.openPage(`/app/lists/${listId}/overview`);
    const tabs = page.getByRole('navigation', { name: 'Parts of the list' });
    await tabs.getByText(String(MEMBERS + 1)).waitFor();
    const texts = await tabs.getByRole('link').allInnerTexts();
    expect(texts.map((text) => text.replace(/\s+/g, ' '))).toEqual([
      'Overview',
      `Members ${MEMBERS + 1}`,
      'Changes',
      'Domains 2',
      'History 1',
      'Sharing 1',
      'Activity',
    ]);
  });

  test.each(['light', 'dark'] as const)(
    'fits a phone, and members are cards there: %s',
    async (colorScheme) => {
      const { page } = await app.open(`/app/lists/${listId}/overview`, { viewport: SMALL, colorScheme });
      await page.getByRole('link', { name: 'Germany' }).waitFor();
      expect(await widthOf(page)).toBe(SMALL.width);
      await expectAccessible(page);
      await page.getByRole('link', { name: /^Members/ }).click();
      const card = page.locator('tbody tr').first();
      await card.getByRole('link').waitFor();
      const [name = 0, domain = 0] = await card.evaluate((row) =>
        ['a', '[data-column="domain"]'].map((part) => row.querySelector(part)?.getBoundingClientRect().y),
      );
      // The domain stands below the name, and nothing beside the screen.
      expect(domain > name + 10).toBe(true);
      expect(await widthOf(page)).toBe(SMALL.width);
      await card.getByRole('checkbox').click();
      await page.getByText('1 selected', { exact: true }).waitFor();
      await expectAccessible(page);
    },
  );
});
