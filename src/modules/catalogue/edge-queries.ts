import type { Queryable } from '../../database/client.ts';
import { toIsoTimestamp } from '../../database/copy-reader.ts';
import { type Columns, readPackedRows } from '../../database/packed-rows.ts';
import { arrayOf, type Prepared, type TextRow, takeTexts } from '../../database/prepared.ts';
import { ON_REPLICA } from '../../database/replicas/routing.ts';
import type { Rows } from '../../lib/json-writer.ts';
import type { Page } from '../../lib/page.ts';
import { UNLOCKS } from '../credits/unlocks.ts';
import type { DetectedTechnology, Partnership } from './company.ts';

type EdgeRow = TextRow & readonly [companyId: string, ...unknown[]];

/** Statements that page the edges of companies. */
interface EdgeStatements<Row extends EdgeRow, T> {
  toEdge: (row: Row) => T;
  /** Reads a page of each of several companies, whose ids are $1. */
  pages: Prepared;
  /** Reads a page of one company, whose id is $1. */
  page: Prepared;
}

type PartnershipRow = readonly [
  companyId: string,
  last: string,
  first: string,
  count: string,
  partnerId: string,
  slug: string,
  name: string,
  domain: string,
];

/**
 * SQL of partners: the latest observation first, then by slug in code points (contract, section 5). To compare two rows,
 * PostgreSQL walks over the columns before those that it sorts by. So those come first, and texts last.
 */
const partnershipSql = (source: string, page: string, scope = '') => `
  SELECT p.company_id AS "companyId", p.last_observed_at AS "lastObservedAt", p.first_observed_at AS "firstObservedAt",
    p.observation_count AS "observationCount", p.partner_id AS "partnerId", c.slug AS "partnerSlug",
    c.name AS "partnerName", c.primary_domain AS "partnerDomain"
  FROM partnership p JOIN company c ON c.id = p.partner_id
  WHERE p.company_id ${source}
  ORDER BY ${scope}p.last_observed_at DESC, c.slug COLLATE "C"${page}`;

function toPartnership(row: PartnershipRow): Partnership {
  return {
    partnerName: row[6],
    partnerDomain: row[7],
    partnerSlug: row[5],
    firstObservedAt: toIsoTimestamp(row[2]),
    lastObservedAt: toIsoTimestamp(row[1]),
    observationCount: Number(row[3]),
    partnerId: Number(row[4]),
  };
}

type TechnologyRow = readonly [
  companyId: string,
  key: string,
  name: string,
  category: string | null,
  count: string,
  first: string,
  last: string,
  technologyId: string,
];

/**
 * SQL of technologies: the most detections first, then by key in code points (contract, section 3). OFFSET 0 keeps PostgreSQL
 * from reading the whole table of technologies for each company, which it does while that has few pages.
 */
const technologySql: EdgeSql = (source, page) => `
  SELECT ct.company_id, t.tech_key, t.display_name, t.category, ct.detection_count, ct.first_seen, ct.last_seen,
    t.id AS technology_id
  FROM company_technology ct
  CROSS JOIN LATERAL (SELECT * FROM technology WHERE id = ct.technology_id OFFSET 0) t
  WHERE ct.company_id ${source}
  ORDER BY ct.detection_count DESC, t.tech_key COLLATE "C"${page}`;

function toTechnology(row: TechnologyRow): DetectedTechnology {
  return {
    techKey: row[1],
    displayName: row[2],
    category: row[3],
    detectionCount: Number(row[4]),
    firstSeen: toIsoTimestamp(row[5]),
    lastSeen: toIsoTimestamp(row[6]),
    technologyId: Number(row[7]),
  };
}

type EdgeSql = (source: string, page: string) => string;

/** Statements that page edges. LATERAL applies the page to each company; a single company has a cheaper statement. */
const paged = (name: string, sql: EdgeSql) => ({
  pages: {
    name: `${name}_pages`,
    runsOn: ON_REPLICA,
    text: `SELECT s.* FROM unnest($1::int[]) AS wanted(company_id)
           CROSS JOIN LATERAL (${sql('= wanted.company_id', ' LIMIT $2 OFFSET $3')}) s`,
  },
  page: { name: `${name}_page`, runsOn: ON_REPLICA, text: sql('= $1::int', ' LIMIT $2 OFFSET $3') },
});

export const PARTNERSHIPS: EdgeStatements<PartnershipRow, Partnership> = {
  toEdge: toPartnership,
  ...paged('partnership', partnershipSql),
};

export const TECHNOLOGIES: EdgeStatements<TechnologyRow, DetectedTechnology> = {
  toEdge: toTechnology,
  ...paged('technology', technologySql),
};

type UnlockedRow = PartnershipRow | readonly [companyId: string, last: null, ...null[]];

/** Reads a page of each company that an organization has unlocked. An empty page is one row without a partner. */
const UNLOCKED_PARTNERSHIPS = {
  name: 'unlocked_partnership_pages',
  text: `SELECT u.company_id, s."lastObservedAt", s."firstObservedAt", s."observationCount", s."partnerId",
      s."partnerSlug", s."partnerName", s."partnerDomain"
    FROM (SELECT DISTINCT company_id FROM (${UNLOCKS}) unlock) u
    LEFT JOIN LATERAL (${partnershipSql('= u.company_id', ' LIMIT $4 OFFSET $5')}) s ON true`,
};

const ALL_PARTNERSHIPS = {
  name: 'partnerships_of_companies',
  runsOn: ON_REPLICA,
  text: partnershipSql('= ANY($1::int[])', '', 'p.company_id, '),
};

/** From so many companies on, COPY saves more than a statement that is not prepared costs. */
const MANY = 10;

/** Columns of `partnershipSql` in binary format. */
const PACKED: Columns<Partnership> = {
  partnerName: ['text', 6],
  partnerDomain: ['text', 7],
  partnerSlug: ['text', 5],
  firstObservedAt: ['timestamp', 2],
  lastObservedAt: ['timestamp', 1],
  observationCount: ['int4', 3],
  partnerId: ['int4', 4],
};

/**
 * Loads all partnerships of several companies in one statement, in the order of `companyIds`. Those of many companies stay
 * in the format of COPY: they take a third of the processor time of objects, until they are sent
 * (`npm run bench -- enrichment`).
 */
export async function loadPartnerships(
  db: Queryable,
  companyIds: readonly number[],
): Promise<Rows<Partnership>[]> {
  const ids = arrayOf(companyIds.map(Number));
  if (companyIds.length >= MANY) {
    const text = partnershipSql(`= ANY('${ids}'::int[])`, '', 'p.company_id, ');
    const packed = await readPackedRows(db, { text, runsOn: ON_REPLICA }, PACKED);
    return companyIds.map((id) => packed.get(id) ?? []);
  }
  const groups = new Map<number, Partnership[]>();
  for (const id of companyIds) groups.set(id, []);
  await takeTexts<PartnershipRow>(db, ALL_PARTNERSHIPS, [ids], (row) =>
    groups.get(Number(row[0]))?.push(toPartnership(row)),
  );
  return companyIds.map((id) => groups.get(id) ?? []);
}

/** Loads a page of partners of several companies; null for companies that the organization has not unlocked. */
export async function loadUnlockedPartnershipSlices(
  db: Queryable,
  { organizationId, at }: { organizationId: number; at: Date },
  companyIds: readonly number[],
  { limit, offset }: Page,
): Promise<(Partnership[] | null)[]> {
  const values = [organizationId, arrayOf(companyIds), at.toISOString(), limit, offset];
  const groups = new Map<string, Partnership[]>();
  await takeTexts<UnlockedRow>(db, UNLOCKED_PARTNERSHIPS, values, (row) => {
    const group = groups.get(row[0]) ?? [];
    groups.set(row[0], group);
    if (row[1] !== null) group.push(toPartnership(row));
  });
  return companyIds.map((id) => groups.get(String(id)) ?? null);
}

/** Loads a page of edges of each company. Rows are converted as they arrive, so that they are not kept. */
export async function loadSlices<Row extends EdgeRow, T>(
  db: Queryable,
  { page, pages, toEdge }: EdgeStatements<Row, T>,
  companyIds: readonly number[],
  { limit, offset }: Page,
): Promise<T[][]> {
  const [only] = companyIds;
  const isSingle = only !== undefined && companyIds.length === 1;
  const values = [isSingle ? only : arrayOf(companyIds), limit, offset];
  const groups = new Map<string, T[]>(companyIds.map((id) => [String(id), []]));
  await takeTexts<Row>(db, isSingle ? page : pages, values, (row) => groups.get(row[0])?.push(toEdge(row)));
  return companyIds.map((id) => groups.get(String(id)) ?? []);
}
