import { hash } from 'node:crypto';
import { validationFault } from '../../lib/fault.ts';
import { isJsonObject } from '../../lib/json-object.ts';
import { isNestedBeyond } from '../../lib/nesting.ts';
import { isWithin, TEXT_LIMITS } from '../../lib/request-limits.ts';

/** A string in structured fields (RFC 9651, 3.3.3): in quotes, with quotes and backslashes escaped. */
const QUOTED = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;
/** Visible ASCII characters, which are as many as the text has units. */
const VALID = /^[\x21-\x7e]+$/;

/**
 * Reads the header (draft-ietf-httpapi-idempotency-key-header): a quoted string, or the same key bare. `"k-1"` and
 * `k-1` are one key.
 *
 * @throws Fault validation_error
 */
export function readIdempotencyKey(header: string | string[]): string {
  const sent = String(header).trim();
  const key = sent.startsWith('"') ? QUOTED.exec(sent)?.[1]?.replace(/\\(.)/g, '$1') : sent;
  if (key !== undefined && isWithin(key, TEXT_LIMITS.idempotencyKey) && VALID.test(key)) return key;
  const { maxLength } = TEXT_LIMITS.idempotencyKey;
  const message = `must be 1 to ${maxLength} visible ASCII characters without spaces, bare or in double quotes`;
  throw validationFault([{ pointer: '/headers/idempotency-key', message }]);
}

/** Deeper than the input of any operation. Canonical JSON is written recursively, so the depth must be bounded. */
const MAX_DEPTH = 100;

/**
 * Returns the SHA-256 of a request's content, whatever the order of keys and the white space of its JSON.
 *
 * @throws Fault validation_error for JSON that is nested too deep to compare.
 */
export function fingerprintOf(content: unknown): Buffer {
  if (isNestedBeyond(content, MAX_DEPTH)) {
    const message = `is nested deeper than ${MAX_DEPTH} levels, too deep for a request with an Idempotency-Key`;
    throw validationFault([{ pointer: '', message }]);
  }
  return hash('sha256', JSON.stringify(content, sortKeys), 'buffer');
}

function sortKeys(_name: string, value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
