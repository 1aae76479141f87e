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

/** Maximum length of a company or technology name, in characters. */
export const MAX_NAME_LENGTH = 500;
/** Maximum length, in characters, of texts that are looked up: keys, categories, industries, investors. */
export const MAX_KEY_LENGTH = 200;
/** Maximum count of a row. The counts of both directions of a pair are added in a 32-bit integer. */
export const MAX_COUNT = 1_000_000_000;

/** NUL and unpaired surrogates, which PostgreSQL and UTF-8 cannot represent. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;
/** Characters that host names cannot have: blanks, controls, and the punctuation of URLs, patterns and addresses. */
const NOT_IN_DOMAIN = /[\s\p{Cc}/\\:@?#*"'<>()[\]{}|,;=&%]/u;

/** Parses a required string and trims it. */
export function requireText(row: JsonObject, field: string, maxLength: number): string | InvalidField {
  const value = row[field];
  if (value === undefined) return new InvalidField(field, 'is missing');
  const problem = textProblem(value, maxLength);
  return problem === undefined && typeof value === 'string'
    ? value.trim()
    : new InvalidField(field, `${problem}`);
}

/** Returns why a value is not a valid string; undefined when it is. */
export function textProblem(value: unknown, maxLength: number): string | undefined {
  if (typeof value !== 'string') return `must be a string, not ${describe(value)}`;
  const text = value.trim();
  if (text === '') return 'is empty';
  if (text.length > maxLength) return `is longer than ${maxLength} characters`;
  if (UNSTORABLE.test(text)) return 'contains a NUL or an unpaired surrogate, which cannot be stored';
  return undefined;
}

/** Parses an optional string: '' for null; undefined when it is not stated or invalid. */
export function readText(row: JsonObject, field: string, warn: Warn): string | undefined {
  const value = row[field];
  if (value === undefined) return undefined;
  if (value === null) return '';
  const problem = textProblem(value, MAX_KEY_LENGTH);
  if (problem === undefined) return String(value).trim();
  warn(field, problem);
  return undefined;
}

/** Parses a required domain and cleans it as look-ups do (spec 4.8). */
export function requireDomain(row: JsonObject, field: string): string | InvalidField {
  const value = row[field];
  if (value === undefined) return new InvalidField(field, 'is missing');
  return parseDomain(value, field);
}

/** Cleans a domain. Values such as a URL or `*.example.com` are invalid. */
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

/** Parses a required count: a whole number from 1 to 1,000,000,000. */
export function requireCount(row: JsonObject, field: string): number | InvalidField {
  const value = row[field];
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_COUNT) return value;
  if (value === undefined) return new InvalidField(field, 'is missing');
  return new InvalidField(field, `must be a whole number from 1 to ${MAX_COUNT}, not ${describe(value)}`);
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
