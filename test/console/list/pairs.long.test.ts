import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  judgePairs,
  pairedTechnologies,
  pairsOf,
} from '../../../console/src/features/list/overview/pairs/pairs.ts';
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
const isAsked = (body: string | null) => body?.includes('"p27"') ?? false;

describeInBrowser('technologies that occur together, in the overview of a list', () => {
  test('are a table, counted when somebody scrolls to it; a cell leads to the companies that have both', async () => {
    const page = await app.openPage(`/app/lists/${listId}/overview`);
    let requests = 0;
    page.on('request', (request) => {
      if (isAsked(request.postData())) requests += 1;
    });
    await page.getByRole('list', { name: 'Technologies' }).getByText('Docker').waitFor();
    expect(requests).toBe(0);
    await titleOf(page).scrollIntoViewIfNeeded();
    const table = page.getByRole('table', { name: 'Technologies that occur together' });
    await table.waitFor();
    expect(requests).toBe(1);
    const heads = await table.getByRole('columnheader').allInnerTexts();
    expect(heads.map((text) => text.replace(/\s+/g, ' '))).toEqual([
      'Members with',
      'Docker 50% of all',
      'Python 50% of all',
      'Kubernetes 42% of all',
    ]);
    const row = table.getByRole('row', { name: /^Kubernetes/ });
    expect((await row.getByRole('cell').allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))).toEqual([
      '100% 2 ×',
      '50%',
      '·',
    ]);
    await row
      .getByRole('link', {
        name: '100% 2 ×: Kubernetes and Docker, 50 members: find them in the list builder',
      })
      .click();
    const [list, ...both] = [
      condition('list', 'any_of', listId),
      condition('technology', 'any_of', 'kubernetes'),
      condition('technology', 'any_of', 'docker'),
    ];
    await waitForRoot(page, { and: [list, ...both] });
    await waitForTotal(page, 50);
  });

  test('say what failed, and are counted again on demand', async () => {
    const { page, problems } = await app.open(`/app/lists/${listId}/overview`);
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
    await titleOf(page).scrollIntoViewIfNeeded();
    const section = page.getByRole('region', { name: 'Technologies that occur together' });
    const again = section.getByRole('button', { name: /again/i });
    await again.waitFor();
    fails = false;
    await again.click();
    await section.getByRole('table').waitFor();
  });

  test('say when the list is too small for them', async () => {
    const small = await app.createList(definitionOf(condition('name', 'contains', 'company-11')), 'Small');
    const page = await app.openPage(`/app/lists/${small}/overview`);
    await titleOf(page).scrollIntoViewIfNeeded();
    await page.getByText('Pairs need at least two technologies that 20 members have').waitFor();
  });

  test.each(['light', 'dark'] as const)('are accessible, and a list on a phone: %s', async (colorScheme) => {
    const { page } = await app.open(`/app/lists/${listId}/overview`, { colorScheme });
    await titleOf(page).scrollIntoViewIfNeeded();
    await page.getByRole('table', { name: 'Technologies that occur together' }).waitFor();
    await expectAccessible(page);
    await page.setViewportSize(SMALL);
    const list = page.getByRole('list', { name: 'Technologies that occur together' });
    const first = list.getByRole('listitem').first();
    expect((await first.innerText()).replace(/\s+/g, ' ').trim()).toBe(
      'Docker + Kubernetes 50 members, 83% of those with Docker. 2 × as often as by chance.',
    );
    expect(await list.getByRole('listitem').count()).toBe(3);
    expect(await widthOf(page)).toBe(SMALL.width);
    await expectAccessible(page);
  });
});
