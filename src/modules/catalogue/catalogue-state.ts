import type { Queryable } from '../../database/client.ts';
import { ON_REPLICA } from '../../database/replicas/routing.ts';
import { UNIVERSE } from '../facets/facet.ts';
import { BITS } from '../facets/number-encoding.ts';

/** Size and freshness of the catalogue. All counts are exact. */
export interface CatalogueState {
  /** Version of the facet index, from which the counts are read. */
  indexVersion: number;
  companyCount: number;
  technologyCount: number;
  /** Pairs of a company and a technology. */
  detectionCount: number;
  /** Pairs of companies. */
  partnershipCount: number;
  /** Newest observation; null without observations. */
  asOf: Date | null;
  /** When the catalogue last changed, or its index was rebuilt; null if neither ever happened. */
  updatedAt: Date | null;
  /** When the last import ended that succeeded, whether it changed anything or not; null before the first. */
  importedAt: Date | null;
}

/** Sums an integer field over all companies, from the cardinalities of its bit slices. No company is read. */
const sumOf = (field: string) => `
  coalesce((SELECT sum(p.cardinality::bigint << bit) FROM generate_series(0, ${BITS - 1}) AS bit
    JOIN facet_posting p ON p.field = '${field}' AND p.value = bit::text AND p.window_days = 0), 0)::bigint`;

/** Each partnership counts at both of its companies, hence the half. */
const STATE = {
  name: 'catalogue_state',
  runsOn: ON_REPLICA,
  text: `
    SELECT version AS "indexVersion", as_of AS "asOf", refreshed_at AS "updatedAt",
      coalesce((SELECT cardinality FROM facet_posting
        WHERE field = '${UNIVERSE.field}' AND value = '' AND window_days = 0), 0) AS "companyCount",
      (SELECT count(*)::int FROM technology) AS "technologyCount",
      ${sumOf('technology_count')}::float8 AS "detectionCount",
      (${sumOf('partnership_count')} / 2)::float8 AS "partnershipCount",
      (SELECT finished_at FROM catalogue_import WHERE state = 'finished' ORDER BY id DESC LIMIT 1) AS "importedAt"
    FROM facet_index`,
};

export async function readCatalogueState(db: Queryable): Promise<CatalogueState> {
  const { rows } = await db.query<CatalogueState>(STATE);
  const [state] = rows;
  if (state === undefined) throw new Error('the table facet_index is empty; it must have one row');
  return state;
}

/** Companies and technologies that left the catalogue. */
export interface RetiredCounts {
  /** Companies that were deleted. */
  companies: number;
  /** Companies that were merged into another one. */
  merged: number;
  technologies: number;
}

/** Counts rows: far fewer leave the catalogue than are in it. */
export async function countRetired(db: Queryable): Promise<RetiredCounts> {
  const { rows } = await db.query<RetiredCounts>({
    name: 'retired_counts',
    runsOn: ON_REPLICA,
    text: `SELECT (count(*) FILTER (WHERE merged_into IS NULL))::int AS companies, count(merged_into)::int AS merged,
      (SELECT count(*)::int FROM retired_technology) AS technologies
    FROM retired_company`,
  });
  const [counts] = rows;
  if (counts === undefined) throw new Error('retired_company returned no counts');
  return counts;
}
