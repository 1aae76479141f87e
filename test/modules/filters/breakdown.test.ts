import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Bitmap } from '../../../src/modules/facets/bitmap.ts';
import type { PostingKey } from '../../../src/modules/facets/facet.ts';
import type { IndexSnapshot } from '../../../src/modules/facets/reader.ts';
import { countNumbers, countValues, type ValueSize } from '../../../src/modules/filters/breakdown.ts';

const COMPANIES = 400;

/** Postings of many values, the most frequent first. The matches may have another order. */
function makePostings(seed: number, values: number): Map<string, Bitmap> {
  let state = seed;
  const draw = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return new Map(
    Array.from({ length: values }, (_, rank) => {
      const share = 0.5 / (1 + rank / 20);
      const ids = Array.from({ length: COMPANIES }, (_, id) => id).filter(() => draw() < share);
      return [`value-${String(rank).padStart(3, '0')}`, new Bitmap(ids)];
    }),
  );
}

function sizesOf(postings: ReadonlyMap<string, Bitmap>): ValueSize[] {
  return [...postings]
    .map(([value, ids]) => ({ version: 1, value, cardinality: ids.size }))
    .filter(({ cardinality }) => cardinality > 0)
    .sort((a, b) => b.cardinality - a.cardinality || (a.value < b.value ? -1 : 1));
}

describe('countValues', () => {
  it('gives the same result as counting every value, although it reads only the most frequent ones', async () => {
    const shape = fc.record({
      seed: fc.integer({ min: 1, max: 1_000_000 }),
      first: fc.integer({ min: 1, max: 60 }),
      every: fc.integer({ min: 1, max: 60 }),
    });
    let read = 0;
    let values = 0;
    await fc.assert(
      fc.asyncProperty(shape, async ({ seed, first, every }) => {
        const postings = makePostings(seed, 300);
        const matches = new Bitmap(
          Array.from({ length: COMPANIES }, (_, id) => id).filter((id) => id % every === 0),
        );
        const snapshotOf = async (keys: readonly PostingKey[]): Promise<IndexSnapshot> => {
          read += keys.length;
          return {
            version: 1,
            posting: ({ value }) => postings.get(value) ?? new Bitmap(),
            result: () => ({ found: false, ids: new Bitmap(), validAt: 1 }),
            derive: (_, compute) => compute(),
          };
        };
        values += postings.size;
        const all = [...postings]
          .map(([value, ids]) => ({ value, count: matches.andCardinality(ids) }))
          .filter(({ count }) => count > 0)
          .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
        // More than one page of sizes, so that the rarest values are found as well.
        const sizes = sizesOf(postings);
        const sizesAt = async (limit: number, offset: number) => sizes.slice(offset, offset + limit);
        const found = await countValues('technology', sizesAt, matches, first, snapshotOf);
        expect(found).toEqual(all.slice(0, first));
      }),
      { numRuns: 60 },
    );
    expect(read).toBeLessThan(values);
  });
});

describe('countNumbers', () => {
  it('counts each number, including zero', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 60 }), (numbers) => {
        const existing = new Bitmap(numbers.keys());
        const bits = Array.from(
          { length: 6 },
          (_, bit) => new Bitmap([...numbers.keys()].filter((id) => (((numbers[id] ?? 0) >> bit) & 1) === 1)),
        );
        const counts = new Map<number, number>();
        for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
        const found = countNumbers({ existing, bits }, existing, 100);
        expect(new Map(found.map(({ value, count }) => [Number(value), count]))).toEqual(counts);
      }),
    );
  });
});
