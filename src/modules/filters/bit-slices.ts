import { Bitmap, type ReadonlyBitmap } from '../facets/bitmap.ts';

/**
 * Integers as bit slices (O'Neil and Quass, "Improved Query Performance with Variant Indexes", 1997): `known` are the
 * companies that have a number, `bits[i]` those whose number has bit i set.
 */
export interface Slices {
  known: ReadonlyBitmap;
  bits: readonly ReadonlyBitmap[];
}

/** More than any number in the catalogue needs: years have 11 bits, counts of technologies or partners fewer than 24. */
export const SLICES = 24;

/** Companies whose number is from `min` to `max`, both included. */
export function between(slices: Slices, min: number, max: number): ReadonlyBitmap {
  const largest = 2 ** slices.bits.length - 1;
  if (max < 0 || min > largest || min > max) return new Bitmap();
  if (min === max) return equal(slices, min);
  const reached = min <= 0 ? slices.known : atLeast(slices, min);
  if (max >= largest) return reached;
  return Bitmap.andNot(reached, atLeast(slices, max + 1));
}

function equal({ known, bits }: Slices, value: number): Bitmap {
  const found = new Bitmap(known);
  for (const [bit, ids] of bits.entries()) {
    if (isSet(value, bit)) found.andInPlace(ids);
    else found.andNotInPlace(ids);
  }
  return found;
}

/**
 * From the lowest bit up, `found` are the numbers whose lower bits reach those of the value. Below the lowest bit that
 * the value has set, all of them do.
 */
function atLeast({ known, bits }: Slices, value: number): ReadonlyBitmap {
  const lowest = bits.findIndex((_, bit) => isSet(value, bit));
  const [first = known, ...higher] = bits.slice(lowest);
  const found = new Bitmap(first);
  for (const [index, ids] of higher.entries()) {
    const bit = lowest + 1 + index;
    if (isSet(value, bit)) found.andInPlace(ids);
    else if (!ids.isEmpty) found.orInPlace(ids);
  }
  return found;
}

function isSet(value: number, bit: number): boolean {
  return ((value >>> bit) & 1) === 1;
}
