import type { PoolClient } from '../../database/client.ts';
import { placeOf, readByWindow } from './by-window.ts';
import { readCommonFrom } from './common.ts';
import type { Facet } from './facet.ts';
import type { Postings } from './postings.ts';

/**
 * The partners of every company that has many, by its id. Always of all such companies: they are few, and one that a
 * change made such a company needs its partners from before as well.
 */
export async function collectPartners(
  client: PoolClient,
  facets: readonly Facet[],
  asOf: Date,
  postings: Postings,
): Promise<void> {
  if (facets.length === 0) return;
  const from = await readCommonFrom(client);
  const query = `
    SELECT p.company_id, ${placeOf('p.last_observed_at', asOf)} AS place, string_agg(int4send(p.partner_id), '')
    FROM partnership p JOIN company c ON c.id = p.company_id AND c.partnership_count >= ${from}
    GROUP BY p.company_id, place`;
  for (const { field } of facets) {
    for (const [companyId, byWindow] of await readByWindow(client, query)) {
      for (const [window, ids] of byWindow) postings.set({ field, value: String(companyId), window }, ids);
    }
  }
}
