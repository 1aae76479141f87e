import { domainIn, INVALID_DOMAIN, normalizeDomain } from '../../lib/domain-name.ts';
import type { JsonObject } from '../../lib/json.ts';
import { storedText } from '../../lib/text-key.ts';

/**
 * Thrown for an invalid field: its row is rejected, or the field skipped if it is optional. It is no Error, because
 * capturing a stack for each invalid row would slow down an import.
 */
export class InvalidField {
  /** Undefined when the row as a whole is invalid. */
  readonly field: string | undefined;
  readonly reason: string;
  readonly effect: Effect;

  constructor(field: string | undefined, reason: string, effect: Effect = 'skipped') {
    this.field = field;
    this.reason = reason;
    this.effect = effect;
  }
}

/** Thrown for a URL or an e-mail address. Readers that can tell of it take its domain (`takeDomain`); others refuse it. */
class AddressInField extends InvalidField {
  readonly domain: string;

  constructor(field: string, given: string, domain: string) {
    super(field, `is ${quote(given)}, of which the domain ${domain} was taken`);
    this.domain = domain;
  }
}

/** What becomes of a value that is warned of. One that is `cut` was read in part or means nothing, as many rows may have it. */
export type Effect = 'skipped' | 'cut';

/** Reports an optional field that is skipped, or a value that is cut. */
export type Warn = (field: string, reason: string, effect?: Effect) => void;

/** NUL and unpaired surrogates, which PostgreSQL and UTF-8 cannot represent. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** Day, time, and the sign, hours and minutes of its zone. PostgreSQL writes a zone of whole hours as `+02`. */
const SHAPE =
  /^(\d{4}-\d\d-(\d\d))(?:[Tt ]((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?)(?:([Zz])|([+-](?:[01]\d|2[0-3]))(?::?([0-5]\d))?)?)?$/;
const FIRST_YEAR = 1900;
const LAST_YEAR = 2100;

/** Parses a value that is stated and not null. @throws InvalidField */
export type Parser<T> = (value: unknown, field: string) => T;

/** Reads a field of a row. @throws InvalidField */
export type Reader<T> = (row: JsonObject, field: string) => T;

/** Reads a field that must be stated. */
export function required<T>(parse: Parser<T>): Reader<T> {
  return (row, field) => {
    const value = row[field];
    if (value === undefined) throw new InvalidField(field, 'is missing');
    return parse(value, field);
  };
}

/** Reads an optional field: undefined when it is not stated, or invalid, which gives a warning; `cleared` for null. */
export function optional<T>(parse: Parser<T>, cleared: T | undefined) {
  return (row: JsonObject, field: string, warn: Warn): T | undefined => {
    const value = row[field];
    if (value === undefined) return undefined;
    return value === null ? cleared : parseOrWarn(parse, value, field, warn);
  };
}

/** Parses a value. An invalid one gives a warning, and undefined. */
export function parseOrWarn<T>(parse: Parser<T>, value: unknown, field: string, warn: Warn): T | undefined {
  try {
    return parse(value, field);
  } catch (error) {
    if (!(error instanceof InvalidField)) throw error;
    warn(field, error.reason, error.effect);
    return undefined;
  }
}

/** Reads a domain that the row must have. Of a URL or an e-mail address, takes the domain with a warning. */
export function readDomain(row: JsonObject, field: string, warn: Warn, read = REQUIRED_DOMAIN): string {
  return orCutDomain(() => read(row, field), warn);
}

/** Returns what `parse` returns. If it throws for a URL or an e-mail address, warns and returns the domain. */
export function orCutDomain(parse: () => string, warn: Warn): string {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof AddressInField)) throw error;
    warn(error.field ?? '', error.reason, 'cut');
    return error.domain;
  }
}

/** Creates a parser of strings, which are trimmed and normalized. */
function text(maxLength: number): Parser<string> {
  return (value, field) => {
    const trimmed = storedText(requireString(value, field).trim());
    if (trimmed === '') throw new InvalidField(field, 'is empty');
    if (trimmed.length > maxLength) throw new InvalidField(field, `is longer than ${maxLength} characters`);
    if (UNSTORABLE.test(trimmed))
      throw new InvalidField(field, 'contains a NUL or an unpaired surrogate, which cannot be stored');
    return trimmed;
  };
}

function requireString(value: unknown, field: string): string {
  if (typeof value === 'string') return value;
  throw new InvalidField(field, `must be a string, not ${describe(value)}`);
}

/** Parses the name of a company or technology. */
export const parseName = text(500);
/** Parses a text that is looked up, such as a key. */
export const parseKey = text(200);

/** Texts that people and spreadsheets write where nothing is known. `none` and `unknown` may be names. */
const PLACEHOLDER = /^(?:#?n\/a|n\.a\.|#?null!?|nan|[-–—?.]{1,3})$/i;

/** Returns what is wrong with a text that stands for no value; undefined for any other. */
export function placeholderFault(given: string): string | undefined {
  return PLACEHOLDER.test(given) ? `is ${quote(given)}, which stands for no value` : undefined;
}

/** Parses a category, an industry or an investor. */
export const parseLabel: Parser<string> = (value, field) => {
  const label = parseKey(value, field);
  const fault = placeholderFault(label);
  if (fault !== undefined) throw new InvalidField(field, `${fault}, and was left out`, 'cut');
  return label;
};

/** Parses a domain into the form in which it is stored. URLs, patterns and IP addresses are invalid. */
export function parseDomain(value: unknown, field: string): string {
  const given = requireString(value, field);
  const { domain, reason } = normalizeDomain(given);
  if (domain !== undefined) return domain;
  const address = domainIn(given);
  if (address.domain !== undefined) throw new AddressInField(field, given, address.domain);
  const why = address.reason === INVALID_DOMAIN.shared ? address.reason : reason;
  throw new InvalidField(field, `is not a domain: ${quote(given)}. ${why}`);
}

const REQUIRED_DOMAIN = required(parseDomain);

/** Tells whether a row retires what it names. @throws InvalidField unless `deleted` is true, false, null or absent. */
export function readDeleted({ deleted }: JsonObject): boolean {
  if (deleted === undefined || deleted === null || typeof deleted === 'boolean') return deleted === true;
  throw new InvalidField('deleted', `must be true or false, not ${describe(deleted)}`);
}

/** Parses a count. The counts of both directions of a pair are added in a 32-bit integer. */
export const parseCount = wholeNumber(1, 1_000_000_000);

/** Creates a parser of whole numbers. */
export function wholeNumber(first: number, last: number): Parser<number> {
  return (value, field) => {
    if (typeof value === 'number' && Number.isInteger(value) && value >= first && value <= last) return value;
    throw new InvalidField(field, `must be a whole number from ${first} to ${last}, not ${describe(value)}`);
  };
}

/** Parses a time, in milliseconds since 1970. */
export function parseTime(value: unknown, field: string): number {
  const time = typeof value === 'string' ? parseTimestamp(value) : undefined;
  if (time !== undefined) return time;
  throw new InvalidField(field, `is not a date or ISO 8601 timestamp: ${describe(value)}`);
}

/** Whether a valid time has a clock but no zone: it counts as UTC. */
export function lacksZone(value: unknown): boolean {
  const [, , , clock, zulu, offset] = (typeof value === 'string' && matchTime(value)) || [];
  return clock !== undefined && zulu === undefined && offset === undefined;
}

/**
 * Parses a date (midnight UTC) or a timestamp as ISO 8601, RFC 3339 and PostgreSQL write it, in UTC without a zone. Digits
 * below the millisecond are cut.
 *
 * @returns milliseconds since 1970; undefined for an invalid day or time (2023-02-30), and outside of 1900 to 2100: a
 * single year 9999 would become the catalogue's as-of time.
 */
export function parseTimestamp(text: string): number | undefined {
  const [, date, day, clock = '00:00', , hours, minutes = '00'] = matchTime(text) ?? [];
  // A day that does not exist rolls over into the next month.
  if (date === undefined || new Date(date).getUTCDate() !== Number(day)) return undefined;
  const time = Date.parse(`${date}T${clock}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`);
  const utcYear = new Date(time).getUTCFullYear();
  return utcYear >= FIRST_YEAR && utcYear <= LAST_YEAR ? time : undefined;
}

/** Longest text of a time with its zone. Beyond it, blanks before a zone would be searched again and again. */
const MAX_TIME_LENGTH = 64;

function matchTime(text: string): RegExpExecArray | null {
  if (text.length > MAX_TIME_LENGTH) return null;
  return SHAPE.exec(text) ?? SHAPE.exec(text.replace(NAMED_ZONE, (_, offset: string = 'Z') => offset));
}

/** Zones as warehouses and logs write them: ` UTC`, ` +0000`, ` +0000 UTC`. */
const NAMED_ZONE = /\s*(?:([+-]\d\d(?::?\d\d)?)(?:\s*(?:UTC|GMT))?|UTC|GMT)$/i;

/** Returns a short form of a value for messages, on one line. */
export function describe(value: unknown): string {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return quote(value);
  return Array.isArray(value) ? 'a list' : 'an object';
}

function quote(text: string): string {
  const short = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  return JSON.stringify(short);
}
