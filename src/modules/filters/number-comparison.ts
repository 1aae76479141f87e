import { Bitmap, NO_IDS, type ReadonlyBitmap } from '../facets/bitmap.ts';
import { EVER } from '../facets/evidence-windows.ts';
import { existenceKey, type PostingKey } from '../facets/facet.ts';
import {
  type BitRange,
  bitValue,
  DAY_BITS,
  DECIMAL_BITS,
  dayNumber,
  encodeNumber,
  rangeValue,
  SIGN_VALUE,
  WHOLE_BITS,
} from '../facets/number-encoding.ts';
import type { IndexSnapshot } from '../facets/reader.ts';
import type { ConditionNode } from './definition.ts';
import type { Value } from './operators.ts';
import type { NumberField } from './registry.ts';

const BITS: Record<NumberField['type'], BitRange> = {
  integer: WHOLE_BITS,
  number: DECIMAL_BITS,
  date: DAY_BITS,
};

/** Returns the bits that the numbers of a field have. */
export function bitsOf({ type }: Pick<NumberField, 'type'>): BitRange {
  return BITS[type];
}

/** Encoded numbers that are at least `from` and less than `below`; undefined for no bound. */
interface Range {
  from: bigint | undefined;
  below: bigint | undefined;
}

function encode({ type }: NumberField, value: Value): bigint {
  return encodeNumber(type === 'date' ? dayNumber(String(value)) : Number(value), BITS[type]);
}

function rangeOf(field: NumberField, { operator, values }: ConditionNode): Range {
  const [first = 0, last = first] = values;
  return {
    from: operator === 'lte' ? undefined : encode(field, first),
    below: operator === 'gte' ? undefined : encode(field, last) + 1n,
  };
}

/** Returns the keys of the postings that a comparison reads: one for each end that has a range-encoded bitmap. */
export function rangeKeys(field: NumberField, condition: ConditionNode): PostingKey[] {
  const { from, below } = rangeOf(field, condition);
  return [...boundKeys(field, from), ...(below === undefined ? [] : boundKeys(field, below))];
}

function boundKeys(field: NumberField, bound: bigint | undefined): PostingKey[] {
  if (isBelowAll(field, bound)) return [existenceKey(field.facet)];
  return isRangeEncoded(field, bound) ? [keyOf(field, rangeValue(Number(bound)))] : sliceKeys(field);
}

/** Tells whether every number of a field is at least a bound. */
function isBelowAll(field: NumberField, bound: bigint | undefined): bound is undefined {
  return bound === undefined || (bound <= 0n && !isSigned(field));
}

function isSigned({ type }: NumberField): boolean {
  return type === 'number';
}

/** Returns the companies whose number meets a comparison. */
export function compareNumbers(
  field: NumberField,
  condition: ConditionNode,
  snapshot: IndexSnapshot,
): ReadonlyBitmap {
  const { from, below } = rangeOf(field, condition);
  if (below === undefined) return atLeast(field, from, snapshot);
  return snapshot.derive(field.facet, `range\0${from}\0${below}`, () =>
    Bitmap.andNot(atLeast(field, from, snapshot), atLeast(field, below, snapshot)),
  );
}

/** Returns the companies whose number is at least the bound. */
function atLeast(field: NumberField, bound: bigint | undefined, snapshot: IndexSnapshot): ReadonlyBitmap {
  if (isBelowAll(field, bound)) return snapshot.posting(existenceKey(field.facet));
  if (isRangeEncoded(field, bound)) return snapshot.posting(keyOf(field, rangeValue(Number(bound))));
  return snapshot.derive(field.facet, `at_least\0${bound}`, () => {
    const slices = slicesOf(field, snapshot);
    const { existing, negative } = slices;
    // Of numbers below zero, those with smaller slices are greater.
    if (bound <= 0n) return Bitmap.andNot(existing, Bitmap.and(negative, selectAtLeast(slices, 1n - bound)));
    const found = selectAtLeast(slices, bound);
    return negative.isEmpty ? found : Bitmap.andNot(found, negative);
  });
}

function isRangeEncoded({ source }: NumberField, bound: bigint): boolean {
  if (source.from !== 'integer') return false;
  return bound >= source.rangeEncoded.first && bound <= source.rangeEncoded.last;
}

/** A number field as bit slices. */
export interface BitSlices {
  /** The existence bitmap: companies that have a number. */
  existing: ReadonlyBitmap;
  /** Companies whose number is below zero. */
  negative: ReadonlyBitmap;
  /** By bit, the lowest first: companies whose number, without its sign, has it set. */
  bits: readonly ReadonlyBitmap[];
}

/** Returns the keys of the postings that `slicesOf` reads. */
export function sliceKeys(field: NumberField): PostingKey[] {
  const sign = isSigned(field) ? [keyOf(field, SIGN_VALUE)] : [];
  return [existenceKey(field.facet), ...sign, ...bitKeys(field)];
}

export function slicesOf(field: NumberField, snapshot: IndexSnapshot): BitSlices {
  const bits = bitKeys(field).map((key) => snapshot.posting(key));
  const used = bits.findLastIndex((ids) => !ids.isEmpty) + 1;
  return {
    existing: snapshot.posting(existenceKey(field.facet)),
    negative: isSigned(field) ? snapshot.posting(keyOf(field, SIGN_VALUE)) : NO_IDS,
    bits: bits.slice(0, used),
  };
}

function bitKeys(field: NumberField): PostingKey[] {
  const { lowest, highest } = bitsOf(field);
  return Array.from({ length: highest - lowest + 1 }, (_, index) => keyOf(field, bitValue(lowest + index)));
}

function keyOf({ facet }: NumberField, value: string): PostingKey {
  return { field: facet, value, window: EVER };
}

/**
 * Selects the companies whose number, without its sign, is at least a value. It goes from the lowest set bit of the value upwards:
 * `found` are the numbers whose lower bits are at least those of the value.
 *
 * @param value above zero.
 */
function selectAtLeast({ existing, bits }: BitSlices, value: bigint): ReadonlyBitmap {
  const hasBit = (bit: number) => ((value >> BigInt(bit)) & 1n) === 1n;
  if (value >= 1n << BigInt(bits.length)) return NO_IDS;
  const lowest = bits.findIndex((_, bit) => hasBit(bit));
  const [first = existing, ...higher] = bits.slice(lowest);
  const found = new Bitmap(first);
  for (const [index, ids] of higher.entries()) {
    if (hasBit(lowest + 1 + index)) found.andInPlace(ids);
    else if (!ids.isEmpty) found.orInPlace(ids);
  }
  return found;
}
