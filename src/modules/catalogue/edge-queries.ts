import type { Queryable } from '../../database/client.ts';
import { toIsoTimestamp } from '../../database/copy-reader.ts';
import { type SqlOrder, sqlOrder, windowSql } from '../../database/keyset.ts';
import { type Columns, readPackedRows } from '../../database/packed-rows.ts';
import { arrayOf, type Prepared, type TextRow, takeTexts } from '../../database/prepared.ts';
import { ON_REPLICA } from '../../database/replicas/routing.ts';
import type { Rows } from '../../lib/json-writer.ts';
import type { Key, PageWindow } from '../../lib/page.ts';
import { UNLOCKS } from '../credits/unlocks.ts';
import type { DetectedTechnology, Partnership } from './company.ts';

type EdgeRow = TextRow & readonly [companyId: string, ...unknown[]];

/** Edges of companies, which are read in pages. */
interface Edges<Row extends EdgeRow, T> {
  name: string;
  toEdge: (row: Row) => T;
  order: SqlOrder;
  keyOf: (edge: T) => Key;
  sql: EdgeSql;
}

/**
 * SQL of edges.
 *
 * @param source condition on the id of the company, after its column.
 * @param page condition on the rows of a page, and their order.
 */
type EdgeSql = (source: string, page: PageSql) => string;
type PageSql = Pick<ReturnType<typeof windowSql>, 'condition' | 'order'>;

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

/** Order of partners: the latest observation first, then by slug in code points (contract, section 5). */
const PARTNERSHIP_ORDER = sqlOrder('last_observed_at', [
  { sql: 'p.last_observed_at', type: 'timestamptz', descending: true },
  { sql: 'c.slug COLLATE "C"', type: 'text' },
]);

/**
 * SQL of partners. To compare two rows, PostgreSQL walks over the columns before those that it sorts by. So those come
 * first, and texts last.
 */
const partnershipSql: EdgeSql = (source, { condition, order }) => `
  SELECT p.company_id AS "companyId", p.last_observed_at AS "lastObservedAt", p.first_observed_at AS "firstObservedAt",
    p.observation_count AS "observationCount", p.partner_id AS "partnerId", c.slug AS "partnerSlug",
    c.name AS "partnerName", c.primary_domain AS "partnerDomain"
  FROM partnership p JOIN company c ON c.id = p.partner_id
  WHERE p.company_id ${source} AND ${condition} ${order}`;

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

/** Order of technologies: the most detections first, then by key in code points (contract, section 3). */
const TECHNOLOGY_ORDER = sqlOrder('detection_count', [
  { sql: 'ct.detection_count', type: 'integer', descending: true },
  { sql: 't.tech_key COLLATE "C"', type: 'text' },
]);

/**
 * SQL of technologies. OFFSET 0 keeps PostgreSQL from reading the whole table of technologies for each company, which it
 * does while that has few pages.
 */
const technologySql: EdgeSql = (source, { condition, order }) => `
  SELECT ct.company_id, t.tech_key, t.display_name, t.category, ct.detection_count, ct.first_seen, ct.last_seen,
    t.id AS technology_id
  FROM company_technology ct
  CROSS JOIN LATERAL (SELECT * FROM technology WHERE id = ct.technology_id OFFSET 0) t
  WHERE ct.company_id ${source} AND ${condition} ${order}`;

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

export const PARTNERSHIPS: Edges<PartnershipRow, Partnership> = {
  name: 'partnership',
  toEdge: toPartnership,
  order: PARTNERSHIP_ORDER,
  keyOf: ({ lastObservedAt, partnerSlug }) => [lastObservedAt, partnerSlug],
  sql: partnershipSql,
};

export const TECHNOLOGIES: Edges<TechnologyRow, DetectedTechnology> = {
  name: 'technology',
  toEdge: toTechnology,
  order: TECHNOLOGY_ORDER,
  keyOf: ({ detectionCount, techKey }) => [detectionCount, techKey],
  sql: technologySql,
};

type UnlockedRow = PartnershipRow | readonly [companyId: string, last: null, ...null[]];

/** Order of all partners of several companies. */
const BY_COMPANY = {
  condition: 'true',
  order: 'ORDER BY p.company_id, p.last_observed_at DESC, c.slug COLLATE "C"',
};

const ALL_PARTNERSHIPS = {
  name: 'partnerships_of_companies',
  runsOn: ON_REPLICA,
  text: partnershipSql('= ANY($1::int[])', BY_COMPANY),
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
    const text = partnershipSql(`= ANY('${ids}'::int[])`, BY_COMPANY);
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
  window: PageWindow,
): Promise<(Partnership[] | null)[]> {
  const page = windowSql(PARTNERSHIP_ORDER, window, 4);
  // An empty page is one row without a partner.
  const statement = {
    name: `unlocked_partnership_pages${page.suffix}`,
    text: `SELECT u.company_id, s."lastObservedAt", s."firstObservedAt", s."observationCount", s."partnerId",
        s."partnerSlug", s."partnerName", s."partnerDomain"
      FROM (SELECT DISTINCT company_id FROM (${UNLOCKS}) unlock) u
      LEFT JOIN LATERAL (${partnershipSql('= u.company_id', page)}) s ON true`,
  };
  const values = [organizationId, arrayOf(companyIds), at.toISOString(), ...page.values];
  const groups = new Map<string, Partnership[]>();
  await takeTexts<UnlockedRow>(db, statement, values, (row) => {
    const group = groups.get(row[0]) ?? [];
    groups.set(row[0], group);
    if (row[1] !== null) group.push(toPartnership(row));
  });
  return companyIds.map((id) => groups.get(String(id)) ?? null);
}

/** Loads a page of edges of each company. Rows are converted as they arrive, so that they are not kept. */
export async function loadSlices<Row extends EdgeRow, T>(
  db: Queryable,
  edges: Edges<Row, T>,
  companyIds: readonly number[],
  window: PageWindow,
): Promise<T[][]> {
  const [only] = companyIds;
  const isSingle = only !== undefined && companyIds.length === 1;
  const { values } = windowSql(edges.order, window, 2);
  const groups = new Map<string, T[]>(companyIds.map((id) => [String(id), []]));
  await takeTexts<Row>(
    db,
    sliceStatement(edges, isSingle, window),
    [isSingle ? only : arrayOf(companyIds), ...values],
    (row) => groups.get(row[0])?.push(edges.toEdge(row)),
  );
  return companyIds.map((id) => groups.get(String(id)) ?? []);
}

/** Makes the statement of a page. LATERAL applies it to each company; a single company has a cheaper statement. */
export function sliceStatement<Row extends EdgeRow, T>(
  { name, order, sql }: Edges<Row, T>,
  isSingle: boolean,
  window: PageWindow,
): Prepared {
  const page = windowSql(order, window, 2);
  return isSingle
    ? { name: `${name}_page${page.suffix}`, runsOn: ON_REPLICA, text: sql('= $1::int', page) }
    : {
        name: `${name}_pages${page.suffix}`,
        runsOn: ON_REPLICA,
        text: `SELECT s.* FROM unnest($1::int[]) AS wanted(company_id)
          CROSS JOIN LATERAL (${sql('= wanted.company_id', page)}) s`,
      };
}
