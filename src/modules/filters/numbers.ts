import { Bitmap, NO_IDS, type ReadonlyBitmap } from '../facets/bitmap.ts';
import { knownKey, type PostingKey } from '../facets/facet.ts';
import { BITS, bitValue, hasBit, stepValue } from '../facets/numbers.ts';
import type { Snapshot } from '../facets/reader.ts';
import { EVER } from '../facets/windows.ts';
import type { ConditionNode } from './definition.ts';
import type { IntegerField } from './registry.ts';

/** The numbers from `from` on and below `below`. */
interface Range {
  from: number;
  below: number;
}

function rangeOf({ operator, values }: ConditionNode): Range {
  const [first = 0, last = first] = values.map(Number);
  return { from: operator === 'lte' ? 0 : first, below: operator === 'gte' ? Infinity : last + 1 };
}

/** The postings that a comparison reads: one for each end that is a step. */
export function rangeKeys(field: IntegerField, condition: ConditionNode): PostingKey[] {
  const { from, below } = rangeOf(condition);
  return [...boundKeys(field, from), ...boundKeys(field, below)];
}

function boundKeys(field: IntegerField, bound: number): PostingKey[] {
  if (bound === Infinity) return [];
  if (bound <= 0) return [knownKey(field.key)];
  return isStep(field, bound) ? [keyOf(field, stepValue(bound))] : sliceKeys(field);
}

/** The companies whose number meets the comparison. */
export function compareNumbers(
  field: IntegerField,
  condition: ConditionNode,
  snapshot: Snapshot,
): ReadonlyBitmap {
  const { from, below } = rangeOf(condition);
  if (below === Infinity) return reaching(field, from, snapshot);
  return snapshot.derive(`range\0${field.key}\0${from}\0${below}`, () =>
    Bitmap.andNot(reaching(field, from, snapshot), reaching(field, below, snapshot)),
  );
}

/** The companies whose number is the bound or more. */
function reaching(field: IntegerField, bound: number, snapshot: Snapshot): ReadonlyBitmap {
  if (bound <= 0) return snapshot.posting(knownKey(field.key));
  if (isStep(field, bound)) return snapshot.posting(keyOf(field, stepValue(bound)));
  return snapshot.derive(`reaching\0${field.key}\0${bound}`, () => atLeast(slicesOf(field, snapshot), bound));
}

function isStep({ source: { steps } }: IntegerField, bound: number): boolean {
  return bound >= steps.first && bound <= steps.last;
}

/** Integers as bit slices: `known` are the companies that have a number, `bits[i]` those whose number has bit i set. */
export interface Slices {
  known: ReadonlyBitmap;
  bits: readonly ReadonlyBitmap[];
}

/** The postings that `slicesOf` reads. */
export function sliceKeys(field: IntegerField): PostingKey[] {
  return [knownKey(field.key), ...bitKeys(field)];
}

export function slicesOf(field: IntegerField, snapshot: Snapshot): Slices {
  const bits = bitKeys(field).map((key) => snapshot.posting(key));
  const used = bits.findLastIndex((ids) => !ids.isEmpty) + 1;
  return { known: snapshot.posting(knownKey(field.key)), bits: bits.slice(0, used) };
}

/** The lowest bit first. */
function bitKeys(field: IntegerField): PostingKey[] {
  return Array.from({ length: BITS }, (_, bit) => keyOf(field, bitValue(bit)));
}

function keyOf({ key }: IntegerField, value: string): PostingKey {
  return { field: key, value, window: EVER };
}

/**
 * From the lowest bit up, `found` are the numbers whose lower bits reach those of the value. Below the lowest bit that
 * the value has set, all of them do.
 *
 * @param value above zero.
 */
export function atLeast({ known, bits }: Slices, value: number): ReadonlyBitmap {
  if (value >= 2 ** bits.length) return NO_IDS;
  const lowest = bits.findIndex((_, bit) => hasBit(value, bit));
  const [first = known, ...higher] = bits.slice(lowest);
  const found = new Bitmap(first);
  for (const [index, ids] of higher.entries()) {
    const bit = lowest + 1 + index;
    if (hasBit(value, bit)) found.andInPlace(ids);
    else if (!ids.isEmpty) found.orInPlace(ids);
  }
  return found;
}
