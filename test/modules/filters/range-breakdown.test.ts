import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Bitmap } from '../../../src/modules/facets/bitmap.ts';
import { encodeNumber } from '../../../src/modules/facets/number-encoding.ts';
import type { BitSlices } from '../../../src/modules/filters/number-comparison.ts';
import { bitsOf } from '../../../src/modules/filters/number-comparison.ts';
import { countRanges } from '../../../src/modules/filters/range-breakdown.ts';
import type { NumberField } from '../../../src/modules/filters/registry.ts';

const FIELD = { type: 'number' } as NumberField;

function slicesOf(values: readonly number[]): BitSlices {
  const range = bitsOf(FIELD);
  const encoded = values.map((value) => encodeNumber(Math.abs(value), range));
  const ids = (test: (index: number) => boolean) =>
    new Bitmap(values.map((_, index) => index).filter((index) => test(index)));
  return {
    existing: ids(() => true),
    negative: ids((index) => (values[index] ?? 0) < 0),
    bits: Array.from({ length: range.highest - range.lowest + 1 }, (_, bit) =>
      ids((index) => (((encoded[index] ?? 0n) >> BigInt(bit)) & 1n) === 1n),
    ),
  };
}

/** Decimals of up to 15 digits, 4 of them after the point. */
const decimal = fc
  .tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 15 }), fc.maxSafeInteger())
  .map(([places, digits, number]) => Number(`${number % 10 ** Math.max(digits, 1)}e-${places}`))
  .filter(
    (value) =>
      /^-?\d{1,15}(\.\d{1,4})?$/.test(String(value)) && String(value).replace(/\D/g, '').length <= 15,
  );

it('counts every match in exactly one range, by bounds that a condition can compare', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(decimal, fc.integer({ min: -50, max: 50 })), { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 40 }),
      (values, most) => {
        const found = countRanges(FIELD, slicesOf(values), new Bitmap(values.keys()), most);
        expect(found.length).toBeLessThanOrEqual(most);
        const counts = found.map(
          ({ from, to }) => values.filter((value) => value >= Number(from) && value <= Number(to)).length,
        );
        expect(found.map(({ count }) => count)).toEqual(counts);
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(values.length);
      },
    ),
    {
      numRuns: 300,
      examples: [
        [[225_284_607_492.1], 1],
        [[-7, 3.5, 0], 1],
      ],
    },
  );
});
