import type { Pool, PoolClient, Queryable } from '../../database/client.ts';
import { counted } from '../../lib/counted.ts';
import { Fault } from '../../lib/fault.ts';
import { textIn } from '../../lib/property.ts';
import { statementEffect } from '../idempotency/effects.ts';
import { STAGE, STAGE_FROM, stageCompanies } from './staged-companies.ts';

/** Re-access window: the time in which a company that was paid for costs nothing (spec, section 8). */
const WINDOW_MS = 30 * 24 * 60 * 60 * 1000;

/** Constraint with which PostgreSQL refuses a charge that exceeds the balance. */
const BALANCE_CHECK = 'organization_credit_balance_check';

export interface ChargeRequest {
  organizationId: number;
  /** Distinct ids, in any order. */
  companyIds: readonly number[] | Uint32Array;
  kind: 'enrichment' | 'export';
  keyId: number;
  requestId: string;
  at: Date;
}

/** Called after the commit of a charge. */
export type OnCharge = (kind: ChargeRequest['kind'], credits: number) => void;

export interface ChargeReceipt {
  chargedIds: ReadonlySet<number>;
  /** End of the re-access window of each company. It began now for charged companies, and earlier for the others. */
  windowEnds: ReadonlyMap<number, Date>;
  /** Balance afterwards, in credits. */
  balance: number;
}

/** Sum of a charge for very many companies. */
interface ChargeTotal {
  /** Credits. */
  cost: number;
  /** Balance afterwards, in credits. */
  balance: number;
  /** Time until which none of the companies costs a credit. */
  paidUntil: Date;
}

interface ChargeRow {
  cost: number;
  balance: number;
  /** Earliest end of the windows that were open before; null if none was. */
  first_end: Date | null;
  charged: number[] | null;
  window_ids: number[] | null;
  window_ends: Date[] | null;
}

/**
 * Builds the statement that unlocks companies, charges for them and writes the ledger: all of it commits, or nothing. It
 * locks unlocks in the order of ids, then the balance. So parallel requests for the same companies wait for each other
 * and never deadlock. The second of them finds a fresh unlock, which the WHERE of the upsert skips and does not bill.
 *
 * - open: companies that the organization has unlocked already;
 * - unlocked: companies that must be paid for, each locked and unlocked here;
 * - paid: the balance after the charge. The constraint organization_credit_balance_check refuses an overdraft;
 * - entry: the ledger entry, which proves the charge.
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
/** The array is empty: the companies are in a temporary table of the transaction. */
const FROM_STAGE = chargeSql(`SELECT company_id FROM ${STAGE} WHERE $2::int[] IS NOT NULL`);

/**
 * Charges one credit for each company that the organization has not unlocked in the last 30 days (contract, section 5).
 * Each is charged exactly once, however many requests name it at the same time. A retry with the same Idempotency-Key
 * returns the stored charge.
 *
 * @throws Fault insufficient_credits with `required` and `balance`; then nothing was charged or unlocked.
 *   idempotency_response_lost if the first attempt charged other companies.
 */
export async function chargeCompanies(pool: Pool, request: ChargeRequest): Promise<ChargeReceipt> {
  const companyIds = request.companyIds.join();
  const statement = { name: 'charge_companies', text: FROM_ARRAY };
  try {
    const charged = await statementEffect(pool, async (db) => {
      const row = await runCharge(db, statement, request, request.companyIds, true);
      return { row, companyIds };
    });
    if (charged.companyIds !== companyIds) throw otherCompanies();
    return toReceipt(charged.row, request);
  } catch (error) {
    throw await explainOverdraft(pool, request, error);
  }
}

/** Reports that the first attempt was charged, but the catalogue now finds other companies for its domains. */
function otherCompanies(): Fault {
  const message =
    'An earlier request with this Idempotency-Key was charged, and the catalogue has changed since. Send the request with a new key: what was paid for stays free.';
  return new Fault('idempotency_response_lost', message);
}

/**
 * Charges as `chargeCompanies` does, for up to millions of companies, in a transaction of the caller. When it throws, the
 * caller rolls back and throws the result of `explainOverdraft`.
 *
 * The statement has no name: a plan that PostgreSQL kept for a hundred companies would join a million of them row by row.
 * Above a limit the companies are staged first, because their text would take more memory than an export may.
 */
export async function chargeInTransaction(client: PoolClient, request: ChargeRequest): Promise<ChargeTotal> {
  const { companyIds, at } = request;
  const isStaged = companyIds.length > STAGE_FROM;
  if (isStaged) await stageCompanies(client, companyIds);
  const text = isStaged ? FROM_STAGE : FROM_ARRAY;
  const row = await runCharge(client, { text }, request, isStaged ? [] : companyIds, false);
  const end = endOfWindow(at);
  const paidUntil = row.first_end !== null && row.first_end < end ? row.first_end : end;
  return { cost: row.cost, balance: row.balance, paidUntil };
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

/**
 * Converts an overdraft into the fault insufficient_credits, with the price and the balance of this moment. Returns other
 * errors unchanged.
 *
 * @param db a pool: the transaction of the charge has failed.
 */
export async function explainOverdraft(db: Pool, request: ChargeRequest, error: unknown): Promise<unknown> {
  if (textIn(error, 'constraint') !== BALANCE_CHECK) return error;
  const { organizationId, companyIds, at } = request;
  const { cost: required, balance } = await quoteCompanies(db, organizationId, companyIds, at);
  const message = `This requires ${counted(required, 'credit')}, and the balance is ${balance}. Nothing was charged; add credits or request fewer companies.`;
  return new Fault('insufficient_credits', message, { details: { required, balance }, cause: error });
}

/** Returns the end of the re-access window of a company that is paid for at `at`. */
export function endOfWindow(at: Date): Date {
  return new Date(at.getTime() + WINDOW_MS);
}

/**
 * Lists the end of the window of each company. Companies that a parallel request paid for while the charge ran are not
 * in its snapshot; their windows began just now.
 */
function toReceipt(row: ChargeRow, { companyIds, at }: ChargeRequest): ChargeReceipt {
  const expiresAt = endOfWindow(at);
  const chargedIds = new Set(row.charged);
  const windowEnds = new Map(row.window_ids?.map((id, i) => [id, row.window_ends?.[i] ?? expiresAt]));
  for (const id of companyIds) {
    if (!windowEnds.has(id)) windowEnds.set(id, expiresAt);
  }
  return { chargedIds, windowEnds, balance: row.balance };
}

export interface Quote {
  /** Credits that the companies would cost now. */
  cost: number;
  /** Balance of the organization, in credits. */
  balance: number;
}

/** Computes what a charge would cost now. Changes nothing. Looks very many companies up in parts. */
export async function quoteCompanies(
  db: Queryable,
  organizationId: number,
  companyIds: readonly number[] | Uint32Array,
  at: Date,
): Promise<Quote> {
  const quote = await quotePart(db, organizationId, companyIds.slice(0, STAGE_FROM), at);
  for (let start = STAGE_FROM; start < companyIds.length; start += STAGE_FROM) {
    const part = companyIds.slice(start, start + STAGE_FROM);
    quote.cost += (await quotePart(db, organizationId, part, at)).cost;
  }
  return quote;
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
 * Adds credits. The grant and its ledger entry commit together.
 *
 * @param amount credits, a positive whole number.
 * @returns the balance afterwards, in credits.
 */
export async function grantCredits(
  db: Queryable,
  organizationId: number,
  amount: number,
  at: Date,
): Promise<number> {
  const { rows } = await db.query<{ balance_after: number }>({
    name: 'credits_grant',
    text: `WITH granted AS (
       UPDATE organization SET credit_balance = credit_balance + $2 WHERE id = $1 RETURNING id, credit_balance
     )
     INSERT INTO credit_entry (organization_id, kind, amount, balance_after, company_ids, created_at)
     SELECT id, 'grant', $2, credit_balance, '{}', $3 FROM granted RETURNING balance_after`,
    values: [organizationId, amount, at],
  });
  if (!rows[0]) throw new Error(`organization ${organizationId} is gone`);
  return rows[0].balance_after;
}
