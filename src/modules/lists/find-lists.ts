import type { Queryable } from '../../database/client.ts';
import { isStorable } from '../../lib/domain-name.ts';
import { invalidValue } from '../../lib/fault.ts';
import { escapeLike } from '../../lib/like.ts';
import type { Page } from '../../lib/page.ts';
import type { Caller, List } from './list.ts';
import { COLUMNS, TABLES, VISIBLE } from './list-access.ts';

/** SQL of each order. An index of the lists of an organization has it, so that a page reads no more rows than needed. */
const SORT_KEYS = {
  updated_at: 'l.updated_at',
  name: 'lower(l.name) COLLATE "C"',
  created_at: 'l.created_at',
} as const;

export interface ListOrder {
  field: keyof typeof SORT_KEYS;
  direction: 'asc' | 'desc';
}

export interface ListSelection {
  /** Part of a name, in any case. */
  search?: string | undefined;
  order: ListOrder;
}

const MAX_SEARCH = 200;
const MATCHES = 'l.name ILIKE $3';

/** Finds lists that the caller can see, without definitions. Ties are in the order of ids. @throws Fault validation_error */
export async function findLists(
  db: Queryable,
  { organizationId, userId }: Caller,
  { search, order: { field, direction } }: ListSelection,
  { limit, offset }: Page,
): Promise<List[]> {
  const isSearch = search !== undefined;
  const { rows } = await db.query<List>({
    name: `visible_lists_${field}_${direction}${isSearch ? '_search' : ''}`,
    text: `SELECT ${COLUMNS} FROM ${TABLES} WHERE ${VISIBLE} AND ${isSearch ? MATCHES : '$3::text IS NULL'}
      ORDER BY ${SORT_KEYS[field]} ${direction}, l.id ${direction} LIMIT $4 OFFSET $5`,
    values: [organizationId, userId, patternOf(search), limit, offset],
  });
  return rows;
}

/** Counts the lists that the caller can see. @throws Fault validation_error */
export async function countLists(
  db: Queryable,
  { organizationId, userId }: Caller,
  search: string | undefined,
): Promise<number> {
  const isSearch = search !== undefined;
  const { rows } = await db.query<{ total: number }>({
    name: `visible_lists_count${isSearch ? '_search' : ''}`,
    text: `SELECT count(*)::int AS total FROM list l WHERE ${VISIBLE} AND ${isSearch ? MATCHES : '$3::text IS NULL'}`,
    values: [organizationId, userId, patternOf(search)],
  });
  return rows[0]?.total ?? 0;
}

function patternOf(search: string | undefined): string | null {
  if (search === undefined) return null;
  const text = search.trim();
  if (text === '' || [...text].length > MAX_SEARCH || !isStorable(text))
    throw invalidValue('/search', `must be 1 to ${MAX_SEARCH} characters of a name`);
  return `%${escapeLike(text)}%`;
}
