import { expect, test } from '@jest/globals';
import { recentSizes, SIZES } from '../../../console/src/lib/recent-sizes.ts';

const DAY_MS = 86_400_000;
const BEGIN = Date.parse('2026-06-01T00:00:00Z');
/** A computation so many days after the begin, with as many members as its place tells. */
const at = (day: number, total: number) => ({
  materializedAt: new Date(BEGIN + day * DAY_MS).toISOString(),
  counts: { total },
});
const totals = (all: readonly ReturnType<typeof at>[]) => recentSizes(all, BEGIN).map(({ total }) => total);

test('sizes begin with the last one before the period', () => {
  expect(totals([at(9, 5), at(4, 3), at(-1, 2), at(-6, 1)])).toEqual([2, 3, 5]);
  expect(totals([at(9, 5), at(4, 3)])).toEqual([3, 5]);
});

test('pages that read more computations than others show the same sizes', () => {
  const most = Array.from({ length: 2 * SIZES }, (_, place) => at(29 - place / 4, 100 - place));
  expect(totals(most)).toHaveLength(SIZES);
  expect(totals(most)).toEqual(totals(most.slice(0, SIZES)));
});
