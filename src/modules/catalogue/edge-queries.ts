import type { Queryable } from '../../database/client.ts';
import { isoTimestamps } from '../../database/iso-timestamps.ts';
import type { DetectedTechnology, EdgeSlice, Partnership } from './company.ts';

/** A statement whose rows arrive as arrays, the id of the company first. */
interface EdgeStatement<Row extends readonly [companyId: number, ...unknown[]], T> {
  toEdge: (row: Row) => T;
  /** One page of each of several companies; $1 are their ids. */
  pages: { name: string; text: string };
  /** One page of one company; $1 is its id. */
  page: { name: string; text: string };
}

type PartnershipRow = [number, string, string, string, string, string, number];

/** The order of partners: latest observation first, then slug by code point (contract, section 5). */
const partnershipSql = (source: string, page: string, scope = '') => `
  SELECT p.company_id AS "companyId", c.name AS "partnerName", c.primary_domain AS "partnerDomain",
    c.slug AS "partnerSlug", p.first_observed_at AS "firstObservedAt", p.last_observed_at AS "lastObservedAt",
    p.observation_count AS "observationCount"
  FROM partnership p JOIN company c ON c.id = p.partner_id
  WHERE p.company_id ${source}
  ORDER BY ${scope}p.last_observed_at DESC, c.slug COLLATE "C"${page}`;

function toPartnership(row: PartnershipRow): Partnership {
  return {
    partnerName: row[1],
    partnerDomain: row[2],
    partnerSlug: row[3],
    firstObservedAt: row[4],
    lastObservedAt: row[5],
    observationCount: row[6],
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

/** LATERAL, so that each company's page is read alone, in one statement for all; a single company needs less. */
const paged = (name: string, sql: EdgeSql) => ({
  pages: {
    name: `${name}_pages`,
    text: `SELECT s.* FROM unnest($1::int[]) AS wanted(company_id)
           CROSS JOIN LATERAL (${sql('= wanted.company_id', ' LIMIT $2 OFFSET $3')}) s`,
  },
  page: { name: `${name}_page`, text: sql('= $1::int', ' LIMIT $2 OFFSET $3') },
});

const PARTNERSHIPS: EdgeStatement<PartnershipRow, Partnership> = {
  toEdge: toPartnership,
  ...paged('partnership', partnershipSql),
};

const TECHNOLOGIES: EdgeStatement<TechnologyRow, DetectedTechnology> = {
  toEdge: toTechnology,
  ...paged('technology', technologySql),
};

const ALL_PARTNERSHIPS = {
  name: 'partnerships_of_companies',
  text: partnershipSql('= ANY($1::int[])', '', 'p.company_id, '),
  types: isoTimestamps,
};

/**
 * All partnerships of all the companies in one statement, grouped in the order of `companyIds`. The columns have the
 * names of the properties and the rows come sorted by company: ten thousand of them are used as they arrive.
 */
export async function loadPartnerships(
  db: Queryable,
  companyIds: readonly number[],
): Promise<Partnership[][]> {
  const { rows } = await db.query<Partnership & { companyId: number }>({
    ...ALL_PARTNERSHIPS,
    values: [companyIds],
  });
  const groups = new Map<number, Partnership[]>();
  for (let start = 0, end = 0; start < rows.length; start = end) {
    const id = rows[start]?.companyId ?? 0;
    while (rows[end]?.companyId === id) end += 1;
    groups.set(id, rows.slice(start, end));
  }
  return companyIds.map((id) => groups.get(id) ?? []);
}

export function loadPartnershipSlices(
  db: Queryable,
  companyIds: readonly number[],
  slice: EdgeSlice,
): Promise<Partnership[][]> {
  return loadSlices(db, PARTNERSHIPS, companyIds, slice);
}

export function loadTechnologySlices(
  db: Queryable,
  companyIds: readonly number[],
  slice: EdgeSlice,
): Promise<DetectedTechnology[][]> {
  return loadSlices(db, TECHNOLOGIES, companyIds, slice);
}

async function loadSlices<Row extends readonly [companyId: number, ...unknown[]], T>(
  db: Queryable,
  { page, pages, toEdge }: EdgeStatement<Row, T>,
  companyIds: readonly number[],
  { limit, offset }: EdgeSlice,
): Promise<T[][]> {
  const [only] = companyIds;
  const isSingle = companyIds.length === 1;
  const values = [isSingle ? only : companyIds, limit, offset];
  const statement = { ...(isSingle ? page : pages), types: isoTimestamps, values };
  const { rows } = await db.query<Row & unknown[]>({ ...statement, rowMode: 'array' });
  if (isSingle) return [rows.map(toEdge)];
  const groups = new Map<number, T[]>(companyIds.map((id) => [id, []]));
  for (const row of rows) groups.get(row[0])?.push(toEdge(row));
  return companyIds.map((id) => groups.get(id) ?? []);
}
