import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Bitmap, deserialize, fromInt4s, IdList, serialize } from '../../../src/modules/facets/bitmap.ts';
import { cardinality, change, flatten, type Layers } from '../../../src/modules/facets/delta.ts';

const ids = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 30 });
/** Companies looked at, and which of them belong to the posting now. */
const step = ids.chain((lookedAt) => fc.tuple(fc.constant(lookedAt), fc.subarray(lookedAt)));

describe('change', () => {
  it('leaves (old minus looked at) plus now, however often', () => {
    fc.assert(
      fc.property(ids, fc.array(step, { minLength: 1, maxLength: 8 }), (start, steps) => {
        let layers: Layers = { base: new Bitmap(start), added: undefined, removed: undefined };
        let model = new Set(start);
        for (const [lookedAt, now] of steps) {
          const next = change(layers, new Bitmap(lookedAt), now.length > 0 ? new Bitmap(now) : undefined);
          const expected = new Set([...[...model].filter((id) => !lookedAt.includes(id)), ...now]);
          const same = expected.size === model.size && [...expected].every((id) => model.has(id));
          expect(next === undefined).toBe(same);
          model = expected;
          layers = next ?? layers;
          expect(flatten(layers).toArray()).toEqual([...model].sort((a, b) => a - b));
          expect(cardinality(layers)).toBe(model.size);
          expect(layers.base.toArray()).toEqual([...start].sort((a, b) => a - b));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('folds the deltas into the base when they have grown', () => {
    const layers = { base: Bitmap.fromRange(0, 100_000), added: undefined, removed: undefined };
    const few = change(layers, Bitmap.fromRange(0, 3000), new Bitmap());
    expect([few?.folded, few?.removed?.size, few?.base.size]).toEqual([false, 3000, 100_000]);
    const many = change(layers, Bitmap.fromRange(0, 5000), new Bitmap());
    expect([many?.folded, many?.removed, many?.base.size]).toEqual([true, undefined, 95_000]);
  });
});

describe('bitmaps', () => {
  it('come out of their portable form as they went in', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 2 ** 31 - 1 })), (values) => {
        const bitmap = new Bitmap(values);
        expect(deserialize(serialize(bitmap)).isEqual(bitmap)).toBe(true);
      }),
    );
  });

  it('are made of big-endian integers wherever these stand in memory', () => {
    for (const offset of [0, 1, 2, 3]) {
      const bytes = Buffer.alloc(offset + 12).subarray(offset);
      for (const [index, id] of [5, 300, 70_000].entries()) bytes.writeInt32BE(id, index * 4);
      expect(fromInt4s(bytes).toArray()).toEqual([5, 300, 70_000]);
    }
  });

  it('are made of any number of ids', () => {
    const list = new IdList();
    for (let id = 1; id <= 1000; id += 1) list.push(id);
    expect(list.toBitmap().isEqual(Bitmap.fromRange(1, 1001))).toBe(true);
    expect(new IdList().toBitmap().isEmpty).toBe(true);
  });
});
