import { invalidValue } from '../lib/fault.ts';
import type { Page } from '../lib/page.ts';

const PREFIX = 'offset:';

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
  const limit = first ?? bounds.defaultLimit;
  if (limit < 1 || limit > bounds.maxLimit) throw invalidValue('/first', `must be 1 to ${bounds.maxLimit}`);
  if (offset && offset < 0) throw invalidValue('/offset', 'must not be negative');
  return { limit, offset: after ? readCursor(after) + 1 : (offset ?? 0) };
}

export function writeCursor(position: number): string {
  return Buffer.from(`${PREFIX}${position}`).toString('base64url');
}

function readCursor(cursor: string): number {
  const text = Buffer.from(cursor, 'base64url').toString();
  const position = text.startsWith(PREFIX) ? Number(text.slice(PREFIX.length)) : Number.NaN;
  if (Number.isSafeInteger(position) && position >= 0 && position < 2 ** 31) return position;
  throw invalidValue('/after', 'must be a cursor of an earlier page');
}
