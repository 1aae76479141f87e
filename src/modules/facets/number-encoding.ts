/**
 * Two encodings of an integer field, whose numbers are never negative:
 *
 * - Bit slices: each bit has a posting of the companies whose number has it set (O'Neil and Quass, "Improved Query
 *   Performance with Variant Indexes", 1997). They answer every comparison, but all of them must be read.
 * - Range-encoded bitmaps: each bound has a posting of the companies whose number is at least the bound (Chan and
 *   Ioannidis, "Bitmap Index Design and Evaluation", 1998). A comparison with a bound reads one posting, not twenty.
 */

/** Whole numbers from `first` to `last`, inclusive. */
export interface NumberRange {
  first: number;
  last: number;
}

/** Bit slices of a field. Years need 11 bits, counts of technologies or partners fewer than 24. */
export const BITS = 24;

/** Returns the value under which a bit slice is stored; bit 0 is the lowest. */
export function bitValue(bit: number): string {
  return String(bit);
}

/** Returns the value under which the range-encoded bitmap of a bound is stored. */
export function rangeValue(bound: number): string {
  return `>=${bound}`;
}

export function hasBit(value: number, bit: number): boolean {
  return ((value >>> bit) & 1) === 1;
}
