import { cleanDomain } from '../../lib/domain-name.ts';

/** Why a row cannot be taken: the field at fault, where there is one, and what is wrong with it. */
export class Refusal {
  readonly field: string | undefined;
  readonly reason: string;

  constructor(field: string | undefined, reason: string) {
    this.field = field;
    this.reason = reason;
  }
}

/** A line of a file as JSON gives it. */
export type JsonObject = { readonly [field: string]: unknown };

/** Told of an optional field that is left out, and why. */
export type Warn = (field: string, reason: string) => void;

/** Characters of a company or technology name. */
export const MAX_NAME_LENGTH = 500;
/** Characters of anything that is looked up by its exact text: keys, categories, industries, investors. */
export const MAX_KEY_LENGTH = 200;
/** Detections or observations of one row. Two directions of a pair are summed into a 32-bit integer. */
export const MAX_COUNT = 1_000_000_000;

/** NUL and lone surrogates, which PostgreSQL or UTF-8 cannot hold. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;
/** What no host name holds: blanks, controls and the marks that surround one in a URL, a pattern or an address. */
const NOT_IN_DOMAIN = /[\s\p{Cc}/\\:@?#*"'<>()[\]{}|,;=&%]/u;

/** A text that must be there. Blanks around it are cut. */
export function requireText(row: JsonObject, field: string, maxLength: number): string | Refusal {
  const value = row[field];
  if (value === undefined) return new Refusal(field, 'is missing');
  const problem = textProblem(value, maxLength);
  return problem === undefined && typeof value === 'string' ? value.trim() : new Refusal(field, `${problem}`);
}

/** What is wrong with a text, or undefined. */
export function textProblem(value: unknown, maxLength: number): string | undefined {
  if (typeof value !== 'string') return `must be a text, not ${describe(value)}`;
  const text = value.trim();
  if (text === '') return 'is empty';
  if (text.length > maxLength) return `is longer than ${maxLength} characters`;
  if (UNSTORABLE.test(text)) return 'holds a NUL or half a surrogate pair, which cannot be stored';
  return undefined;
}

/** An optional text: '' when null, undefined when not stated or bad. */
export function readText(row: JsonObject, field: string, warn: Warn): string | undefined {
  const value = row[field];
  if (value === undefined) return undefined;
  if (value === null) return '';
  const problem = textProblem(value, MAX_KEY_LENGTH);
  if (problem === undefined) return String(value).trim();
  warn(field, problem);
  return undefined;
}

/** A domain that must be there, cleaned as lookups clean it (spec 4.8). */
export function requireDomain(row: JsonObject, field: string): string | Refusal {
  const value = row[field];
  if (value === undefined) return new Refusal(field, 'is missing');
  return parseDomain(value, field);
}

/** Cleans a domain; refuses what cannot be one, for example a URL or `*.example.com`. */
export function parseDomain(value: unknown, field: string): string | Refusal {
  if (typeof value !== 'string') return new Refusal(field, `must be a text, not ${describe(value)}`);
  const domain = cleanDomain(value);
  if (domain === undefined) {
    return new Refusal(field, 'is not a domain: it has no dot or more than 253 characters');
  }
  const bare = domain.replaceAll('.', '');
  const misplacedDot = domain.startsWith('.') || domain.endsWith('.') || domain.includes('..');
  if (misplacedDot || NOT_IN_DOMAIN.test(bare) || UNSTORABLE.test(bare)) {
    return new Refusal(field, `is not a domain: ${quote(value)}`);
  }
  return domain;
}

/** A count that must be there: a whole number from 1 to a thousand million. */
export function requireCount(row: JsonObject, field: string): number | Refusal {
  const value = row[field];
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_COUNT) return value;
  if (value === undefined) return new Refusal(field, 'is missing');
  return new Refusal(field, `must be a whole number from 1 to ${MAX_COUNT}, not ${describe(value)}`);
}

/** A value as a message shows it: short, on one line. */
export function describe(value: unknown): string {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return quote(value);
  return Array.isArray(value) ? 'a list' : 'an object';
}

function quote(text: string): string {
  const short = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  return JSON.stringify(short);
}
