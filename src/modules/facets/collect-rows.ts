import type { PoolClient } from '../../database/client.ts';
import { copyRows } from '../../database/copy-reader.ts';
import { Bitmap, fromInt4s } from './bitmap.ts';
import { EVER, type EvidenceWindow, startOfWindow, timestampLiteral, WINDOWS } from './evidence-windows.ts';
import { type Facet, RETIRED_KEY } from './facet.ts';
import { type Postings, readFrequencyThreshold } from './postings.ts';
import { inScope, type Scope } from './scope.ts';

/** Collects the facets that come from detections, reading the detections of the scope once. */
export async function collectDetections(
  client: PoolClient,
  facets: readonly Facet[],
  scope: Scope,
  asOf: Date,
  postings: Postings,
): Promise<void> {
  const { rows } = await client.query<Technology>('SELECT id, tech_key, category FROM technology');
  const technologies = new Map(rows.map((row) => [row.id, row]));
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
  id: number;
  tech_key: string;
  category: string | null;
}

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

/** Collects the companies of the scope that left the catalogue. */
export async function collectRetired(client: PoolClient, scope: Scope, postings: Postings): Promise<void> {
  const query = `SELECT string_agg(int4send(r.id), '') FROM retired_company r ${inScope(scope, 'r.id')}`;
  await copyRows(client, query, (row) => {
    if (!row.isNull(0)) postings.set(RETIRED_KEY, fromInt4s(row.bytes(0)));
  });
}

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

/** SQL of the index in WINDOWS of the narrowest window that contains the time in a column. */
function windowIndex(column: string, asOf: Date): string {
  const edges = WINDOWS.map((window) => startOfWindow(window, asOf)).filter((start) => start !== undefined);
  return edges.map((start) => `(${column} < ${timestampLiteral(start)})::int`).join(' + ');
}

/**
 * Reads dated ids, grouped by an integer key and by evidence window.
 *
 * @param query rows (key, index in WINDOWS, ids as `string_agg(int4send(id), '')`), one for each key and index.
 * @returns cumulative bitmaps by key: a wider window contains the ids of the narrower ones. Empty windows are left out.
 */
async function readWindowedPostings(
  client: PoolClient,
  query: string,
): Promise<Map<number, [EvidenceWindow, Bitmap][]>> {
  const byKey = new Map<number, Bitmap[]>();
  await copyRows(client, query, (row) => {
    const parts = byKey.get(row.int4(0)) ?? [];
    byKey.set(row.int4(0), parts);
    parts[row.int4(1)] = fromInt4s(row.bytes(2));
  });
  return new Map([...byKey].map(([key, parts]) => [key, cumulate(parts)]));
}

function cumulate(parts: readonly Bitmap[]): [EvidenceWindow, Bitmap][] {
  const byWindow: [EvidenceWindow, Bitmap][] = [];
  let seen = new Bitmap();
  for (const [index, window] of WINDOWS.entries()) {
    const more = parts[index];
    if (more) seen = Bitmap.or(seen, more);
    if (!seen.isEmpty) byWindow.push([window, seen]);
  }
  return byWindow;
}
