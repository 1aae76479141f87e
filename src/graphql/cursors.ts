import { invalidValue } from '../lib/fault.ts';
import type { Keyset, Page } from '../lib/page.ts';
import { MAX_ROW_ID } from '../lib/row-id.ts';

const PREFIX = 'offset:';
const ID_PREFIX = 'id:';

export interface PageArguments {
  first?: number | null | undefined;
  after?: string | null | undefined;
  /** Instead of `after`, where pages are numbered. */
  offset?: number | null | undefined;
}

export interface PageBounds {
  defaultLimit: number;
  maxLimit: number;
}

/** Pages of the contract, section 1: 100 unless asked, at most 1000; above it is an error, not a silent clamp. */
export const STANDARD_PAGE: PageBounds = { defaultLimit: 100, maxLimit: 1000 };

/** Options of the argument `first` of a page. An explicit null means the default as well. */
export function firstOf({ defaultLimit, maxLimit }: PageBounds, what = 'Page size') {
  return { defaultValue: defaultLimit, description: `${what}: 1 to ${maxLimit}.` } as const;
}

/** Options of the argument `offset` of a page. */
export const OFFSET = {
  defaultValue: 0,
  description: 'Number of objects to skip. It is ignored beside a cursor.',
} as const;

/** @throws Fault validation_error */
export function toPage({ first, after, offset }: PageArguments, bounds: PageBounds): Page {
  const limit = toLimit(first, bounds);
  const skipped = toOffset(offset);
  return { limit, offset: after ? readCursor(after) + 1 : skipped };
}

function toOffset(offset: number | null | undefined): number {
  if (offset && offset < 0) throw invalidValue('/offset', 'must not be negative');
  return offset ?? 0;
}

function toLimit(first: number | null | undefined, { defaultLimit, maxLimit }: PageBounds): number {
  const limit = first ?? defaultLimit;
  if (limit < 1 || limit > maxLimit) throw invalidValue('/first', `must be 1 to ${maxLimit}`);
  return limit;
}

/**
 * Returns a page that begins after a row, not at a position: rows that were added or removed meanwhile do not shift it.
 *
 * @throws Fault validation_error
 */
export function toKeyset({ first, after, offset }: PageArguments, bounds: PageBounds): Keyset {
  return {
    limit: toLimit(first, bounds),
    after: after ? readNumber(after, ID_PREFIX) : undefined,
    offset: after ? 0 : toOffset(offset),
  };
}

/** Writes the cursor of a row by its id. */
export function writeIdCursor(id: number): string {
  return Buffer.from(`${ID_PREFIX}${id}`).toString('base64url');
}

export function writeCursor(position: number): string {
  return Buffer.from(`${PREFIX}${position}`).toString('base64url');
}

function readCursor(cursor: string): number {
  return readNumber(cursor, PREFIX);
}

function readNumber(cursor: string, prefix: string): number {
  const text = Buffer.from(cursor, 'base64url').toString();
  const number = text.startsWith(prefix) ? Number(text.slice(prefix.length)) : Number.NaN;
  if (Number.isSafeInteger(number) && number >= 0 && number <= MAX_ROW_ID) return number;
  throw invalidValue('/after', 'must be a cursor of an earlier page');
}
