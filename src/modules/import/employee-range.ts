import { EMPLOYEE_BANDS as BANDS, type EmployeeRange } from '../catalogue/employee-ranges.ts';

const SPELLING = /^(\d{1,9})(?:(\+)|-(\d{1,9}))?$/;
const DASHES = /[\u2010-\u2015\u2212]/g;
const NOISE = /employees?|people|staff|[\s,_'\u2019]/g;

/** @returns the band that `count` employees fall into; undefined below one. */
export function bandOfCount(count: number): EmployeeRange | undefined {
  return BANDS.findLast(([, least]) => count >= least)?.[0];
}

/**
 * Reads a band in the spellings that sources use: `51-200`, `51 – 200 employees`, `10,001+`, `11 to 50`.
 *
 * @returns undefined when it is no band, or one that spans several of ours, such as `201-1000` and `1001+`
 * (contract, section 8): choosing one of them would be a guess.
 */
export function parseEmployeeRange(text: string): EmployeeRange | undefined {
  const plain = text
    .toLowerCase()
    .replace(DASHES, '-')
    .replace(/\sto\s/, '-')
    .replace(NOISE, '');
  const match = SPELLING.exec(plain);
  if (!match) return undefined;
  const [, from = '', openEnded, to = from] = match;
  const low = Number(from);
  const high = openEnded ? Number.POSITIVE_INFINITY : Number(to);
  if (low > high) return undefined;
  // "0-10" is how some sources write the smallest band.
  const band = bandOfCount(Math.max(low, high > 0 ? 1 : 0));
  return band !== undefined && band === bandOfCount(high) ? band : undefined;
}
