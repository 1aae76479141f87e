/** Search parameters of the page of lists. */
export interface ListsSearch {
  search?: string;
}

/** Reads the search parameters; invalid ones are left out. */
export function readListsSearch({ search }: Record<string, unknown>): ListsSearch {
  return typeof search === 'string' && search !== '' ? { search } : {};
}
