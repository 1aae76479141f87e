/**
 * Encodings of the numbers of a field:
 *
 * - Bit slices: each bit has a posting of the companies whose number has it set (O'Neil and Quass, "Improved Query
 *   Performance with Variant Indexes", 1997). They answer every comparison, but all of them must be read. Numbers of own fields
 *   have slices for four digits after the point as well, and one for the sign.
 * - Range-encoded bitmaps: each bound has a posting of the companies whose number is at least the bound (Chan and
 *   Ioannidis, "Bitmap Index Design and Evaluation", 1998). A comparison with a bound reads one posting, not twenty.
 */

/** Whole numbers from `first` to `last`, inclusive. */
export interface NumberRange {
  first: number;
  last: number;
}

/** The bits of a field's numbers, the lowest and the highest included. Bit 0 is that of 1; the digits after the point are below it. */
export interface BitRange {
  lowest: number;
  highest: number;
}

/** Bits of a built-in field. Years need 11 bits, counts of technologies or partners fewer than 24. */
export const WHOLE_BITS: BitRange = { lowest: 0, highest: 23 };
/** Bits of an own number, of up to 15 digits. */
export const DECIMAL_BITS: BitRange = { lowest: -14, highest: 49 };
/** Bits of the days from 1900 to 2100. */
export const DAY_BITS: BitRange = { lowest: 0, highest: 16 };

/** The slice of the companies whose number is below zero. */
export const SIGN_VALUE = '-';

/** Returns the value under which a bit slice is stored. */
export function bitValue(bit: number): string {
  return String(bit);
}

/** Returns the value under which the range-encoded bitmap of a bound is stored. */
export function rangeValue(bound: number): string {
  return `>=${bound}`;
}

/** Ten-thousandths that a number has at most after the point, as 14 bits: whole numbers leave their slices empty. */
const FRACTION_BITS = 14;
const FRACTION_DIGITS = 4;

/** Parts of a number without its sign: before the point, and ten-thousandths after it. */
export function partsOfNumber(value: number): { whole: number; fraction: number } {
  const [whole = '', digits = ''] = String(Math.abs(value)).split('.');
  return { whole: Number(whole), fraction: Number(digits.padEnd(FRACTION_DIGITS, '0')) };
}

/** Returns an integer for a number, in which bit 0 is the lowest of its bits. The order of numbers is that of the integers. */
export function encodeNumber(value: number, { lowest }: BitRange): bigint {
  const { whole, fraction } = partsOfNumber(value);
  const magnitude = lowest < 0 ? (BigInt(whole) << BigInt(FRACTION_BITS)) + BigInt(fraction) : BigInt(whole);
  return value < 0 ? -magnitude : magnitude;
}

/** Returns the number of an integer that `encodeNumber` made. */
export function decodeNumber(encoded: bigint, { lowest }: BitRange): number {
  if (lowest === 0) return Number(encoded);
  const magnitude = encoded < 0n ? -encoded : encoded;
  const whole = magnitude >> BigInt(FRACTION_BITS);
  const fraction = String(magnitude - (whole << BigInt(FRACTION_BITS))).padStart(FRACTION_DIGITS, '0');
  return Number(`${encoded < 0n ? '-' : ''}${whole}.${fraction}`);
}

const HALF = 25;
const HALF_SIZE = 2 ** HALF;

/** Calls `take` with each bit that is set in a number without its sign. */
export function eachBit(value: number, range: BitRange, take: (bit: number) => void): void {
  if (Number.isInteger(value)) {
    eachSet(Math.abs(value), take);
    return;
  }
  const { whole, fraction } = partsOfNumber(value);
  eachSet(whole, take);
  if (range.lowest < 0) eachSetOf(fraction, -FRACTION_BITS, take);
}

/** Bit operations of JavaScript have 32 bits. */
function eachSet(whole: number, take: (bit: number) => void): void {
  eachSetOf(whole % HALF_SIZE, 0, take);
  if (whole >= HALF_SIZE) eachSetOf(Math.floor(whole / HALF_SIZE), HALF, take);
}

function eachSetOf(bits: number, offset: number, take: (bit: number) => void): void {
  for (let left = bits; left !== 0; left &= left - 1) take(offset + 31 - Math.clz32(left & -left));
}

const FIRST_DAY = Date.UTC(1900, 0, 1);
const DAY_MS = 86_400_000;

/** Returns the number of a day, `YYYY-MM-DD`, counted from 1900. */
export function dayNumber(day: string): number {
  return Math.round((Date.parse(day) - FIRST_DAY) / DAY_MS);
}

/** Returns the day of a number that `dayNumber` made. */
export function dayOf(number: number): string {
  return new Date(FIRST_DAY + number * DAY_MS).toISOString().slice(0, 10);
}
