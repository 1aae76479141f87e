/**
 * How the numbers of an integer field are kept, none of which is negative. Each bit has a posting of the companies whose
 * number has it set (bit slices: O'Neil and Quass, "Improved Query Performance with Variant Indexes", 1997): exact for
 * every number, and all of them must be read. Each step has one of the companies whose number reaches it (range encoding:
 * Chan and Ioannidis, "Bitmap Index Design and Evaluation", 1998): a comparison with a step reads one, not twenty.
 */

/** The numbers that have a step, both ends included; there is none above the largest number that a company has. */
export interface Steps {
  first: number;
  last: number;
}

/** More than any number in the catalogue needs: years have 11 bits, counts of technologies or partners fewer than 24. */
export const BITS = 24;

/** The value under which the posting of a bit is stored, the lowest being 0. */
export function bitValue(bit: number): string {
  return String(bit);
}

/** The value under which the posting of the companies that reach a step is stored. */
export function stepValue(step: number): string {
  return `>=${step}`;
}

export function hasBit(value: number, bit: number): boolean {
  return ((value >>> bit) & 1) === 1;
}
