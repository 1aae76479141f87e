import type { PoolClient } from '../../database/client.ts';
import { copyRows } from '../../database/copy-reader.ts';
import { fromInt4s } from './bitmap.ts';
import { EVER } from './evidence-windows.ts';
import type { Facet } from './facet.ts';
import type { Postings } from './postings.ts';
import { inScope, type Scope } from './scope.ts';

/** SQL of rows (value, ids) for facets of which a company has any number of values. */
const QUERIES = {
  investors: (scope: Scope) => `
    SELECT i.name, string_agg(int4send(v.company_id), '')
    FROM company_investor v JOIN investor i ON i.id = v.investor_id ${inScope(scope, 'v.company_id')}
    GROUP BY i.name`,
  top_level_domains: (scope: Scope) => `
    SELECT split_part(d.domain, '.', -1), string_agg(int4send(d.company_id), '')
    FROM company_domain d ${inScope(scope, 'd.company_id')}
    GROUP BY 1`,
};

/** Collects the facets whose values are rows of their own: investors and top-level domains. */
export async function collectSets(
  client: PoolClient,
  facets: readonly Facet[],
  scope: Scope,
  postings: Postings,
): Promise<void> {
  for (const { field, source } of facets) {
    if (source.from !== 'investors' && source.from !== 'top_level_domains') continue;
    await copyRows(client, QUERIES[source.from](scope), (row) => {
      postings.set({ field, value: row.text(0), window: EVER }, fromInt4s(row.bytes(1)));
    });
  }
}
