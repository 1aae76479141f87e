import pg from 'pg';
import type { PoolClient } from '../../database/client.ts';
import { copyRows } from '../../database/copy-reader.ts';
import { Bitmap, fromInt4s } from './bitmap.ts';
import type { Facet } from './facet.ts';
import type { Postings } from './postings.ts';
import { inScope, type Scope } from './scope.ts';
import { startOfWindow, WINDOWS } from './windows.ts';

/**
 * Reads the detections of the scope once. Each falls into the narrowest window that holds it; a wider window's
 * posting is the union of what fell into it and into the narrower ones.
 */
export async function collectDetections(
  client: PoolClient,
  facets: readonly Facet[],
  scope: Scope,
  asOf: Date,
  postings: Postings,
): Promise<void> {
  const technologies = await readTechnologies(client);
  const byTechnology = new Map<number, Bitmap[]>();
  await copyRows(client, detectionsByWindow(scope, asOf), (row) => {
    const windows = byTechnology.get(row.int4(0)) ?? [];
    byTechnology.set(row.int4(0), windows);
    windows[row.int4(1)] = fromInt4s(row.bytes(2));
  });
  for (const [technologyId, found] of byTechnology) {
    const technology = technologies.get(technologyId);
    const seen = new Bitmap();
    for (const [index, window] of WINDOWS.entries()) {
      const ids = found[index];
      if (ids) seen.orInPlace(ids);
      for (const { field, source } of facets) {
        const value = source.from === 'detections' ? technology?.[source.value] : undefined;
        if (value && !seen.isEmpty) postings.add({ field, value, window }, seen);
      }
    }
  }
}

/** Each technology's companies by the place in WINDOWS of the narrowest window that holds the detection. */
function detectionsByWindow(scope: Scope, asOf: Date): string {
  const edges = WINDOWS.map((window) => startOfWindow(window, asOf)).filter((start) => start !== undefined);
  const outside = edges.map((start) => `(d.last_seen < ${literal(start)})::int`).join(' + ');
  return `
    SELECT d.technology_id, ${outside} AS place, string_agg(int4send(d.company_id), '')
    FROM company_technology d ${inScope(scope, 'd.company_id')}
    GROUP BY d.technology_id, place`;
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

/** A time as SQL, for statements that take no parameters. */
export function literal(time: Date): string {
  return `timestamptz ${pg.escapeLiteral(time.toISOString())}`;
}
