import type { ListOrderField } from '../../generated/graphql.ts';

/** Search parameters of the page of lists. */
export interface ListsSearch {
  search?: string;
  /** Order of the lists; the most recently updated first unless given. */
  order?: ListOrderField;
  tag?: string;
  /** Shows only favourites of the caller. */
  favourite?: true;
  /** True: shows the lists of the caller; false: those of others. */
  owned?: boolean;
}

const ORDERS: readonly unknown[] = ['NAME', 'CREATED_AT'] satisfies ListOrderField[];

/** Reads the search parameters; invalid ones are left out. */
export function readListsSearch(given: Record<string, unknown>): ListsSearch {
  const { order, favourite, owned } = given;
  const [search, tag] = [textOf(given.search, 200), textOf(given.tag, 40)];
  return {
    ...(search && { search }),
    ...(tag && { tag }),
    ...(favourite === true && { favourite }),
    ...(typeof owned === 'boolean' && { owned }),
    ...(ORDERS.includes(order) && { order: order as ListOrderField }),
  };
}

/** Whether fewer than all lists are shown. */
export function isNarrowed({ search, tag, favourite, owned }: ListsSearch): boolean {
  return [search, tag, favourite, owned].some((each) => each !== undefined);
}

/** The router reads "2024" as a number. */
function textOf(value: unknown, maxLength: number): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, maxLength) : '';
}
