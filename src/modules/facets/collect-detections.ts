import type { PoolClient } from '../../database/client.ts';
import type { Facet } from './facet.ts';
import type { Postings } from './postings.ts';
import { inScope, type Scope } from './scope.ts';
import { readWindowedPostings, windowIndex } from './windowed-postings.ts';

/** Collects the facets that come from detections, reading the detections of the scope once. */
export async function collectDetections(
  client: PoolClient,
  facets: readonly Facet[],
  scope: Scope,
  asOf: Date,
  postings: Postings,
): Promise<void> {
  const technologies = await readTechnologies(client);
  const query = `
    SELECT d.technology_id, ${windowIndex('d.last_seen', asOf)} AS place, string_agg(int4send(d.company_id), '')
    FROM company_technology d ${inScope(scope, 'd.company_id')}
    GROUP BY d.technology_id, place`;
  for (const [technologyId, byWindow] of await readWindowedPostings(client, query)) {
    const technology = technologies.get(technologyId);
    for (const { field, source } of facets) {
      const value = source.from === 'detections' ? technology?.[source.value] : undefined;
      if (!value) continue;
      for (const [window, ids] of byWindow) postings.add({ field, value, window }, ids);
    }
  }
}

interface Technology {
  tech_key: string;
  category: string | null;
}

async function readTechnologies(client: PoolClient): Promise<Map<number, Technology>> {
  const { rows } = await client.query<Technology & { id: number }>(
    'SELECT id, tech_key, category FROM technology',
  );
  return new Map(rows.map(({ id, ...technology }) => [id, technology]));
}
