import { invalidValue } from './fault.ts';
import { TEXT_LIMITS } from './request-limits.ts';

/** Arguments of a page, as callers send them. */
export interface PageArguments {
  first?: number | null | undefined;
  after?: string | null | undefined;
  /** Instead of `first`, where pages are numbered. */
  last?: number | null | undefined;
  /** Ends the page before this cursor, where pages are numbered. */
  before?: string | null | undefined;
  /** Instead of `after`, where pages are numbered. */
  offset?: number | null | undefined;
}

export interface PageBounds {
  defaultLimit: number;
  maxLimit: number;
}

/** Pages of the contract, section 1: 100 unless asked, at most 1000; above it is an error, not a silent clamp. */
export const STANDARD_PAGE: PageBounds = { defaultLimit: 100, maxLimit: 1000 };

/** Page that begins at a position. */
export interface Page {
  limit: number;
  /** Rows to skip. */
  offset: number;
}

/** Page that begins after a row: rows that were added or removed meanwhile do not shift it. */
export interface Keyset extends Page {
  /** Id of that row; undefined for the first page, which alone has an offset. */
  after: number | undefined;
}

/** Content of cursors, before the number. */
const POSITION = 'offset:';
const ROW = 'id:';

/** @throws Fault validation_error */
export function toPage({ first, after, offset }: PageArguments, bounds: PageBounds): Page {
  const limit = toLimit(first, bounds);
  const skipped = toOffset(offset);
  return { limit, offset: after ? readNumber(after, POSITION) + 1 : skipped };
}

/**
 * Returns a page that may also end before a cursor, or with the last row of all.
 *
 * @param countAll counts the rows of all pages. It is called for `last` without `before` alone.
 * @throws Fault validation_error
 */
export async function toWindow(
  { last, before, ...args }: PageArguments,
  bounds: PageBounds,
  countAll: () => number | Promise<number>,
): Promise<Page> {
  const { limit, offset } = toPage(args, bounds);
  const size = last == null ? undefined : toLimit(last, bounds, '/last');
  if (size === undefined && !before) return { limit, offset };
  const end = before ? readNumber(before, POSITION, '/before') : await countAll();
  const start = size === undefined ? offset : Math.max(offset, end - size);
  return { limit: Math.max(0, Math.min(size ?? limit, end - start)), offset: start };
}

/** @param largestId of the rows. @throws Fault validation_error */
export function toKeyset(
  { first, after, offset }: PageArguments,
  bounds: PageBounds,
  largestId: number = MAX_ROW_ID,
): Keyset {
  return {
    limit: toLimit(first, bounds),
    after: after ? readNumber(after, ROW, '/after', largestId) : undefined,
    offset: after ? 0 : toOffset(offset),
  };
}

/** Returns the size of a page or of a sample. @throws Fault validation_error */
export function toLimit(
  size: number | null | undefined,
  { defaultLimit, maxLimit }: PageBounds,
  pointer = '/first',
): number {
  const limit = size ?? defaultLimit;
  if (limit < 1 || limit > maxLimit) throw invalidValue(pointer, `must be 1 to ${maxLimit}`);
  return limit;
}

function toOffset(offset: number | null | undefined): number {
  if (offset && offset < 0) throw invalidValue('/offset', 'must not be negative');
  return offset ?? 0;
}

export function positionCursor(position: number): string {
  return writeCursor(`${POSITION}${position}`);
}

export function rowCursor(id: number): string {
  return writeCursor(`${ROW}${id}`);
}

function readNumber(
  cursor: string,
  prefix: string,
  pointer = '/after',
  largest: number = MAX_ROW_ID,
): number {
  const text = readCursor(cursor);
  const number = text.startsWith(prefix) ? Number(text.slice(prefix.length)) : Number.NaN;
  if (Number.isSafeInteger(number) && number >= 0 && number <= largest) return number;
  throw malformedCursor(pointer);
}

/** Writes a cursor. It hides nothing: callers can read its content, and need not. */
export function writeCursor(content: string): string {
  return Buffer.from(content).toString('base64url');
}

/** Returns the content of a cursor; '' for a text that is longer than any cursor. */
export function readCursor(cursor: string): string {
  if (cursor.length > TEXT_LIMITS.cursor.maxLength) return '';
  return Buffer.from(cursor, 'base64url').toString();
}

export function malformedCursor(pointer = '/after') {
  return invalidValue(pointer, 'must be a cursor of an earlier page');
}

/** Largest id of a row that is a 4-byte integer. */
export const MAX_ROW_ID = 2 ** 31 - 1;

/** Largest id of a row that is an 8-byte integer: the largest that a number holds exactly. */
export const MAX_LONG_ID = Number.MAX_SAFE_INTEGER;

/** Converts an id to the number of a row. A malformed id becomes 0, which matches no row and yields the usual 404. */
export function toRowId(id: string | number): number {
  const number = Number(id);
  return Number.isInteger(number) && number > 0 && number <= MAX_ROW_ID ? number : 0;
}
