import { domainToUnicode } from 'node:url';
import type { JsonObject } from '../../lib/json.ts';
import { storedText } from '../../lib/text-key.ts';
import { EMPLOYEE_BANDS, type EmployeeRange } from '../catalogue/company.ts';
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

/** In dates, years have four digits: `1.999` is a thousand, and `1999.5` no month. */
const YEAR = '([12]\\d{3})';
const MONTH = '(?:0?[1-9]|1[0-2])';
const DAY = '(?:0?[1-9]|[12]\\d|3[01])';
const MONTH_NAME = '(?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)\\p{L}{0,9}\\.?';

/** Dates that have a year of their own: `2012-05-01T00:00:00Z`, `2012/05`, `01.05.2012`, `05/2012`, `May 1, 2012`. */
const DATES = [
  `([12]?\\d{3})(?:\\.0)?`,
  `${YEAR}([-/])${MONTH}(?:\\2${DAY})?(?:[T ]\\d\\d:\\d\\d.*)?`,
  `${YEAR}\\.${MONTH}\\.${DAY}\\.?`,
  `${YEAR}[01]\\d[0-3]\\d`,
  `(?:${DAY}[-/. ])?${MONTH}[-/. ]${YEAR}(?: \\d\\d?:\\d\\d.*)?`,
  `${MONTH}[-/.]${DAY}[-/.]${YEAR}(?: \\d\\d?:\\d\\d.*)?`,
  `(?:${DAY}\\.?[ -])?${MONTH_NAME}[ -]${YEAR}`,
  `${MONTH_NAME} ${DAY},? ${YEAR}`,
].map((pattern) => new RegExp(`^(?:${pattern})$`, 'iu'));

/** Longest text of a date with its time and the name of its zone. */
const MAX_YEAR_LENGTH = 60;

/** Returns the year of a date or year. @returns undefined for any other text, such as a range of years */
export function yearIn(text: string): number | undefined {
  const plain = text.trim();
  if (plain.length > MAX_YEAR_LENGTH) return undefined;
  for (const date of DATES) {
    const year = date.exec(plain)?.[1];
    if (year !== undefined) return Number(year);
  }
  return undefined;
}

const MAX_SLUG_LENGTH = 80;
const GIVEN = /^[\p{L}\p{N}_~-]+$/u;

/** Latin letters that Unicode does not decompose into a base letter and an accent. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
};

/** Returns the Latin letters and digits of a text in lower case, with hyphens between words; may be empty. */
function slugify(text: string): string {
  return toAscii(text.toLowerCase())
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/^-|-$/g, '');
}

/** Replaces letters outside of ASCII by Latin ones where there are some; others stay. */
export function toAscii(text: string): string {
  const bare = text.replace(/['\u2019]/g, '');
  if (/^[ -~]*$/.test(bare)) return bare;
  return bare
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\0-~]/g, (letter) => PLAIN[letter] ?? letter);
}

/**
 * Derives a slug from a company's name, or from the first label of its domain when the name has no Latin letters or
 * digits. It has no dot (contract, section 3) and may not be unique.
 */
export function deriveSlug(name: string, primaryDomain: string): string {
  const label = primaryDomain.slice(0, primaryDomain.indexOf('.'));
  return slugify(name) || slugify(toUnicode(label)) || slugify(label) || 'company';
}

/** Decodes a label, because an A-label is hard to read. Others stay: alone, `1` would be an IP address. */
function toUnicode(label: string): string {
  return label.startsWith('xn--') ? domainToUnicode(label) : label;
}

/**
 * Parses a given slug and lower-cases it.
 *
 * @returns undefined when it has characters other than letters, digits, `-`, `_`, `~`, or more than 80.
 */
export function parseSlug(text: string): string | undefined {
  const slug = storedText(text.trim()).toLowerCase();
  return GIVEN.test(slug) && slug.length <= MAX_SLUG_LENGTH ? slug : undefined;
}
