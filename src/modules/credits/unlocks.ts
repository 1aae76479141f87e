import type { PoolClient, Queryable } from '../../database/client.ts';
import { CopyBuffer } from '../../database/copy-buffer.ts';

/** Temporary table of a transaction: the companies to charge for. */
const STAGE = 'charge_wanted';

/** Number of companies above which they are staged. As one parameter, a million would take several times 8 MB. */
export const STAGE_FROM = 20_000;

/** Bytes of rows that are collected before they are sent. */
const SEND_BYTES = 64 * 1024;

/** Copies company ids into the stage in small parts. The stage lasts until the transaction ends. */
export async function stageCompanies(client: PoolClient, companyIds: readonly number[] | Uint32Array) {
  await client.query(`CREATE TEMP TABLE ${STAGE} (company_id integer NOT NULL) ON COMMIT DROP`);
  const rows = new CopyBuffer();
  for (const id of companyIds) {
    rows.row(1);
    rows.int4(id);
    if (rows.bytes > SEND_BYTES) await rows.send(client, `${STAGE} (company_id)`);
  }
  await rows.send(client, `${STAGE} (company_id)`);
  // Without statistics, the planner assumes that a new table is small.
  await client.query(`ANALYZE ${STAGE}`);
}

/** SQL condition of the unlocks `u` that hold at $3 for the organization $1. */
const HOLDS = 'u.organization_id = $1::int AND u.expires_at > $3::timestamptz';

/**
 * SQL of the unlocks that open the companies $2: their own, and those of companies that were merged into them. An import
 * moves no unlocks, because it would miss those that are bought before it commits. A company can have several rows.
 */
export const UNLOCKS = `
    SELECT u.company_id, u.expires_at FROM company_unlock u WHERE u.company_id = ANY ($2::int[]) AND ${HOLDS}
    UNION ALL SELECT r.merged_into, u.expires_at FROM retired_company r JOIN company_unlock u ON u.company_id = r.id
    WHERE r.merged_into = ANY ($2::int[]) AND ${HOLDS}`;

/** Row of a statement that prices companies. The lists are null unless the caller asks for them. */
export interface Priced {
  /** Credits. */
  cost: number;
  /** Balance of the organization, in credits. */
  balance: number;
  /** Earliest end of an open window; null if none is open. */
  first_end: Date | null;
  moved_ids: number[] | null;
  moved_into: number[] | null;
  window_ids: number[] | null;
  window_ends: Date[] | null;
}

/** Returns the companies that were merged since the caller found them, with their survivors. */
export function survivorsOf({ moved_ids, moved_into }: Priced): ReadonlyMap<number, number> {
  return new Map(moved_ids?.map((id, index) => [id, moved_into?.[index] ?? id]));
}

/** Builds the SQL condition that a column is among the companies of a query. */
type Among = (column: string, query: string) => string;

/** An array is looked up by an index. A join would read all retired companies for the few that were sent. */
const amongFew: Among = (column, query) => `${column} = ANY (ARRAY(${query}))`;
const amongMany: Among = (column, query) => `${column} IN (${query})`;

/**
 * Builds the common table expressions of a statement that prices companies.
 *
 * - sent: ids of companies, as the caller found them;
 * - moved: those that were merged since then, with their survivors;
 * - wanted: companies to price, with survivors in place of merged ones;
 * - former: companies that were merged into those;
 * - open: those that are unlocked under their own or a former id, each with its latest end;
 * - due: the others, which cost a credit each.
 */
const pricedSql = (sent: string, among: Among) => `
  WITH sent AS MATERIALIZED (${sent}),
  moved AS MATERIALIZED (
    SELECT id, merged_into FROM retired_company
    WHERE ${among('id', 'SELECT company_id FROM sent')} AND merged_into IS NOT NULL
  ), wanted AS MATERIALIZED (
    SELECT company_id FROM sent WHERE NOT EXISTS (SELECT FROM moved WHERE moved.id = sent.company_id)
    UNION SELECT merged_into FROM moved
  ), former AS MATERIALIZED (
    SELECT id, merged_into FROM retired_company WHERE ${among('merged_into', 'SELECT company_id FROM wanted')}
  ), known AS MATERIALIZED (
    SELECT company_id, company_id AS unlocked_as FROM wanted UNION ALL SELECT merged_into, id FROM former
  ), open AS MATERIALIZED (
    SELECT known.company_id, max(u.expires_at) AS expires_at
    FROM company_unlock u JOIN known ON known.unlocked_as = u.company_id
    WHERE ${among('u.company_id', 'SELECT unlocked_as FROM known')} AND ${HOLDS}
    GROUP BY known.company_id
  ), due AS MATERIALIZED (
    SELECT company_id FROM wanted WHERE NOT EXISTS (SELECT FROM open WHERE open.company_id = wanted.company_id)
  )`;

export const FROM_ARRAY = pricedSql('SELECT unnest($2::int[]) AS company_id', amongFew);
/** The array is empty: the companies are in a temporary table of the transaction. */
export const FROM_STAGE = pricedSql(`SELECT company_id FROM ${STAGE} WHERE $2::int[] IS NOT NULL`, amongMany);

/** Returns the columns of `Priced` beside cost and balance. @param detailed SQL condition: whether to list companies. */
export const pricedColumns = (detailed: string) => `
    (SELECT min(expires_at) FROM open) AS first_end,
    CASE WHEN ${detailed} THEN (SELECT array_agg(id ORDER BY id) FROM moved) END AS moved_ids,
    CASE WHEN ${detailed} THEN (SELECT array_agg(merged_into ORDER BY id) FROM moved) END AS moved_into,
    CASE WHEN ${detailed} THEN (SELECT array_agg(company_id ORDER BY company_id) FROM open) END AS window_ids,
    CASE WHEN ${detailed} THEN (SELECT array_agg(expires_at ORDER BY company_id) FROM open) END AS window_ends`;

type CompanyIds = readonly number[] | Uint32Array;

interface Quote {
  /** Credits that the companies would cost now. */
  cost: number;
  /** Balance of the organization, in credits. */
  balance: number;
}

const quoteSql = (priced: string) => `${priced}
  SELECT (SELECT count(*)::int FROM due) AS cost, o.credit_balance AS balance, ${pricedColumns('$4')}
  FROM organization o WHERE o.id = $1`;

const QUOTE = { name: 'quote_companies', text: quoteSql(FROM_ARRAY) };
/** Without a name: see `chargeInTransaction`. */
const QUOTE_STAGED = { text: quoteSql(FROM_STAGE) };

/** Computes what a charge would cost now. Changes nothing. Looks very many companies up in parts. */
export async function quoteCompanies(
  db: Queryable,
  organizationId: number,
  companyIds: CompanyIds,
  at: Date,
): Promise<Quote> {
  let cost = 0;
  for (let start = 0; ; start += STAGE_FROM) {
    const part = companyIds.slice(start, start + STAGE_FROM);
    const quote = await readPrices(db, organizationId, part, at, false);
    cost += quote.cost;
    if (start + STAGE_FROM >= companyIds.length) return { cost, balance: quote.balance };
  }
}

/**
 * Reads the price of companies and their windows.
 *
 * @param companyIds undefined if the companies are staged.
 * @param detailed whether to list the windows.
 */
export async function readPrices(
  db: Queryable,
  organizationId: number,
  companyIds: CompanyIds | undefined,
  at: Date,
  detailed: boolean,
): Promise<Priced> {
  const statement = companyIds ? QUOTE : QUOTE_STAGED;
  const values = [organizationId, `{${companyIds?.join(',') ?? ''}}`, at, detailed];
  const { rows } = await db.query<Priced>({ ...statement, values });
  const [row] = rows;
  if (!row) throw new Error(`organization ${organizationId} is gone`);
  return row;
}
