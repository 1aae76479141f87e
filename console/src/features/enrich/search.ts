/** Search parameters of the enrichment page. */
export interface EnrichSearch {
  /** Id of the job that is shown. */
  job?: string;
}

/** Reads the search parameters; invalid ones are left out. */
export function readEnrichSearch({ job }: Record<string, unknown>): EnrichSearch {
  return typeof job === 'string' && job !== '' ? { job } : {};
}
