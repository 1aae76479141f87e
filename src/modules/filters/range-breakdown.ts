import { Bitmap, type ReadonlyBitmap } from '../facets/bitmap.ts';
import { dayNumber, dayOf, decodeNumber, encodeNumber, partsOfNumber } from '../facets/number-encoding.ts';
import { VALUE_LIMITS } from '../fields/own-field.ts';
import { type BitSlices, bitsOf } from './number-comparison.ts';
import type { NumberField } from './registry.ts';

/** Matches whose number or day is from one bound to another, both included. */
export interface RangeCount {
  from: number | string;
  to: number | string;
  count: number;
}

/**
 * Counts the matches by ranges of their numbers or days, in ascending order. Bounds are round: multiples of 1, 2 or 5 times a power
 * of ten, or the beginnings of months, quarters and years. Ranges without a match are left out.
 *
 * @param most number of ranges at most.
 */
export function countRanges(
  field: NumberField,
  slices: BitSlices,
  matches: ReadonlyBitmap,
  most: number,
): RangeCount[] {
  const own = within(slices, matches);
  if (own.existing.isEmpty) return [];
  const bits = bitsOf(field);
  const [lowest, highest] = [extreme(own, true), extreme(own, false)];
  const starts =
    field.type === 'date'
      ? dayStarts(Number(lowest), Number(highest), most)
      : numberStarts(decodeNumber(lowest, bits), decodeNumber(highest, bits), most, !hasFraction(own, bits));
  const bounds = starts.map(({ from }) =>
    typeof from === 'string' ? BigInt(dayNumber(from)) : encodeNumber(from, bits),
  );
  const counts = countBetween(own, bounds);
  return starts
    .map((each, index) => ({ ...each, count: counts[index] ?? 0 }))
    .filter(({ count }) => count > 0);
}

/** Restricts slices to some companies. */
function within({ existing, negative, bits }: BitSlices, ids: ReadonlyBitmap): BitSlices {
  const matching = Bitmap.and(existing, ids);
  return { existing: matching, negative: Bitmap.and(negative, matching), bits };
}

/** Returns the encoded lowest or highest number. */
function extreme({ existing, negative, bits }: BitSlices, isLowest: boolean): bigint {
  const others = Bitmap.andNot(existing, negative);
  const isNegative = isLowest ? !negative.isEmpty : others.isEmpty;
  const magnitude = extremeMagnitude(isNegative ? negative : others, bits, isNegative === isLowest);
  return isNegative ? -magnitude : magnitude;
}

function extremeMagnitude(ids: ReadonlyBitmap, bits: readonly ReadonlyBitmap[], isHighest: boolean): bigint {
  const left = new Bitmap(ids);
  let magnitude = 0n;
  for (let bit = bits.length - 1; bit >= 0; bit -= 1) {
    const slice = bits[bit];
    if (slice === undefined || slice.isEmpty) continue;
    const isSet = isHighest ? left.intersects(slice) : left.isSubset(slice);
    if (isSet) magnitude += 1n << BigInt(bit);
    if (isSet === isHighest) left[isSet ? 'andInPlace' : 'andNotInPlace'](slice);
  }
  return magnitude;
}

function hasFraction({ existing, bits }: BitSlices, { lowest }: { lowest: number }): boolean {
  return bits.slice(0, -lowest).some((slice) => slice.intersects(existing));
}

type Start = Pick<RangeCount, 'from' | 'to'>;

/** Numbers are counted in ten-thousandths here: fractions of two would not add up. */
const ONE = 10n ** BigInt(VALUE_LIMITS.decimals);

function toTenThousandths(value: number): bigint {
  const { whole, fraction } = partsOfNumber(value);
  const magnitude = BigInt(whole) * ONE + BigInt(fraction);
  return value < 0 ? -magnitude : magnitude;
}

function fromTenThousandths(value: bigint): number {
  const magnitude = value < 0n ? -value : value;
  const fraction = String(magnitude % ONE).padStart(VALUE_LIMITS.decimals, '0');
  return Number(`${value < 0n ? '-' : ''}${magnitude / ONE}.${fraction}`) + 0;
}

const MOST = (10n ** BigInt(VALUE_LIMITS.digits) - 1n) * ONE;

/** Returns the nearest number that a value, and a bound of a condition, can have. */
function clamped(value: bigint): bigint {
  if (value > MOST) return MOST;
  return value < -MOST ? -MOST : value;
}

/** Rounds down, where a division of integers rounds towards zero. */
function floorDivide(value: bigint, by: bigint): bigint {
  return value / by - (value % by < 0n ? 1n : 0n);
}

/** Returns ranges of numbers from the lowest to the highest. */
function numberStarts(lowest: number, highest: number, most: number, isWhole: boolean): Start[] {
  const [first, last] = [toTenThousandths(lowest), toTenThousandths(highest)];
  // No step is below the last digit that the largest number can have.
  const largest = first < 0n && -first > last ? -first : last;
  const step = stepOf(first, last, most, isWhole ? ONE : unitBelow(largest + 1n, isWhole));
  const starts: Start[] = [];
  for (let at = floorDivide(first, step); at <= floorDivide(last, step); at += 1n) {
    const end = (at + 1n) * step;
    const to = fromTenThousandths(clamped(end - unitBelow(end, isWhole)));
    starts.push({ from: fromTenThousandths(clamped(at * step)), to });
  }
  // One range alone crosses zero where values have both signs.
  return starts.length > most ? [{ from: starts[0]?.from ?? 0, to: starts.at(-1)?.to ?? 0 }] : starts;
}

/** Returns the smallest step of 1, 2 or 5 times a power of ten by which there are few enough ranges. With two or more, none crosses zero. */
function stepOf(first: bigint, last: bigint, most: number, smallest: bigint): bigint {
  const allowed = BigInt(first < 0n && last >= 0n ? Math.max(most, 2) : most);
  for (let power = smallest; ; power *= 10n)
    for (const times of [1n, 2n, 5n]) {
      const step = times * power;
      if (floorDivide(last, step) - floorDivide(first, step) < allowed) return step;
    }
}

/** Returns the distance to the largest number below a bound that has no more digits than a value can have. */
function unitBelow(end: bigint, isWhole: boolean): bigint {
  const { digits, decimals } = VALUE_LIMITS;
  const below = end - 1n;
  const whole = String((below < 0n ? -below : below) / ONE).length;
  const places = isWhole ? 0 : Math.max(0, Math.min(decimals, digits - whole));
  return 10n ** BigInt(decimals - places);
}

/** Lengths of ranges of days, in months. */
const MONTHS = [1, 3, 12, 24, 60, 120, 240, 600, 1200, 2400];

/** Returns ranges of days from the first to the last, in days counted from 1900. */
function dayStarts(first: number, last: number, most: number): Start[] {
  const monthOf = (day: number) => {
    const [year = 0, month = 0] = dayOf(day).split('-').map(Number);
    return year * 12 + month - 1;
  };
  const [from, to] = [monthOf(first), monthOf(last)];
  const length =
    MONTHS.find((months) => Math.floor(to / months) - Math.floor(from / months) + 1 <= most) ?? 2400;
  const beginning = (month: number) =>
    Math.max(
      0,
      dayNumber(
        `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-01`,
      ),
    );
  const starts: Start[] = [];
  for (let at = Math.floor(from / length); at <= Math.floor(to / length); at += 1)
    starts.push({ from: dayOf(beginning(at * length)), to: dayOf(beginning((at + 1) * length) - 1) });
  return starts;
}

/** Places of two numbers among the bounds. */
type Places = readonly [first: number, last: number];

/**
 * Counts numbers between bounds by splitting them bit by bit: what is left of a half that lies between two bounds is counted at
 * once.
 *
 * @param bounds ascending, and not above the lowest number.
 */
function countBetween({ existing, negative, bits }: BitSlices, bounds: readonly bigint[]): number[] {
  const counts = bounds.map(() => 0);
  const placeOf = (value: bigint) => {
    let [low, high] = [0, bounds.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((bounds[middle] ?? 0n) <= value) low = middle;
      else high = middle;
    }
    return low;
  };
  const add = (place: number, count: number) => {
    counts[place] = (counts[place] ?? 0) + count;
  };
  /** Splits numbers of which the lowest belongs to the place `first` and the highest to `last`, without their signs. */
  const split = (
    ids: ReadonlyBitmap,
    bit: number,
    lowest: bigint,
    sign: bigint,
    [first, last]: Places,
  ): void => {
    const slice = bits[bit];
    if (first === last || slice === undefined) add(first, ids.size);
    else if (!ids.isEmpty) {
      const middle = lowest + (1n << BigInt(bit));
      const [below, above] = [placeOf(sign * (middle - 1n)), placeOf(sign * middle)];
      // Only a half that a bound divides is computed: the other one has the rest.
      const set = first === below || above !== last ? Bitmap.and(ids, slice) : undefined;
      const unset = first === below ? undefined : Bitmap.andNot(ids, slice);
      if (set) split(set, bit - 1, middle, sign, [above, last]);
      else add(last, ids.size - (unset?.size ?? 0));
      if (unset) split(unset, bit - 1, lowest, sign, [first, below]);
      else add(first, ids.size - (set?.size ?? 0));
    }
  };
  const most = (1n << BigInt(bits.length)) - 1n;
  split(Bitmap.andNot(existing, negative), bits.length - 1, 0n, 1n, [placeOf(0n), placeOf(most)]);
  split(negative, bits.length - 1, 0n, -1n, [placeOf(0n), placeOf(-most)]);
  return counts;
}
