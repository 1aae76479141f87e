import { Bitmap, NO_IDS, type ReadonlyBitmap } from '../facets/bitmap.ts';
import { EVER } from '../facets/evidence-windows.ts';
import { existenceKey, type PostingKey } from '../facets/facet.ts';
import { BITS, bitValue, hasBit, rangeValue } from '../facets/number-encoding.ts';
import type { IndexSnapshot } from '../facets/reader.ts';
import type { ConditionNode } from './definition.ts';
import type { IntegerField } from './registry.ts';

/** Numbers that are at least `from` and less than `below`. */
interface Range {
  from: number;
  below: number;
}

function rangeOf({ operator, values }: ConditionNode): Range {
  const [first = 0, last = first] = values.map(Number);
  return { from: operator === 'lte' ? 0 : first, below: operator === 'gte' ? Infinity : last + 1 };
}

/** Returns the keys of the postings that a comparison reads: one for each end that has a range-encoded bitmap. */
export function rangeKeys(field: IntegerField, condition: ConditionNode): PostingKey[] {
  const { from, below } = rangeOf(condition);
  return [...boundKeys(field, from), ...boundKeys(field, below)];
}

function boundKeys(field: IntegerField, bound: number): PostingKey[] {
  if (bound === Infinity) return [];
  if (bound <= 0) return [existenceKey(field.key)];
  return isRangeEncoded(field, bound) ? [keyOf(field, rangeValue(bound))] : sliceKeys(field);
}

/** Returns the companies whose number meets a comparison. */
export function compareNumbers(
  field: IntegerField,
  condition: ConditionNode,
  snapshot: IndexSnapshot,
): ReadonlyBitmap {
  const { from, below } = rangeOf(condition);
  if (below === Infinity) return atLeast(field, from, snapshot);
  return snapshot.derive(`range\0${field.key}\0${from}\0${below}`, () =>
    Bitmap.andNot(atLeast(field, from, snapshot), atLeast(field, below, snapshot)),
  );
}

/** Returns the companies whose number is at least the bound. */
function atLeast(field: IntegerField, bound: number, snapshot: IndexSnapshot): ReadonlyBitmap {
  if (bound <= 0) return snapshot.posting(existenceKey(field.key));
  if (isRangeEncoded(field, bound)) return snapshot.posting(keyOf(field, rangeValue(bound)));
  return snapshot.derive(`at_least\0${field.key}\0${bound}`, () =>
    selectAtLeast(slicesOf(field, snapshot), bound),
  );
}

function isRangeEncoded({ source: { rangeEncoded } }: IntegerField, bound: number): boolean {
  return bound >= rangeEncoded.first && bound <= rangeEncoded.last;
}

/** An integer field as bit slices. */
export interface BitSlices {
  /** The existence bitmap: companies that have a number. */
  existing: ReadonlyBitmap;
  /** By bit, the lowest first: companies whose number has it set. */
  bits: readonly ReadonlyBitmap[];
}

/** Returns the keys of the postings that `slicesOf` reads. */
export function sliceKeys(field: IntegerField): PostingKey[] {
  return [existenceKey(field.key), ...bitKeys(field)];
}

export function slicesOf(field: IntegerField, snapshot: IndexSnapshot): BitSlices {
  const bits = bitKeys(field).map((key) => snapshot.posting(key));
  const used = bits.findLastIndex((ids) => !ids.isEmpty) + 1;
  return { existing: snapshot.posting(existenceKey(field.key)), bits: bits.slice(0, used) };
}

function bitKeys(field: IntegerField): PostingKey[] {
  return Array.from({ length: BITS }, (_, bit) => keyOf(field, bitValue(bit)));
}

function keyOf({ key }: IntegerField, value: string): PostingKey {
  return { field: key, value, window: EVER };
}

/**
 * Selects the companies whose number is at least a value. It goes from the lowest set bit of the value upwards: `found`
 * are the numbers whose lower bits are at least those of the value.
 *
 * @param value above zero.
 */
function selectAtLeast({ existing, bits }: BitSlices, value: number): ReadonlyBitmap {
  if (value >= 2 ** bits.length) return NO_IDS;
  const lowest = bits.findIndex((_, bit) => hasBit(value, bit));
  const [first = existing, ...higher] = bits.slice(lowest);
  const found = new Bitmap(first);
  for (const [index, ids] of higher.entries()) {
    const bit = lowest + 1 + index;
    if (hasBit(value, bit)) found.andInPlace(ids);
    else if (!ids.isEmpty) found.orInPlace(ids);
  }
  return found;
}
