import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { judgePairs, pairedTechnologies, pairsOf } from '../../../console/src/features/list/numbers/pairs.ts';
import { rebuildIndex } from '../../../src/modules/filters/facet-index.ts';
import { expectAccessible } from '../../harness/browser/accessible.ts';
import { describeInBrowser } from '../../harness/browser.ts';
import { seedCompany, seedTechnologies } from '../../harness/seed.ts';
import type { TestService } from '../../harness/service.ts';
import { serveBuilder, waitForRoot, waitForTotal } from '../builder/service.ts';
import { condition, definitionOf, SMALL, widthOf } from '../fixture.ts';

const of = (value: string, count: number) => ({ value, label: value, count });
const [A, B, C, D] = [of('a', 100), of('b', 100), of('c', 100), of('d', 40)] as const;

describe('technologies that occur together', () => {
  test('are the eight most frequent ones that enough members have, and some lack', () => {
    const many = Array.from({ length: 12 }, (_, index) => of(`t${index}`, 200 - index));
    const found = pairedTechnologies([...many, of('rare', 19)], 200);
    expect(found.map(({ value }) => value)).toEqual(['t1', 't2', 't3', 't4', 't5', 't6', 't7', 't8']);
    expect(pairsOf(found)).toHaveLength(28);
    expect(pairedTechnologies([of('rare', 19), of('enough', 20)], 200)).toEqual([of('enough', 20)]);
  });

  test('stand out from chance and from the other pairs', () => {
    const pairs = pairsOf([A, B, C, D]);
    // Of 200 members, half of those with one have another by chance: 50, and 20 of those with D.
    const judged = judgePairs(pairs, [80, 52, 20, 50, 30, 5], 200);
    expect(judged.map(({ ratio, kind }) => [ratio, kind])).toEqual([
      [1.6, 'together'],
      [1.04, undefined],
      [1, undefined],
      [1, undefined],
      [1.5, 'together'],
      [0.25, 'apart'],
    ]);
  });

  test('are no finding where all pairs are as frequent, or where chance explains them', () => {
    const pairs = pairsOf([A, B, C]);
    // Well documented companies have everything.
    expect(judgePairs(pairs, [75, 76, 74], 200).map(({ kind }) => kind)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    const few = pairsOf([of('a', 20), of('b', 20), of('c', 20)]);
    expect(judgePairs(few, [4, 2, 2], 200).map(({ kind }) => kind)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(judgePairs([], [], 0)).toEqual([]);
  });
});

const SIZE = 120;
const EVERY = condition('partnership_count', 'gte', 0);

/** Docker and Kubernetes go together; Python is on each second company, independently of both. */
async function seed({ database: { pool } }: TestService): Promise<void> {
  for (let index = 0; index < SIZE; index += 1) {
    const slug = `company-${index}`;
    const id = await seedCompany(pool, { name: slug, slug, domains: [`${slug}.example`] });
    const has = { Docker: index < 60, Kubernetes: index >= 10 && index < 60, Python: index % 2 === 0 };
    const keys = Object.entries(has).flatMap(([name, isThere]) => (isThere ? [name] : []));
    await seedTechnologies(
      pool,
      id,
      keys.map((name) => ({ key: name.toLowerCase(), name, category: 'Tools' })),
    );
  }
  await rebuildIndex(pool);
}

const app = serveBuilder(seed);
let listId: number;

beforeEach(async () => {
  listId = await app.createList(definitionOf(EVERY), 'All');
});

const titleOf = (page: Page) => page.getByRole('heading', { name: 'Technologies that occur together' });
const listOf = (page: Page) => page.getByRole('list', { name: 'Technologies that occur together' });
const isAsked = (body: string | null) => body?.includes('"sets"') ?? false;
/** Opens what stands behind the breakdowns of a list. */
const disclose = (page: Page) =>
  page.getByText('Typical values and technologies that occur together').click();

describeInBrowser('technologies that occur together, among the numbers of a list', () => {
  test('are counted when somebody asks; a pair leads to the companies that have both', async () => {
    const page = await app.openPage(`/app/lists/${listId}`);
    let requests = 0;
    page.on('request', (request) => {
      if (isAsked(request.postData())) requests += 1;
    });
    await page.getByText('No match has a value here.').first().waitFor();
    expect(requests).toBe(0);
    await disclose(page);
    await listOf(page).waitFor();
    expect(requests).toBe(1);
    const pairs = await listOf(page).getByRole('listitem').allInnerTexts();
    expect(pairs.map((text) => text.replace(/\s+/g, ' ').trim())).toEqual([
      'Docker + Kubernetes 50 members, 83% of those with Docker. 2 × as often as by chance.',
      'Docker + Python 30 members, 50% of those with Docker.',
      'Python + Kubernetes 25 members, 42% of those with Python.',
    ]);
    await listOf(page)
      .getByRole('link', { name: /^Docker \+ Kubernetes/ })
      .click();
    await waitForRoot(page, {
      and: [
        condition('list', 'any_of', listId),
        condition('technology', 'any_of', 'docker'),
        condition('technology', 'any_of', 'kubernetes'),
      ],
    });
    await waitForTotal(page, 50);
  });

  test('say what failed, and are counted again on demand', async () => {
    const { page, problems } = await app.open(`/app/lists/${listId}`);
    problems.expect(/503/);
    let fails = true;
    await page.route('**/graphql', (route) =>
      fails && isAsked(route.request().postData())
        ? route.fulfill({
            status: 503,
            json: { errors: [{ message: 'Busy.', extensions: { code: 'INTERNAL_ERROR' } }] },
          })
        : route.continue(),
    );
    await disclose(page);
    const section = page.getByRole('region', { name: 'Technologies that occur together' });
    const again = section.getByRole('button', { name: /again/i });
    await again.waitFor();
    fails = false;
    await again.click();
    await listOf(page).waitFor();
  });

  test('say when the list is too small for them', async () => {
    const small = await app.createList(definitionOf(condition('name', 'contains', 'company-11')), 'Small');
    const page = await app.openPage(`/app/lists/${small}`);
    await disclose(page);
    await titleOf(page).waitFor();
    await page.getByText('Pairs need at least two technologies that 20 members have').waitFor();
  });

  test.each(['light', 'dark'] as const)('are accessible, also on a phone: %s', async (colorScheme) => {
    const { page } = await app.open(`/app/lists/${listId}`, { colorScheme });
    await disclose(page);
    await listOf(page).waitFor();
    await expectAccessible(page);
    await page.setViewportSize(SMALL);
    await page.getByText('Numbers', { exact: true }).click();
    await listOf(page).waitFor();
    expect(await widthOf(page)).toBe(SMALL.width);
    await expectAccessible(page);
  });
});
