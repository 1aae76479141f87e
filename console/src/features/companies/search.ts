/** Search parameters of the page of companies. */
export interface CompaniesSearch {
  search?: string;
}

/** Reads the search parameters; invalid ones are left out. */
export function readCompaniesSearch({ search }: Record<string, unknown>): CompaniesSearch {
  return typeof search === 'string' && search !== '' ? { search } : {};
}
