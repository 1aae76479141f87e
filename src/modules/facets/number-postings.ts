import type { CopyRow } from '../../database/copy-reader.ts';
import { Bitmap, IdList, listOf, union } from './bitmap.ts';
import { EVER } from './evidence-windows.ts';
import { existenceKey } from './facet.ts';
import {
  type BitRange,
  bitValue,
  eachBit,
  type NumberRange,
  rangeValue,
  SIGN_VALUE,
  WHOLE_BITS,
} from './number-encoding.ts';
import type { Collector, Postings } from './postings.ts';

/** Collects bit slices, that of the sign, and the existence bitmap of numbers. */
export class SliceCollector {
  readonly #range: BitRange;
  readonly #slices = new Map<string, IdList>();
  readonly #ids = new IdList();

  constructor(range: BitRange) {
    this.#range = range;
  }

  add(id: number, value: number): void {
    this.#ids.push(id);
    if (value < 0) listOf(this.#slices, SIGN_VALUE).push(id);
    eachBit(value, this.#range, (bit) => listOf(this.#slices, bitValue(bit)).push(id));
  }

  finish(postings: Postings, field: string): void {
    postings.set(existenceKey(field), this.#ids.toBitmap());
    for (const [value, ids] of this.#slices) postings.set({ field, value, window: EVER }, ids.toBitmap());
  }
}

/** Builds the slices of an integer column, and its range-encoded bitmaps. */
export class NumberCollector implements Collector {
  readonly #slices = new SliceCollector(WHOLE_BITS);
  readonly #byNumber = new Map<number, IdList>();
  readonly #rangeEncoded: NumberRange;

  constructor(rangeEncoded: NumberRange) {
    this.#rangeEncoded = rangeEncoded;
  }

  add(id: number, row: CopyRow, column: number): void {
    const number = row.int4(column);
    this.#slices.add(id, number);
    listOf(this.#byNumber, number).push(id);
  }

  finish(postings: Postings, field: string): void {
    this.#slices.finish(postings, field);
    const sets = [...this.#byNumber].map(([number, ids]) => ({ number, ids: ids.toBitmap() }));
    for (const [bound, ids] of encodeRanges(this.#rangeEncoded, sets)) {
      if (!ids.isEmpty) postings.set({ field, value: rangeValue(bound), window: EVER }, ids);
    }
  }
}

interface NumberSet {
  number: number;
  ids: Bitmap;
}

/** Yields the companies whose number is at least each bound, the highest bound first. */
function* encodeRanges(
  { first, last }: NumberRange,
  sets: readonly NumberSet[],
): Generator<[bound: number, Bitmap]> {
  let atLeast = union(sets.filter(({ number }) => number > last));
  const byNumber = new Map(sets.map(({ number, ids }) => [number, ids]));
  for (let bound = last; bound >= first; bound -= 1) {
    const more = byNumber.get(bound);
    if (more) atLeast = Bitmap.or(atLeast, more);
    yield [bound, atLeast];
  }
}
