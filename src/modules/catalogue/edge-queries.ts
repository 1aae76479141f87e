import type { Queryable } from '../../database/client.ts';
import { isoTimestamps } from '../../database/iso-timestamps.ts';
import type { DetectedTechnology, EdgeSlice, Partnership } from './company.ts';

/**
 * A statement whose rows arrive as arrays, the id of the company first. One object literal a row is half the work of
 * letting the driver build objects from column names, and there are ten thousand rows in a large answer.
 */
interface EdgeStatement<Row extends readonly [companyId: number, ...unknown[]], T> {
  name: string;
  text: string;
  toEdge: (row: Row) => T;
}

type PartnershipRow = [number, number, string, string, string, string, string, number];

/** The order of partners: latest observation first, then slug by code point (contract, section 5). */
const partnershipSql = (source: string, page: string, scope = '') => `
  SELECT p.company_id, p.partner_id, c.name, c.primary_domain, c.slug, p.first_observed_at, p.last_observed_at,
    p.observation_count
  FROM partnership p JOIN company c ON c.id = p.partner_id
  WHERE p.company_id ${source}
  ORDER BY ${scope}p.last_observed_at DESC, c.slug COLLATE "C"${page}`;

function toPartnership(row: PartnershipRow): Partnership {
  return {
    partnerId: row[1],
    partnerName: row[2],
    partnerDomain: row[3],
    partnerSlug: row[4],
    firstObservedAt: row[5],
    lastObservedAt: row[6],
    observationCount: row[7],
  };
}

type TechnologyRow = [number, string, string, string | null, number, string, string];

/** The order of technologies: detection count descending, then key by code point (contract, section 3). */
const technologySql: EdgeSql = (source, page) => `
  SELECT ct.company_id, t.tech_key, t.display_name, t.category, ct.detection_count, ct.first_seen, ct.last_seen
  FROM company_technology ct JOIN technology t ON t.id = ct.technology_id
  WHERE ct.company_id ${source}
  ORDER BY ct.detection_count DESC, t.tech_key COLLATE "C"${page}`;

function toTechnology(row: TechnologyRow): DetectedTechnology {
  return {
    techKey: row[1],
    displayName: row[2],
    category: row[3],
    detectionCount: row[4],
    firstSeen: row[5],
    lastSeen: row[6],
  };
}

type EdgeSql = (source: string, page: string) => string;

/** A slice for each company: LATERAL, so that each company's page is read alone, in one statement for all. */
const sliced = (sql: EdgeSql) =>
  `SELECT s.* FROM unnest($1::int[]) AS wanted(company_id)
   CROSS JOIN LATERAL (${sql('= wanted.company_id', ' LIMIT $2 OFFSET $3')}) s`;

const PARTNERSHIPS: EdgeStatement<PartnershipRow, Partnership> = {
  name: 'partnerships_of_companies',
  text: partnershipSql('= ANY($1::int[])', '', 'p.company_id, '),
  toEdge: toPartnership,
};

const PARTNERSHIP_SLICES = { ...PARTNERSHIPS, name: 'partnership_slices', text: sliced(partnershipSql) };

const TECHNOLOGY_SLICES: EdgeStatement<TechnologyRow, DetectedTechnology> = {
  name: 'technology_slices',
  text: sliced(technologySql),
  toEdge: toTechnology,
};

/** All partnerships of all the companies in one statement, grouped in the order of `companyIds`. */
export function loadPartnerships(db: Queryable, companyIds: readonly number[]): Promise<Partnership[][]> {
  return loadGrouped(db, PARTNERSHIPS, companyIds, []);
}

export function loadPartnershipSlices(
  db: Queryable,
  companyIds: readonly number[],
  { limit, offset }: EdgeSlice,
): Promise<Partnership[][]> {
  return loadGrouped(db, PARTNERSHIP_SLICES, companyIds, [limit, offset]);
}

export function loadTechnologySlices(
  db: Queryable,
  companyIds: readonly number[],
  { limit, offset }: EdgeSlice,
): Promise<DetectedTechnology[][]> {
  return loadGrouped(db, TECHNOLOGY_SLICES, companyIds, [limit, offset]);
}

async function loadGrouped<Row extends readonly [companyId: number, ...unknown[]], T>(
  db: Queryable,
  { name, text, toEdge }: EdgeStatement<Row, T>,
  companyIds: readonly number[],
  more: readonly number[],
): Promise<T[][]> {
  const values = [companyIds, ...more];
  const { rows } = await db.query<Row & unknown[]>({
    name,
    text,
    types: isoTimestamps,
    values,
    rowMode: 'array',
  });
  const groups = new Map<number, T[]>(companyIds.map((id) => [id, []]));
  for (const row of rows) groups.get(row[0])?.push(toEdge(row));
  return companyIds.map((id) => groups.get(id) ?? []);
}
