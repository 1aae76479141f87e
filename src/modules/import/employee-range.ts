import { EMPLOYEE_BANDS as BANDS, type EmployeeRange } from '../catalogue/employee-ranges.ts';

const SPELLING = /^(\d{1,9})(?:(\+)|-(\d{1,9}))?$/;
const DASHES = /[\u2010-\u2015\u2212]/g;
const NOISE = /employees?|people|staff|[\s,_'\u2019]/g;

/** @returns the employee range of `count` employees; undefined below 1. */
export function bandOfCount(count: number): EmployeeRange | undefined {
  return BANDS.findLast(([, least]) => count >= least)?.[0];
}

/**
 * Parses an employee range as sources spell it: `51-200`, `51 – 200 employees`, `10,001+`, `11 to 50`.
 *
 * @returns undefined for anything else, and for a range that spans several of the eight, such as `201-1000` and `1001+`
 * (contract, section 8): choosing one would be a guess.
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
  // Some sources write the smallest range as "0-10".
  const band = bandOfCount(Math.max(low, high > 0 ? 1 : 0));
  return band !== undefined && band === bandOfCount(high) ? band : undefined;
}
