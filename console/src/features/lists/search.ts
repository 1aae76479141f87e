import type { ListOrderField } from '../../generated/graphql.ts';

/** Search parameters of the page of lists. */
export interface ListsSearch {
  search?: string;
  /** Order of the lists; the most recently updated first unless given. */
  order?: ListOrderField;
}

const ORDERS: readonly unknown[] = ['NAME', 'CREATED_AT'] satisfies ListOrderField[];

/** Reads the search parameters; invalid ones are left out. */
export function readListsSearch({ search, order }: Record<string, unknown>): ListsSearch {
  return {
    // The router reads "2024" as a number.
    ...((typeof search === 'string' || typeof search === 'number') &&
      search !== '' && { search: String(search).slice(0, 200) }),
    ...(ORDERS.includes(order) && { order: order as ListOrderField }),
  };
}
