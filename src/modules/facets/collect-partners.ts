import type { PoolClient } from '../../database/client.ts';
import type { Facet } from './facet.ts';
import { readFrequencyThreshold } from './frequency-threshold.ts';
import type { Postings } from './postings.ts';
import { readWindowedPostings, windowIndex } from './windowed-postings.ts';

/**
 * Collects a posting of the partners of each company that has many, by its id. The refresh always reads all such
 * companies: they are few, and a company that newly became one needs its earlier partners as well.
 */
export async function collectPartners(
  client: PoolClient,
  facets: readonly Facet[],
  asOf: Date,
  postings: Postings,
): Promise<void> {
  if (facets.length === 0) return;
  const threshold = await readFrequencyThreshold(client);
  const query = `
    SELECT p.company_id, ${windowIndex('p.last_observed_at', asOf)} AS place, string_agg(int4send(p.partner_id), '')
    FROM partnership p JOIN company c ON c.id = p.company_id AND c.partnership_count >= ${threshold}
    GROUP BY p.company_id, place`;
  for (const { field } of facets) {
    for (const [companyId, byWindow] of await readWindowedPostings(client, query)) {
      for (const [window, ids] of byWindow) postings.set({ field, value: String(companyId), window }, ids);
    }
  }
}
