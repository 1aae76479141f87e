import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Bitmap, deserialize, fromInt4s, IdList, serialize } from '../../../src/modules/facets/bitmap.ts';
import {
  cardinality,
  computeChange,
  flatten,
  type Layers,
  moveIds,
} from '../../../src/modules/facets/delta.ts';

const ids = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 30 });
/** The scope of a refresh, and the companies in it that now belong to the posting. */
const refresh = ids.chain((scope) => fc.tuple(fc.constant(scope), fc.subarray(scope)));

describe('computeChange', () => {
  it('returns (old minus scope) plus members, after any number of refreshes', () => {
    fc.assert(
      fc.property(ids, fc.array(refresh, { minLength: 1, maxLength: 8 }), (start, refreshes) => {
        let layers: Layers = { base: new Bitmap(start), added: undefined, removed: undefined };
        let model = new Set(start);
        for (const [scope, members] of refreshes) {
          const next = computeChange(
            layers,
            new Bitmap(scope),
            members.length > 0 ? new Bitmap(members) : undefined,
          );
          const expected = new Set([...[...model].filter((id) => !scope.includes(id)), ...members]);
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

  it('folds large deltas into the base', () => {
    const layers = { base: Bitmap.fromRange(0, 100_000), added: undefined, removed: undefined };
    const few = computeChange(layers, Bitmap.fromRange(0, 3000), new Bitmap());
    expect([few?.folded, few?.removed?.size, few?.base.size]).toEqual([false, 3000, 100_000]);
    const many = computeChange(layers, Bitmap.fromRange(0, 5000), new Bitmap());
    expect([many?.folded, many?.removed, many?.base.size]).toEqual([true, undefined, 95_000]);
  });
});

describe('moveIds', () => {
  it('returns the deltas of a posting that some ids leave and others enter, after any number of moves', () => {
    fc.assert(
      fc.property(ids, fc.array(ids, { minLength: 1, maxLength: 8 }), (start, moves) => {
        const base = new Bitmap(start);
        let layers: Layers = { base };
        const model = new Set(start);
        for (const moved of moves) {
          const leaving = moved.filter((id) => model.has(id));
          const entering = moved.filter((id) => !model.has(id));
          for (const id of leaving) model.delete(id);
          for (const id of entering) model.add(id);
          layers = { base, ...moveIds(layers, new Bitmap(entering), new Bitmap(leaving)) };
          expect(flatten(layers).toArray()).toEqual([...model].sort((a, b) => a - b));
          expect(cardinality(layers)).toBe(model.size);
        }
        expect(base.toArray()).toEqual([...start].sort((a, b) => a - b));
      }),
      { numRuns: 500 },
    );
  });
});

describe('bitmaps', () => {
  it('survive serialization', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 2 ** 31 - 1 })), (values) => {
        const bitmap = new Bitmap(values);
        expect(deserialize(serialize(bitmap)).isEqual(bitmap)).toBe(true);
      }),
    );
  });

  it('are decoded from big-endian integers at any offset in memory', () => {
    for (const offset of [0, 1, 2, 3]) {
      const bytes = Buffer.alloc(offset + 12).subarray(offset);
      for (const [index, id] of [5, 300, 70_000].entries()) bytes.writeInt32BE(id, index * 4);
      expect(fromInt4s(bytes).toArray()).toEqual([5, 300, 70_000]);
    }
  });

  it('are built from any number of ids', () => {
    const list = new IdList();
    for (let id = 1; id <= 1000; id += 1) list.push(id);
    expect(list.toBitmap().isEqual(Bitmap.fromRange(1, 1001))).toBe(true);
    expect(new IdList().toBitmap().isEmpty).toBe(true);
  });
});
