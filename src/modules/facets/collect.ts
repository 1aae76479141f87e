import type { PoolClient } from '../../database/client.ts';
import { type CopyRow, copyRows } from '../../database/copy-reader.ts';
import { keySql } from '../../database/sql.ts';
import { fromInt4s, IdList, listOf, union } from './bitmap.ts';
import { type DatedRows, mergeBands, readBands } from './evidence-bands.ts';
import { EVER } from './evidence-windows.ts';
import { existenceKey, type Facet, inScope, RETIRED_KEY, type Scope } from './facet.ts';
import { NumberCollector } from './number-postings.ts';
import { type Collector, type Postings, readFrequencyThreshold } from './postings.ts';

/** Collects the facets that come from columns of `company`, reading the companies of the scope once. */
export async function collectCompanies(
  client: PoolClient,
  facets: readonly Facet[],
  scope: Scope,
  postings: Postings,
): Promise<void> {
  const columns = facets.map(toColumn).filter((column) => column !== undefined);
  if (columns.length === 0) return;
  const selected = ['c.id', ...columns.map(({ sql }) => sql)].join(', ');
  await copyRows(client, `SELECT ${selected} FROM company c ${inScope(scope, 'c.id')}`, (row) => {
    const id = row.int4(0);
    columns.forEach(({ collector }, index) => {
      if (!row.isNull(index + 1)) collector.add(id, row, index + 1);
    });
  });
  for (const { field, collector } of columns) collector.finish(postings, field);
}

interface Column {
  field: string;
  sql: string;
  collector: Collector;
}

/** @returns undefined for a facet that does not come from a column of `company`. */
function toColumn({ field, source }: Facet): Column | undefined {
  switch (source.from) {
    case 'universe':
      return { field, sql: 'c.id', collector: new ExistenceCollector() };
    case 'column':
      return { field, sql: `c.${source.column}`, collector: new TextCollector() };
    case 'integer':
      return { field, sql: `c.${source.column}::int4`, collector: new NumberCollector(source.rangeEncoded) };
    default:
      return undefined;
  }
}

/** Builds only the existence bitmap. */
export class ExistenceCollector implements Collector {
  readonly #ids = new IdList();

  add(id: number): void {
    this.#ids.push(id);
  }

  finish(postings: Postings, field: string): void {
    postings.set(existenceKey(field), this.#ids.toBitmap());
  }
}

/** Builds a posting for each text, and the existence bitmap. */
class TextCollector implements Collector {
  readonly #byValue = new Map<string, IdList>();

  add(id: number, row: CopyRow, column: number): void {
    listOf(this.#byValue, row.text(column)).push(id);
  }

  finish(postings: Postings, field: string): void {
    const sets = [...this.#byValue].map(([value, ids]) => ({ value, ids: ids.toBitmap() }));
    postings.set(existenceKey(field), union(sets));
    for (const { value, ids } of sets) postings.set({ field, value, window: EVER }, ids);
  }
}

/** Companies by technology. */
export const DETECTED: DatedRows = {
  from: 'company_technology d',
  value: 'd.technology_id',
  id: 'd.company_id',
  first: 'd.first_seen',
  last: 'd.last_seen',
};

/** Partners by company. */
export const OBSERVED: DatedRows = {
  from: 'partnership p',
  value: 'p.company_id',
  id: 'p.partner_id',
  first: 'p.first_observed_at',
  last: 'p.last_observed_at',
};

/** Collects the facets that come from detections, reading the detections of the scope once. */
export async function collectDetections(
  client: PoolClient,
  facets: readonly Facet[],
  scope: Scope,
  asOf: Date,
  postings: Postings,
): Promise<void> {
  const technologies = await readTechnologies(client);
  const from = `${DETECTED.from} ${inScope(scope, DETECTED.id)}`;
  const detected = await readBands(client, { ...DETECTED, from }, asOf);
  for (const { field, source } of facets) {
    if (source.from !== 'detections') continue;
    for (const [value, ids] of groupBy(technologies, source.value)) {
      const found = ids.flatMap((id) => detected.get(id) ?? []);
      if (found.length > 0) postings.setBands({ field, value }, mergeBands(found));
    }
  }
}

/** A row of `technology`. */
export interface Technology {
  id: number;
  tech_key: string;
  /** In the spelling that its postings have. */
  category: string | null;
}

const CATEGORY_KEY = keySql('category', 'category_key');

/**
 * SQL of the categories as rows (key, spelling): the spelling of most technologies, of equally common ones the first by code
 * points. A category has its postings under one spelling alone, because the first sighting of a category is that of any of
 * its technologies: it cannot be told from the postings of two spellings.
 */
export const CATEGORIES = `
  SELECT key, (array_agg(category ORDER BY technologies DESC, category COLLATE "C"))[1] AS spelling
  FROM (SELECT category, ${CATEGORY_KEY} AS key, count(*) AS technologies FROM technology
    WHERE category IS NOT NULL GROUP BY category, ${CATEGORY_KEY}) s
  GROUP BY key`;

export async function readTechnologies(client: PoolClient): Promise<readonly Technology[]> {
  const { rows } = await client.query<Technology>(`
    SELECT t.id, t.tech_key, c.spelling AS category FROM technology t
    LEFT JOIN (${CATEGORIES}) c ON c.key = ${CATEGORY_KEY}`);
  return rows;
}

/** Tells whether postings of categories have another spelling than their categories have now. */
export async function areCategoriesRespelled(client: PoolClient, { field }: Facet): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `SELECT EXISTS (SELECT FROM facet_stored p WHERE p.field = $1 AND p.value <> '' AND p.cardinality > 0
       AND NOT EXISTS (SELECT FROM (${CATEGORIES}) c WHERE c.spelling = p.value)) AS found`,
    [field],
  );
  return rows[0]?.found ?? false;
}

/** Returns the ids of technologies by key or by category. */
function groupBy(technologies: readonly Technology[], column: 'tech_key' | 'category') {
  const byValue = new Map<string, number[]>();
  for (const { id, [column]: value } of technologies) {
    if (!value) continue;
    const ids = byValue.get(value);
    if (ids) ids.push(id);
    else byValue.set(value, [id]);
  }
  return byValue;
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
  const from = `${OBSERVED.from} JOIN company c ON c.id = p.company_id AND c.partnership_count >= ${threshold}`;
  const observed = await readBands(client, { ...OBSERVED, from }, asOf);
  for (const { field } of facets)
    for (const [companyId, bands] of observed) postings.setBands({ field, value: String(companyId) }, bands);
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
