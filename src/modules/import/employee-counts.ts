import type { JsonObject } from '../../lib/json-object.ts';
import { EMPLOYEE_BANDS, type EmployeeRange } from '../catalogue/employee-ranges.ts';
import { describe, type Warn } from './fields.ts';

const BANDS = EMPLOYEE_BANDS.map(([range]) => range).join(', ');

/** Reads the employee range. Without a valid one, the number of employees decides. */
export function readEmployeeRange(row: JsonObject, field: string, warn: Warn): string | undefined {
  const { [field]: range, employee_count: count } = row;
  const named = typeof range === 'string' ? parseEmployeeRange(range) : undefined;
  if (named === undefined && range !== undefined && range !== null) {
    warn(field, `is none of ${BANDS}: ${describe(range)}`);
  }
  const counted = bandOf(count);
  if (counted === undefined && count !== undefined && count !== null) {
    warn(
      'employee_count',
      `must be a whole number from 1, or a range within one band, not ${describe(count)}`,
    );
  }
  const cleared = range === null || (range === undefined && count === null) ? '' : undefined;
  return named ?? counted ?? cleared;
}

function bandOf(count: unknown): EmployeeRange | undefined {
  if (typeof count === 'string') return parseEmployeeRange(count);
  return typeof count === 'number' && Number.isInteger(count) ? bandOfCount(count) : undefined;
}

/** @returns the employee range of `count` employees; undefined below 1. */
function bandOfCount(count: number): EmployeeRange | undefined {
  return EMPLOYEE_BANDS.findLast(([, least]) => count >= least)?.[0];
}

/** Digits, in groups of three if there are separators, with a letter for thousands. */
const NUMBER = String.raw`(\d{1,3}(?:[.,'’_\s]\d{3})+|\d{1,9})(?:\.0{1,2})?|(\d{1,4}(?:[.,]\d{1,2})?)\s?k`;
const UNIT = String.raw`\s*(?:employees?|people|persons?|staff|fte|workers|members|mitarbeiter|employés|empleados|dipendenti)?\.?`;
const ABOUT = String.raw`(?:(?:~|≈|±|c\.|ca\.?|circa|about|around|approx\.?|approximately|roughly|est\.?|estimated)\s*)?`;
const RANGE = new RegExp(`^${ABOUT}(?:${NUMBER})\\s*(?:-|\\sto\\s)\\s*(?:${NUMBER})${UNIT}$`, 'i');
const SINGLE = new RegExp(`^${ABOUT}(?:${NUMBER})${UNIT}$`, 'i');
const OPEN = new RegExp(`^(?:${NUMBER})(?:\\s*\\+|\\s+or more|\\s+and (?:more|above|over))${UNIT}$`, 'i');
const ABOVE = new RegExp(`^(?:>|more than|over)\\s*(?:${NUMBER})${UNIT}$`, 'i');
const AT_LEAST = new RegExp(`^(?:>=|≥|at least)\\s*(?:${NUMBER})${UNIT}$`, 'i');
const BELOW = new RegExp(`^(?:<|less than|fewer than|under)\\s*(?:${NUMBER})${UNIT}$`, 'i');
const DASHES = /[\u2010-\u2015\u2212]/g;
/** Longest text with two numbers and their words. */
const MAX_LENGTH = 80;

/**
 * Parses a number or range of employees as sources spell it: `51-200`, `51 – 200 employees`, `10,001+`, `11 to 50`,
 * `~300`, `1.234`, `5k`. Separators of groups of three digits count as such, so `1.234` is more than a thousand.
 *
 * @returns undefined for anything else, and for a range that spans several of the eight, such as `201-1000` and `1001+`
 * (contract, section 8): choosing one would be a guess. Only `10,000+` is the largest range.
 */
export function parseEmployeeRange(text: string): EmployeeRange | undefined {
  const plain = text.trim().replace(DASHES, '-');
  if (plain.length > MAX_LENGTH) return undefined;
  const bounds = boundsOf(plain);
  if (bounds === undefined) return undefined;
  const [low, high] = bounds;
  if (low > high) return undefined;
  // Some sources write the smallest range as "0-10".
  const band = bandOfCount(Math.max(low, high > 0 ? 1 : 0));
  return band !== undefined && band === bandOfCount(high) ? band : undefined;
}

function boundsOf(text: string): [low: number, high: number] | undefined {
  const range = RANGE.exec(text);
  if (range) {
    const [, low, lowThousands, high, highThousands] = range;
    const to = numberOf(high, highThousands);
    // "1-5k" has its letter once.
    const isShared = lowThousands === undefined && highThousands !== undefined && numberOf(low) < 100;
    return [isShared ? numberOf(undefined, low) : numberOf(low, lowThousands), to];
  }
  const single = numberIn(SINGLE, text);
  if (single !== undefined) return [single, single];
  const open = numberIn(OPEN, text) ?? numberIn(AT_LEAST, text);
  if (open !== undefined) return [open === LARGEST - 1 ? LARGEST : open, Number.POSITIVE_INFINITY];
  const above = numberIn(ABOVE, text);
  if (above !== undefined) return [above + 1, Number.POSITIVE_INFINITY];
  const below = numberIn(BELOW, text);
  return below === undefined ? undefined : [0, below - 1];
}

/** Beginning of the largest range. Sources that write `10,000+` mean it. */
const LARGEST = 10_001;

function numberIn(pattern: RegExp, text: string): number | undefined {
  const [found, digits, thousands] = pattern.exec(text) ?? [];
  return found === undefined ? undefined : numberOf(digits, thousands);
}

function numberOf(digits: string | undefined, thousands?: string): number {
  if (thousands !== undefined) return Math.round(Number(thousands.replace(',', '.')) * 1000);
  return Number((digits ?? '').replace(/\D/g, ''));
}
