import type { Pool, PoolClient, Queryable } from '../../database/client.ts';
import { Fault } from '../../lib/fault.ts';
import { statementEffect } from '../idempotency/effects.ts';
import type { Memory } from '../idempotency/memory.ts';
import { STAGE, STAGE_FROM, stageCompanies } from './staged-companies.ts';

/** The re-access window: how long a company that was paid for costs nothing (spec, section 8). */
const WINDOW_MS = 30 * 24 * 60 * 60 * 1000;

/** The charge overdraws the balance: PostgreSQL refused the whole statement. */
const BALANCE_CHECK = 'organization_credit_balance_check';

export interface ChargeRequest {
  organizationId: number;
  /** Each once, in any order. */
  companyIds: readonly number[] | Uint32Array;
  kind: 'enrichment' | 'export';
  keyId: number;
  requestId: string;
  at: Date;
}

/** Told of credits that were charged, once that is committed. */
export type OnCharge = (kind: ChargeRequest['kind'], credits: number) => void;

export interface ChargeReceipt {
  /** Companies that cost a credit now. */
  chargedIds: ReadonlySet<number>;
  /** Until when each company costs nothing: from now for the charged ones, from an earlier charge for the others. */
  windowEnds: ReadonlyMap<number, Date>;
  /** The balance afterwards, in credits. */
  balance: number;
}

/** What was charged, for those who need not know for whom. */
export interface Charge {
  /** Credits. */
  cost: number;
  /** The balance afterwards, in credits. */
  balance: number;
  /** Until when none of the companies costs anything again. */
  paidUntil: Date;
}

interface ChargeRow {
  cost: number;
  balance: number;
  /** When the first window that was open already ends; null when none was. */
  first_end: Date | null;
  charged: number[] | null;
  window_ids: number[] | null;
  window_ends: Date[] | null;
}

/**
 * One statement unlocks, charges and writes the ledger, so that they commit together or not at all. Unlocks are
 * taken in id order, the balance after them: parallel requests for the same companies wait for each other and never
 * deadlock, and whoever comes second finds a fresh unlock, which its WHERE leaves alone and so does not bill.
 */
const chargeSql = (wanted: string) => `
  WITH wanted AS MATERIALIZED (${wanted}),
  open AS MATERIALIZED (
    SELECT u.company_id, u.expires_at FROM company_unlock u JOIN wanted USING (company_id)
    WHERE u.organization_id = $1 AND u.expires_at > $3
  ), unlocked AS (
    INSERT INTO company_unlock AS u (organization_id, company_id, unlocked_at, expires_at)
    SELECT $1, company_id, $3, $4 FROM wanted
    WHERE NOT EXISTS (SELECT FROM open WHERE open.company_id = wanted.company_id)
    ORDER BY company_id
    ON CONFLICT (organization_id, company_id)
      DO UPDATE SET unlocked_at = excluded.unlocked_at, expires_at = excluded.expires_at
      WHERE u.expires_at <= excluded.unlocked_at
    RETURNING company_id
  ), bill AS (
    SELECT count(*)::int AS cost, coalesce(array_agg(company_id ORDER BY company_id), '{}') AS company_ids FROM unlocked
  ), paid AS (
    UPDATE organization o SET credit_balance = o.credit_balance - bill.cost
    FROM bill WHERE o.id = $1 AND bill.cost > 0
    RETURNING o.credit_balance
  ), entry AS (
    INSERT INTO credit_entry
      (organization_id, kind, amount, balance_after, company_ids, api_key_id, request_id, created_at)
    SELECT $1, $5::credit_entry_kind, -bill.cost, paid.credit_balance, bill.company_ids, $6, $7, $3 FROM bill, paid
  )
  SELECT bill.cost, CASE WHEN $8 THEN bill.company_ids END AS charged,
    coalesce((SELECT credit_balance FROM paid), (SELECT credit_balance FROM organization WHERE id = $1)) AS balance,
    (SELECT min(expires_at) FROM open) AS first_end,
    CASE WHEN $8 THEN (SELECT array_agg(company_id ORDER BY company_id) FROM open) END AS window_ids,
    CASE WHEN $8 THEN (SELECT array_agg(expires_at ORDER BY company_id) FROM open) END AS window_ends
  FROM bill`;

const FROM_ARRAY = chargeSql('SELECT unnest($2::int[]) AS company_id');
/** The array stays empty: its companies are in a table of the transaction's own. */
const FROM_STAGE = chargeSql(`SELECT company_id FROM ${STAGE} WHERE $2::int[] IS NOT NULL`);

/**
 * Charges one credit for each company that the organization has not unlocked in the last 30 days (contract,
 * section 5). Exactly once, however many requests name a company at the same time.
 *
 * @throws Fault insufficient_credits with `required` and `balance`; then nothing was charged or unlocked.
 *   idempotency_response_lost when it was charged before, for other companies.
 */
export function chargeCompanies(
  pool: Pool,
  request: ChargeRequest,
  memory: Memory | undefined,
): Promise<ChargeReceipt> {
  return orQuote(pool, request, async () => {
    const paid = await statementEffect(pool, memory, async (db) => {
      const row = await charge(db, request);
      return { row, companyIds: request.companyIds.join() };
    });
    if (paid.companyIds !== request.companyIds.join()) throw otherCompanies();
    return toReceipt(paid.row, request);
  });
}

/** Charged by a request whose answer nobody got; since then the catalogue finds other companies for its domains. */
function otherCompanies(): Fault {
  const message =
    'An earlier request with this Idempotency-Key was charged, and the catalogue has changed since. Send the request with a new key: what was paid for stays free.';
  return new Fault('idempotency_response_lost', message);
}

/**
 * The same for a charge that commits together with something else, and may be for very many companies.
 *
 * @param work runs a transaction, in which it calls `charge` once with the connection of the transaction.
 * @throws Fault insufficient_credits; by then the transaction was rolled back.
 */
export function chargeWith<T>(
  db: Queryable,
  request: ChargeRequest,
  work: (charge: (client: PoolClient) => Promise<Charge>) => Promise<T>,
): Promise<T> {
  return orQuote(db, request, () => work((client) => chargeMany(client, request)));
}

function charge(db: Queryable, request: ChargeRequest): Promise<ChargeRow> {
  return runCharge(db, { name: 'charge_companies', text: FROM_ARRAY }, request, request.companyIds, true);
}

/**
 * A plan kept for a hundred companies would join a million of them row by row: what may be many is planned each time. So
 * many that their text would take up more memory than an export may are staged first.
 */
async function chargeMany(client: PoolClient, request: ChargeRequest): Promise<Charge> {
  const { companyIds, at } = request;
  const isStaged = companyIds.length > STAGE_FROM;
  if (isStaged) await stageCompanies(client, companyIds);
  const text = isStaged ? FROM_STAGE : FROM_ARRAY;
  const { cost, balance, first_end } = await runCharge(
    client,
    { text },
    request,
    isStaged ? [] : companyIds,
    false,
  );
  const end = endOfWindow(at);
  return { cost, balance, paidUntil: first_end !== null && first_end < end ? first_end : end };
}

async function runCharge(
  db: Queryable,
  statement: { name?: string; text: string },
  { organizationId, kind, keyId, requestId, at }: ChargeRequest,
  companyIds: ChargeRequest['companyIds'],
  detailed: boolean,
): Promise<ChargeRow> {
  const ids = `{${companyIds.join(',')}}`;
  const values = [organizationId, ids, at, endOfWindow(at), kind, keyId, requestId, detailed];
  const { rows } = await db.query<ChargeRow>({ ...statement, values });
  const [row] = rows;
  if (!row) throw new Error('the charge returned no row');
  return row;
}

/** Says what is lacking when the balance does not cover it. */
async function orQuote<T>(db: Queryable, request: ChargeRequest, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isOverdraft(error)) throw error;
    const { cost, balance } = await quoteCompanies(
      db,
      request.organizationId,
      request.companyIds,
      request.at,
    );
    throw insufficientCredits(cost, balance, error);
  }
}

/** The end of the re-access window of a company that is paid for at a time. */
export function endOfWindow(at: Date): Date {
  return new Date(at.getTime() + WINDOW_MS);
}

/** A company that a parallel request paid for while this one ran was not in the snapshot: its window began just now. */
function toReceipt(row: ChargeRow, { companyIds, at }: ChargeRequest): ChargeReceipt {
  const expiresAt = endOfWindow(at);
  const chargedIds = new Set(row.charged);
  const windowEnds = new Map(row.window_ids?.map((id, i) => [id, row.window_ends?.[i] ?? expiresAt]));
  for (const id of companyIds) {
    if (!windowEnds.has(id)) windowEnds.set(id, expiresAt);
  }
  return { chargedIds, windowEnds, balance: row.balance };
}

function insufficientCredits(required: number, balance: number, cause: unknown): Fault {
  const message = `This requires ${required} credits, and the balance is ${balance}. Nothing was charged; add credits or request fewer companies.`;
  return new Fault('insufficient_credits', message, { details: { required, balance }, cause });
}

function isOverdraft(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === BALANCE_CHECK;
}

export interface Quote {
  /** Credits that these companies would cost now. */
  cost: number;
  /** Credits that the organization has. */
  balance: number;
}

/** What a charge would cost at this moment. Reads alone; very many companies are looked up in parts. */
export async function quoteCompanies(
  db: Queryable,
  organizationId: number,
  companyIds: readonly number[] | Uint32Array,
  at: Date,
): Promise<Quote> {
  const parts: Quote[] = [];
  for (let start = 0; start === 0 || start < companyIds.length; start += STAGE_FROM) {
    parts.push(await quotePart(db, organizationId, companyIds.slice(start, start + STAGE_FROM), at));
  }
  const [first, ...more] = parts;
  if (!first) throw new Error('nothing was quoted');
  return { cost: more.reduce((sum, { cost }) => sum + cost, first.cost), balance: first.balance };
}

async function quotePart(
  db: Queryable,
  organizationId: number,
  companyIds: ChargeRequest['companyIds'],
  at: Date,
): Promise<Quote> {
  const { rows } = await db.query<Quote>({
    name: 'quote_companies',
    text: `SELECT o.credit_balance AS balance, (
             SELECT count(*)::int FROM unnest($2::int[]) AS wanted(company_id) WHERE NOT EXISTS (
               SELECT FROM company_unlock u WHERE u.organization_id = o.id
                 AND u.company_id = wanted.company_id AND u.expires_at > $3)) AS cost
           FROM organization o WHERE o.id = $1`,
    values: [organizationId, `{${companyIds.join(',')}}`, at],
  });
  const [quote] = rows;
  if (!quote) throw new Error(`organization ${organizationId} is gone`);
  return quote;
}

/**
 * Adds credits; the grant and its ledger entry commit together.
 *
 * @param amount whole credits, positive.
 * @returns the balance afterwards.
 */
export async function grantCredits(
  db: Queryable,
  organizationId: number,
  amount: number,
  at: Date,
): Promise<number> {
  const { rows } = await db.query<{ balance_after: number }>(
    `WITH granted AS (
       UPDATE organization SET credit_balance = credit_balance + $2 WHERE id = $1 RETURNING id, credit_balance
     )
     INSERT INTO credit_entry (organization_id, kind, amount, balance_after, company_ids, created_at)
     SELECT id, 'grant', $2, credit_balance, '{}', $3 FROM granted RETURNING balance_after`,
    [organizationId, amount, at],
  );
  if (!rows[0]) throw new Error(`organization ${organizationId} is gone`);
  return rows[0].balance_after;
}
