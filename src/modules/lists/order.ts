import { ordersBy, type SqlOrder, sqlOrder } from '../../database/keyset.ts';
import { keySql } from '../../database/sql.ts';
import type { Key, KeyType } from '../../lib/page.ts';
import type { List } from './list.ts';

/** SQL of the key of a name. */
export const NAME_KEY = keySql('l.name', 'l.name_key');

/** A list on a page. */
export interface ListRow extends List {
  /** Key of its name, by which PostgreSQL sorts. */
  nameKey: string;
}

interface SortField {
  sql: string;
  type: KeyType;
  readValue: (list: ListRow) => string;
}

/** Fields by which lists are sorted. An index of the lists of an organization has each, so that a page reads few rows. */
const SORT_FIELDS = {
  updated_at: { sql: 'l.updated_at', type: 'timestamptz', readValue: (list) => list.updatedAt.toISOString() },
  name: { sql: `${NAME_KEY} COLLATE "C"`, type: 'text', readValue: (list) => list.nameKey },
  created_at: { sql: 'l.created_at', type: 'timestamptz', readValue: (list) => list.createdAt.toISOString() },
} as const satisfies Readonly<Record<string, SortField>>;

export type ListSortField = keyof typeof SORT_FIELDS;

/** Order of lists. Ties are in the order of ids. */
export interface ListOrder extends SqlOrder {
  keyOf: (list: ListRow) => Key;
}

export const LIST_ORDERS = ordersBy(
  Object.keys(SORT_FIELDS) as ListSortField[],
  (field, descending, name): ListOrder => {
    const { sql, type, readValue } = SORT_FIELDS[field];
    const columns = [
      { sql, type, descending },
      { sql: 'l.id', type: 'integer', descending },
    ] as const;
    return { ...sqlOrder(name, columns), keyOf: (list) => [readValue(list), list.listId] };
  },
);
