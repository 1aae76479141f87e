import { isStorable } from '../../lib/domain-name.ts';
import { isWithin } from '../../lib/request-limits.ts';
import { storedText, textKey } from '../../lib/text-key.ts';
import { describe, parseTimestamp, placeholderFault } from '../import/fields.ts';
import { parseText, readListText } from '../import/formats/cells.ts';
import {
  type NumberFormat,
  type OwnFieldType,
  type OwnValue,
  VALUE_LIMITS,
  type ValueShape,
} from './own-field.ts';

/** A value as it is stored, or the reason why it cannot be: `must be a number, not "n/a"`. */
export type ReadValue<T extends OwnValue = OwnValue> = { value: T } | { reason: string };

const READERS: Readonly<Record<OwnFieldType, (raw: unknown, format: NumberFormat) => ReadValue>> = {
  category: (raw) => readText(raw, VALUE_LIMITS.category),
  number: readNumber,
  date: readDate,
  boolean: readBoolean,
  text: (raw) => readText(raw, VALUE_LIMITS.text),
  url: readUrl,
};

const JSON_TYPES: Readonly<Record<OwnFieldType, [type: 'string' | 'number' | 'boolean', noun: string]>> = {
  category: ['string', 'a string'],
  number: ['number', 'a number'],
  date: ['string', 'a day such as 2026-01-31'],
  boolean: ['boolean', 'true or false'],
  text: ['string', 'a string'],
  url: ['string', 'a string'],
};
const ISO_DAY = /^\d{4}-\d\d-\d\d$/;

/**
 * Reads a value that an API was given, which has the JSON type of its field. A date is `YYYY-MM-DD`. Null, which clears, is
 * for the caller, and so is an empty list, which clears as well. Never throws.
 */
export function readOwnValue(shape: ValueShape, raw: unknown): ReadValue {
  const { type, multiple } = shape;
  const [jsonType, noun] = JSON_TYPES[type];
  if (type === 'category' && multiple) {
    const isList = Array.isArray(raw) && raw.every((entry) => typeof entry === 'string');
    return isList ? readList(raw) : { reason: NO_LIST };
  }
  const isDay = type !== 'date' || (typeof raw === 'string' && ISO_DAY.test(raw));
  if (typeof raw === jsonType && isDay) return readFileValue(shape, raw);
  return { reason: `must be ${noun}` };
}

/**
 * Reads a value of a file as people and programs write it: JSON, or the text of a cell without its guard against formulas.
 * What an API takes is read alike. Blank, null and an empty list are for the caller. Never throws.
 *
 * @param format how texts write numbers. JSON numbers need none.
 */
export function readFileValue(
  { type, multiple }: ValueShape,
  raw: unknown,
  format: NumberFormat = '1,200.50',
): ReadValue {
  const plain = toJson(raw);
  return type === 'category' && multiple ? readList(plain) : READERS[type](plain, format);
}

/** Text that clears a value in any format. */
const NULL_TEXT = '\\N';

/**
 * Reads what a value of a file states of a field.
 *
 * @returns undefined for a blank one, which keeps what is stored; a null value clears it, as `\\N`, null and an empty list do.
 */
export function readStated(
  field: ValueShape & { numberFormat: NumberFormat | null },
  raw: unknown,
): ReadValue | { value: null } | undefined {
  if (raw === null || (Array.isArray(raw) && raw.length === 0)) return { value: null };
  const text = typeof raw === 'string' ? raw.trim() : undefined;
  if (text === '') return undefined;
  if (text === NULL_TEXT) return { value: null };
  const reason = field.type === 'category' && text !== undefined ? placeholderFault(text) : undefined;
  if (reason !== undefined) return { reason };
  const read = readFileValue(field, raw, field.numberFormat ?? undefined);
  return 'value' in read && Array.isArray(read.value) && read.value.length === 0 ? { value: null } : read;
}

/** Parquet has 64-bit integers and dates, which JSON writes as numbers and texts. */
function toJson(raw: unknown): unknown {
  if (typeof raw === 'bigint') return Number.isSafeInteger(Number(raw)) ? Number(raw) : String(raw);
  if (raw instanceof Date) return Number.isNaN(raw.getTime()) ? String(raw) : raw.toISOString();
  return raw;
}

/** Reads a text. A number or a boolean of JSON is one as well, such as an SIC code. */
function readText(raw: unknown, maxLength: number): ReadValue<string> {
  if (typeof raw !== 'string' && typeof raw !== 'number' && typeof raw !== 'boolean')
    return { reason: `must be a string, not ${describe(raw)}` };
  const text = storedText(String(raw).trim());
  if (text === '') return { reason: 'is empty' };
  if (!isWithin(text, { maxLength })) return { reason: `is longer than ${maxLength} characters` };
  return isStorable(text)
    ? { value: text }
    : { reason: 'contains a NUL or an unpaired surrogate, which cannot be stored' };
}

const NO_LIST = 'must be a list of strings';

/** Reads a list as columns of investors have it. Entries of one identity are one entry, of which the first spelling stays. */
function readList(raw: unknown): ReadValue<readonly string[]> {
  const text = typeof raw === 'string' ? readListText(raw) : undefined;
  if (text?.fault !== undefined)
    return { reason: `begins like a list and is none, because ${text.fault}: ${describe(raw)}` };
  const given: unknown = text?.entries ?? (typeof raw === 'number' ? [raw] : raw);
  if (!Array.isArray(given)) return { reason: `${NO_LIST}, not ${describe(raw)}` };
  const entries = new Map<string, string>();
  for (const [index, each] of given.entries()) {
    const entry = toJson(each);
    // As in literals of arrays, NULL is no entry.
    if (entry === null || entry === undefined) continue;
    const read = readText(entry, VALUE_LIMITS.category);
    if ('reason' in read) return { reason: `has an entry ${index + 1} that ${read.reason}` };
    const key = textKey(read.value);
    if (!entries.has(key)) entries.set(key, read.value);
    if (entries.size > VALUE_LIMITS.values) return { reason: `has more than ${VALUE_LIMITS.values} values` };
  }
  // Separators alone were hardly meant as a list that clears.
  const isLiteral = typeof raw !== 'string' || /^\s*[[{]/.test(raw);
  return entries.size > 0 || isLiteral ? { value: [...entries.values()] } : { reason: 'is empty' };
}

/** Blanks and apostrophes separate thousands in both formats, as in Swiss and French files. */
const SPACED = String.raw` \u00a0\u2009\u202f'\u2019`;
const digitsOf = (thousands: string, point: string) =>
  new RegExp(`^(\\d+|[1-9]\\d{0,2}([${thousands}${SPACED}])\\d{3}(?:\\2\\d{3})*)?(?:${point}(\\d*))?$`);
const DIGITS: Readonly<Record<NumberFormat, RegExp>> = {
  '1,200.50': digitsOf(',', '\\.'),
  '1.200,50': digitsOf('.', ','),
};
/** Sign or code of a currency. */
const CURRENCY = String.raw`(?:\p{Sc}|${Intl.supportedValuesOf('currency').join('|')})`;
/** A currency or a percent sign at either end, within the signs of a negative number. It changes no value: 5 % is 5. */
const UNIT = new RegExp(`^([-+\u2212(]?)\\s*${CURRENCY}\\s*|\\s*(?:${CURRENCY}|%)\\s*([-\u2212)]?)$`, 'u');
/** Accounting writes a negative number in parentheses, or with its minus at the end. */
const SIGNED = /^(\()?([-+\u2212])?\s*(.*?)\s*([-\u2212])?(\))?$/;
/** Longest text of a number with its signs. */
const MAX_NUMBER_LENGTH = 64;

/** Reads a decimal number without rounding it. Doubles have each of at most 15 digits exactly, so that its text stays. */
function readNumber(raw: unknown, format: NumberFormat): ReadValue<number> {
  if (typeof raw === 'number') return readJsonNumber(raw);
  const text = typeof raw === 'string' ? raw.trim() : '';
  const plain = text.length > MAX_NUMBER_LENGTH ? '' : text.replace(UNIT, '$1$2');
  const [, open, lead, digits = '', trail, close] = SIGNED.exec(plain) ?? [];
  const signs = [open, lead, trail].filter((sign) => sign !== undefined);
  const [found, whole = '', , decimals = ''] = DIGITS[format].exec(digits) ?? [];
  const isNumber = found !== undefined && whole + decimals !== '' && signs.length < 2;
  if (!isNumber || (open === undefined) !== (close === undefined))
    return { reason: `must be a number such as ${format}, not ${describe(raw)}` };
  return exactly(signs.length > 0 && lead !== '+', whole.replace(/\D/g, ''), decimals);
}

const TOO_MANY_DIGITS = { reason: `has more than ${VALUE_LIMITS.digits} digits` };
const TOO_MANY_DECIMALS = { reason: `has more than ${VALUE_LIMITS.decimals} digits after the point` };

function readJsonNumber(raw: number): ReadValue<number> {
  // The shortest text of a double: numbers as large or small as those with an exponent exceed the limits.
  const text = String(raw);
  if (!Number.isFinite(raw)) return { reason: `must be a number, not ${text}` };
  if (text.includes('e')) return text.includes('e-') ? TOO_MANY_DECIMALS : TOO_MANY_DIGITS;
  const [whole = '', decimals = ''] = text.replace('-', '').split('.');
  return exactly(raw < 0, whole, decimals);
}

function exactly(isNegative: boolean, whole: string, decimals: string): ReadValue<number> {
  const before = whole.replace(/^0+/, '');
  const after = decimals.replace(/0+$/, '');
  if (after.length > VALUE_LIMITS.decimals) return TOO_MANY_DECIMALS;
  if (before.length + after.length > VALUE_LIMITS.digits) return TOO_MANY_DIGITS;
  const value = Number(`${before}.${after}0`);
  return { value: isNegative && value !== 0 ? -value : value };
}

/** `31.01.2026`, `1/31/2026`, `31-01-2026`, each also with a time of day. */
const DAY_LAST_YEAR =
  /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?:,? \d{1,2}:\d\d(?::\d\d(?:\.\d{1,9})?)?(?: [AP]M)?)?$/i;
const SLASHED_ISO = /^(\d{4})\/(\d\d)\/(\d\d)(?=$|[T ])/;
const MAX_DATE_LENGTH = 64;

/** Reads a day. Of a time, takes the day in UTC. */
function readDate(raw: unknown): ReadValue<string> {
  const text = typeof raw === 'string' && raw.length <= MAX_DATE_LENGTH ? raw.trim() : '';
  const [found, first = '', mark, second = '', year] = DAY_LAST_YEAR.exec(text) ?? [];
  let iso = text.replace(SLASHED_ISO, '$1-$2-$3');
  if (found !== undefined) {
    const isDayFirst = mark === '.' || Number(first) > 12;
    if (!isDayFirst && Number(second) <= 12 && Number(first) !== Number(second))
      return { reason: `may be a day of either of two months: ${describe(raw)}. Write it as YYYY-MM-DD` };
    const [day, month] = isDayFirst ? [first, second] : [second, first];
    iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  }
  const time = parseTimestamp(iso);
  if (time !== undefined) return { value: new Date(time).toISOString().slice(0, 10) };
  const { firstYear, lastYear } = VALUE_LIMITS;
  return {
    reason: `must be a day from ${firstYear} to ${lastYear}, such as 2026-01-31, not ${describe(raw)}`,
  };
}

const LETTERS: Readonly<Record<string, boolean>> = { y: true, n: false };

/** Reads `true`, `t`, `yes`, `y`, `1` or `false`, `f`, `no`, `n`, `0`, in either case. */
function readBoolean(raw: unknown): ReadValue<boolean> {
  const text = typeof raw === 'string' || typeof raw === 'number' ? String(raw).trim() : undefined;
  const value = text === undefined ? raw : (LETTERS[text.toLowerCase()] ?? parseText(text, 'flag'));
  if (typeof value === 'boolean') return { value };
  return {
    reason: `must be true or false, not ${describe(raw)}; yes, no, y, n, t, f, 1 and 0 are read as well`,
  };
}

/** Excludes texts that browsers would change before they read them, such as one with a line end or a backslash. */
const ADDRESS = /^https?:\/\/[^\s\\\p{Cc}]+$/iu;

/** Reads a web address, which stays as it is written. One with a password would show it to everybody. */
function readUrl(raw: unknown): ReadValue<string> {
  const read = readText(raw, VALUE_LIMITS.url);
  if ('reason' in read) return read;
  const { value } = read;
  if (!ADDRESS.test(value) || !URL.canParse(value))
    return { reason: `must be an address that begins with http:// or https://, not ${describe(raw)}` };
  const { username, password } = new URL(value);
  return username + password === '' ? { value } : { reason: 'must not contain a user name or a password' };
}
