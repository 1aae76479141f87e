import { cleanDomain } from '../../lib/domain-name.ts';
import type { JsonObject } from '../../lib/json-object.ts';

/** A field that makes its row invalid. */
export class InvalidField {
  readonly field: string;
  readonly reason: string;

  constructor(field: string, reason: string) {
    this.field = field;
    this.reason = reason;
  }
}

/** Reports an optional field that is skipped. */
export type Warn = (field: string, reason: string) => void;

/** NUL and unpaired surrogates, which PostgreSQL and UTF-8 cannot represent. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;
/** Characters that host names cannot have: blanks, controls, and the punctuation of URLs, patterns and addresses. */
const NOT_IN_DOMAIN = /[\s\p{Cc}/\\:@?#*"'<>()[\]{}|,;=&%]/u;

/** Parses a value that is stated and not null. */
export type Parser<T> = (value: unknown, field: string) => T | InvalidField;

/** Reads a field of a row. */
export type Reader<T> = (row: JsonObject, field: string) => T | InvalidField;

/** Reads a field that must be stated. */
export function required<T>(parse: Parser<T>): Reader<T> {
  return (row, field) => {
    const value = row[field];
    return value === undefined ? new InvalidField(field, 'is missing') : parse(value, field);
  };
}

/** Reads an optional field: undefined when it is not stated, or invalid, which gives a warning; `cleared` for null. */
export function optional<T>(parse: Parser<T>, cleared: T | undefined) {
  return (row: JsonObject, field: string, warn: Warn): T | undefined => {
    const value = row[field];
    if (value === undefined) return undefined;
    if (value === null) return cleared;
    const result = parse(value, field);
    if (!(result instanceof InvalidField)) return result;
    warn(field, result.reason);
    return undefined;
  };
}

/** Creates a parser of strings, which are trimmed. */
function text(maxLength: number): Parser<string> {
  return (value, field) => {
    const invalid = (reason: string) => new InvalidField(field, reason);
    if (typeof value !== 'string') return invalid(`must be a string, not ${describe(value)}`);
    const trimmed = value.trim();
    if (trimmed === '') return invalid('is empty');
    if (trimmed.length > maxLength) return invalid(`is longer than ${maxLength} characters`);
    if (UNSTORABLE.test(trimmed))
      return invalid('contains a NUL or an unpaired surrogate, which cannot be stored');
    return trimmed;
  };
}

/** Parses the name of a company or technology. */
export const parseName = text(500);
/** Parses a text that is looked up: a key, category, industry or investor. */
export const parseKey = text(200);

/** Cleans a domain as look-ups do (spec 4.8). Values such as a URL or `*.example.com` are invalid. */
export function parseDomain(value: unknown, field: string): string | InvalidField {
  if (typeof value !== 'string') return new InvalidField(field, `must be a string, not ${describe(value)}`);
  const domain = cleanDomain(value);
  if (domain === undefined) {
    return new InvalidField(field, 'is not a domain: it has no dot or more than 253 characters');
  }
  const bare = domain.replaceAll('.', '');
  const misplacedDot = domain.startsWith('.') || domain.endsWith('.') || domain.includes('..');
  if (misplacedDot || NOT_IN_DOMAIN.test(bare) || UNSTORABLE.test(bare)) {
    return new InvalidField(field, `is not a domain: ${quote(value)}`);
  }
  return domain;
}

/** Parses a count. The counts of both directions of a pair are added in a 32-bit integer. */
export const parseCount = wholeNumber(1, 1_000_000_000);

/** Creates a parser of whole numbers. */
export function wholeNumber(first: number, last: number): Parser<number> {
  return (value, field) =>
    typeof value === 'number' && Number.isInteger(value) && value >= first && value <= last
      ? value
      : new InvalidField(field, `must be a whole number from ${first} to ${last}, not ${describe(value)}`);
}

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
