import { createHash } from 'node:crypto';
import { isStorable } from './domain-name.ts';
import { invalidValue } from './fault.ts';
import { TEXT_LIMITS } from './request-limits.ts';

/** Arguments of a page, as callers send them. */
export interface PageArguments {
  first?: number | null | undefined;
  after?: string | null | undefined;
  /** Instead of `first`: reads from the end. */
  last?: number | null | undefined;
  /** Ends the page before this cursor. */
  before?: string | null | undefined;
  /** For a page without a cursor that is read from the start. */
  offset?: number | null | undefined;
}

export interface PageBounds {
  defaultLimit: number;
  maxLimit: number;
}

/** Pages of the contract, section 1: 100 unless asked, at most 1000; above it is an error, not a silent clamp. */
export const STANDARD_PAGE: PageBounds = { defaultLimit: 100, maxLimit: 1000 };

/** Values by which rows are ordered. The last one tells rows apart that are otherwise equal. Times are in ISO 8601. */
export type Key = readonly (string | number)[];

/**
 * Types of the values of a key, by their names in SQL: ids and counts, which are never negative, numbers, texts and times. A
 * cursor can hold nothing that PostgreSQL would refuse.
 */
const KEY_TYPES = {
  integer: (value: unknown) => isCount(value) && value <= MAX_ROW_ID,
  bigint: (value: unknown) => isCount(value),
  numeric: (value: unknown) => Number.isSafeInteger(value),
  text: (value: unknown) => typeof value === 'string' && isStorable(value),
  timestamptz: (value: unknown) =>
    typeof value === 'string' && isTime(value) && new Date(value).toISOString() === value,
} as const;

export type KeyType = keyof typeof KEY_TYPES;

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isTime(text: string): boolean {
  return /^[1-9]\d{3}-/.test(text) && !Number.isNaN(Date.parse(text));
}

export const DIRECTIONS = ['asc', 'desc'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** Field and direction by which a caller sorts rows. */
export interface OrderBy<Field extends string> {
  field: Field;
  direction: Direction;
}

/** Order of rows. Its cursors repeat the name, so that one of another order is refused. */
export interface KeyOrder {
  name: string;
  types: readonly KeyType[];
}

/** Rows of a page. */
export interface PageWindow {
  limit: number;
  /** Number of rows to skip; 0 beside a key. */
  offset: number;
  /** Key of the row after which the page begins. The row may have moved or be gone. */
  after: Key | undefined;
  /** Key of the row before which the page ends. */
  before: Key | undefined;
  /** Reads the rows nearest to the end, in reverse. */
  backwards: boolean;
}

/** Page of rows in the order of their ids. */
export interface Keyset extends Pick<PageWindow, 'limit' | 'offset'> {
  /** Id of the row after which the page begins. */
  after: number | undefined;
}

/** Returns the window of the first rows. */
export function firstRows(limit: number): PageWindow {
  return { limit, offset: 0, after: undefined, before: undefined, backwards: false };
}

/** @throws Fault validation_error */
export function toWindow(
  { first, after, last, before, offset }: PageArguments,
  bounds: PageBounds,
  cursors: Cursors,
): PageWindow {
  const backwards = last != null;
  const window = {
    limit: backwards ? toLimit(last, bounds, '/last') : toLimit(first, bounds),
    offset: toOffset(offset),
    after: after == null ? undefined : cursors.read(after, '/after'),
    before: before == null ? undefined : cursors.read(before, '/before'),
    backwards,
  };
  if (offset == null) return window;
  if (window.after || window.before) throw offsetBesideCursor();
  if (backwards) throw invalidValue('/offset', 'cannot be combined with `last`; send `first` instead');
  return window;
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

/** @throws Fault validation_error */
export function toOffset(offset: number | null | undefined): number {
  if (offset && offset < 0) throw invalidValue('/offset', 'must not be negative');
  return offset ?? 0;
}

export function offsetBesideCursor() {
  return invalidValue('/offset', 'cannot be combined with a cursor; send one of them');
}

/**
 * Cursors of one list of rows: each has the key of a row. They are bound to the order, and to what selects the rows. A
 * cursor grants nothing, so it is not signed: access is checked on every page.
 */
export class Cursors {
  readonly #order: KeyOrder;
  readonly #scope: unknown;
  #fingerprint: string | undefined;

  /** @param scope names the rows, with all values of filters: cursors of other rows are refused. */
  constructor(order: KeyOrder, scope: unknown) {
    this.#order = order;
    this.#scope = scope;
  }

  write(key: Key): string {
    return writeCursor(JSON.stringify([this.#order.name, this.#print(), ...key]));
  }

  /** @throws Fault validation_error for a malformed cursor, and for one of other rows or of another order */
  read(cursor: string, pointer: string): Key {
    const content = parseCursor(cursor);
    if (!Array.isArray(content)) throw malformedCursor(pointer);
    const [order, fingerprint, ...key] = content;
    if (typeof order !== 'string' || typeof fingerprint !== 'string') throw malformedCursor(pointer);
    if (order !== this.#order.name) throw foreignCursor(pointer, 'another order');
    if (fingerprint !== this.#print()) throw foreignCursor(pointer, 'another list or other filters');
    const { types } = this.#order;
    if (key.length !== types.length || !types.every((type, index) => KEY_TYPES[type](key[index])))
      throw malformedCursor(pointer);
    return key;
  }

  #print(): string {
    this.#fingerprint ??= createHash('sha256')
      .update(JSON.stringify(this.#scope))
      .digest('base64url')
      .slice(0, FINGERPRINT_LENGTH);
    return this.#fingerprint;
  }
}

/** Characters, of six bits each. It prevents mistakes: callers who forge it see nothing that they could not see. */
const FINGERPRINT_LENGTH = 10;

function foreignCursor(pointer: string, what: string) {
  return invalidValue(pointer, `is a cursor of ${what}; leave it out to start again from the first page`);
}

/** Returns the JSON in a cursor; undefined if there is none. */
export function parseCursor(cursor: string): unknown {
  try {
    return JSON.parse(readCursor(cursor));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
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

/** Converts an id to the number of a row. A malformed id becomes 0, which matches no row and yields the usual 404. */
export function toRowId(id: string | number): number {
  const number = Number(id);
  return Number.isInteger(number) && number > 0 && number <= MAX_ROW_ID ? number : 0;
}
