import type { Pool, PoolClient, Queryable } from '../../database/client.ts';
import { Fault } from '../../lib/fault.ts';
import { textIn } from '../../lib/json.ts';
import { invalidApiKey } from '../../lib/principal.ts';
import { currentContext } from '../../lib/request-context.ts';
import { counted } from '../../lib/text.ts';
import { isCredentialLiveSql, isWorkLiveSql } from '../access/credential-rules.ts';
import { LIMIT_CHECK, readSpending, spendSql } from '../access/key-spending.ts';
import { insertEvents } from '../events/write-event.ts';
import { statementEffect } from '../idempotency/effects.ts';
import {
  FROM_ARRAY,
  FROM_STAGE,
  type Priced,
  pricedColumns,
  quoteCompanies,
  readPrices,
  STAGE_FROM,
  stageCompanies,
  survivorsOf,
} from './unlocks.ts';

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
  /** Null for a job. */
  requestId: string | null;
  /** The job that pays: it may outlive the session that made it. */
  jobId?: number;
  /** Most credits that it may cost. */
  maxCredits?: number | undefined;
  at: Date;
}

/** Called after the commit of a charge. */
export type OnCharge = (kind: ChargeRequest['kind'], credits: number) => void;

export interface ChargeReceipt {
  /** Credits that were charged. A company and one that was merged into it meanwhile cost one credit together. */
  cost: number;
  chargedIds: ReadonlySet<number>;
  /** Companies that were merged since the caller found them, with their survivors. */
  survivors: ReadonlyMap<number, number>;
  /** Entry of the ledger; null if nothing was charged. */
  entryId: number | null;
  /** End of the re-access window of each company. It began now for charged companies, and earlier for the others. */
  windowEnds: ReadonlyMap<number, Date>;
  /** Balance right after the charge in the order of the ledger; if nothing was charged, the newest one. In credits. */
  balance: number;
}

/** Sum of a charge for very many companies. */
interface ChargeTotal {
  /** Credits. */
  cost: number;
  /** As in a receipt. */
  balance: number;
  /** Time until which none of the companies costs a credit. */
  paidUntil: Date;
}

interface ChargeRow extends Priced {
  charged: number[] | null;
  entry_id: number | null;
  is_live: boolean;
  /** Whether a parallel request paid for some of the companies while this charge waited for it. */
  is_outrun: boolean;
}

/**
 * Builds the statement that unlocks companies, charges for them and writes the ledger: all of it commits, or nothing. It
 * locks unlocks in the order of ids, then the balance, then the spending of the key. So parallel requests for the same companies wait for each other
 * and never deadlock. The second of them finds a fresh unlock, which the WHERE of the upsert skips and does not bill.
 *
 * - credential: whether that of the request is live, or its job may go on. If it has ended since, nothing is claimed;
 * - claimed: companies that are due, and those that were merged into them. A parallel request that began before the merge may
 *   be paying for one of the latter, so each is unlocked as well;
 * - unlocked: companies that no other request has unlocked, each locked and unlocked here;
 * - spared: those that are not billed: the former, and companies one of whose former was paid for;
 * - paid: the balance after the charge. The constraint organization_credit_balance_check refuses an overdraft, and a cost above
 *   the most that the request allows, for which a negative balance stands;
 * - spending: what the key of the request has spent this month. The constraint of its limit refuses more;
 * - entry: the ledger entry, which proves the charge;
 * - low: the event of a balance that falls below the threshold of the organization.
 */
const chargeSql = (priced: string) => `${priced}, credential AS MATERIALIZED (
    SELECT CASE WHEN $9::int IS NULL THEN ${isCredentialLiveSql('$7', '$3')} ELSE ${isWorkLiveSql('$7', '$3')} END AS is_live
  ), claimed AS MATERIALIZED (
    SELECT company_id FROM (
      SELECT company_id FROM due
      UNION ALL SELECT former.id FROM former JOIN due ON due.company_id = former.merged_into) each
    WHERE (SELECT is_live FROM credential)
  ), unlocked AS (
    INSERT INTO company_unlock AS u (organization_id, company_id, unlocked_at, expires_at)
    SELECT $1, company_id, $3, $5 FROM claimed
    ORDER BY company_id
    ON CONFLICT (organization_id, company_id)
      DO UPDATE SET unlocked_at = excluded.unlocked_at, expires_at = excluded.expires_at
      WHERE u.expires_at <= excluded.unlocked_at
    RETURNING company_id
  ), spared AS MATERIALIZED (
    SELECT id FROM former
    UNION ALL SELECT merged_into FROM former
    WHERE NOT EXISTS (SELECT FROM unlocked WHERE unlocked.company_id = former.id)
  ), bill AS (
    SELECT count(*)::int AS cost, coalesce(array_agg(company_id ORDER BY company_id), '{}') AS company_ids
    FROM unlocked WHERE NOT EXISTS (SELECT FROM spared WHERE spared.id = unlocked.company_id)
  ), paid AS (
    UPDATE organization o SET credit_balance = CASE WHEN bill.cost > $10::int THEN -1 ELSE o.credit_balance - bill.cost END
    FROM bill WHERE o.id = $1 AND bill.cost > 0
    RETURNING o.credit_balance, o.credits_low_threshold AS threshold
  ), spending AS (${spendSql('$7', '$3', 'SELECT bill.cost FROM bill, paid')}
  ), entry AS (
    INSERT INTO credit_entry
      (organization_id, kind, amount, balance_after, company_ids, api_key_id, request_id, job_id, created_at, via)
    SELECT $1, $6::credit_entry_kind, -bill.cost, paid.credit_balance, bill.company_ids, $7, $8, $9, $3, $11 FROM bill, paid
    RETURNING id
  ), low AS (${insertEvents(`
    SELECT $1, 'credits.low', $3, NULL::int, NULL::int[],
      jsonb_build_object('balance', paid.credit_balance, 'threshold', paid.threshold)
    FROM bill, paid WHERE paid.credit_balance < paid.threshold AND paid.credit_balance + bill.cost >= paid.threshold`)}
  )
  SELECT bill.cost, CASE WHEN $4 THEN bill.company_ids END AS charged,
    (SELECT id::float8 FROM entry) AS entry_id,
    coalesce((SELECT credit_balance FROM paid), (SELECT credit_balance FROM organization WHERE id = $1)) AS balance,
    (SELECT is_live FROM credential), (SELECT count(*) FROM due) > bill.cost AS is_outrun, ${pricedColumns('$4')}
  FROM bill`;

const CHARGE = chargeSql(FROM_ARRAY);
const CHARGE_STAGED = chargeSql(FROM_STAGE);
const CHARGE_NAMED = { name: 'charge_companies', text: CHARGE };

/**
 * Charges one credit for each company that the organization has not unlocked in the last 30 days (contract, section 5).
 * Each is charged exactly once, however many requests name it at the same time. A retry with the same Idempotency-Key
 * returns the stored charge.
 *
 * @throws Fault insufficient_credits with `required` and `balance`, max_credits_exceeded with `required` and `max_credits`,
 *   credit_limit_reached with `limit`, `spent` and `resets_at`; then nothing was charged or unlocked. invalid_api_key;
 *   idempotency_response_lost if the first attempt charged other companies.
 */
export async function chargeCompanies(pool: Pool, request: ChargeRequest): Promise<ChargeReceipt> {
  const companyIds = request.companyIds.join();
  const charged = await withinCredits(pool, request, () =>
    statementEffect(pool, async (db) => {
      const row = await runCharge(db, CHARGE_NAMED, request, request.companyIds, true);
      return { row, companyIds };
    }),
  );
  if (charged.companyIds !== companyIds) throw otherCompanies();
  return toReceipt(charged.row, request);
}

/** Reports that the first attempt was charged, but the catalogue now finds other companies for its domains. */
function otherCompanies(): Fault {
  const message =
    'An earlier request with this Idempotency-Key was charged, and the catalogue has changed since. Send the request with a new key: what was paid for stays free.';
  return new Fault('idempotency_response_lost', message);
}

/**
 * Charges as `chargeCompanies` does, for up to millions of companies, in a transaction of the caller, which
 * `withinCredits` runs.
 *
 * The statement has no name: a plan that PostgreSQL kept for a hundred companies would join a million of them row by row.
 * Above a limit the companies are staged first, because their text would take more memory than an export may.
 */
export async function chargeInTransaction(client: PoolClient, request: ChargeRequest): Promise<ChargeTotal> {
  const { companyIds, at } = request;
  const isStaged = companyIds.length > STAGE_FROM;
  if (isStaged) await stageCompanies(client, companyIds);
  const text = isStaged ? CHARGE_STAGED : CHARGE;
  const row = await runCharge(client, { text }, request, isStaged ? undefined : companyIds, false);
  const end = endOfWindow(at);
  const paidUntil = row.first_end !== null && row.first_end < end ? row.first_end : end;
  return { cost: row.cost, balance: row.balance, paidUntil };
}

/**
 * Charges as `chargeCompanies` does, in a transaction of the caller, which writes what was paid for. A refusal is an error of
 * PostgreSQL, for which `isRefusedCharge` is true: the caller rolls back and asks for fewer companies.
 *
 * @throws Fault invalid_api_key
 */
export async function chargeForJob(
  client: PoolClient,
  request: ChargeRequest & { jobId: number },
): Promise<ChargeReceipt> {
  return toReceipt(await runCharge(client, CHARGE_NAMED, request, request.companyIds, true), request);
}

/** Whether the balance or the monthly limit of the key refused a charge. */
export function isRefusedCharge(error: unknown): boolean {
  const constraint = textIn(error, 'constraint');
  return constraint === BALANCE_CHECK || constraint === LIMIT_CHECK;
}

/** @param companyIds undefined if the companies are staged. */
async function runCharge(
  db: Queryable,
  statement: { name?: string; text: string },
  { organizationId, kind, keyId, requestId, jobId, maxCredits, at }: ChargeRequest,
  companyIds: ChargeRequest['companyIds'] | undefined,
  detailed: boolean,
): Promise<ChargeRow> {
  const ids = `{${companyIds?.join(',') ?? ''}}`;
  const payer = [kind, keyId, requestId, jobId ?? null, maxCredits ?? null, currentContext().via ?? null];
  const values = [organizationId, ids, at, detailed, endOfWindow(at), ...payer];
  const { rows } = await db.query<ChargeRow>({ ...statement, values });
  const [row] = rows;
  if (!row) throw new Error('the charge returned no row');
  if (!row.is_live) throw invalidApiKey();
  if (!row.is_outrun) return row;
  // The statement began before the other request committed, and does not see its balance and windows. The next one does.
  const { balance, ...seen } = await readPrices(db, organizationId, companyIds, at, detailed);
  return { ...row, ...seen, cost: row.cost, balance: row.cost > 0 ? row.balance : balance };
}

/**
 * Runs a charge. If the balance, the cap of the request or the monthly limit of the key refuses it, reports price, balance and
 * spending of this moment. If all cover the price by now, because credits were added, the limit was raised, or another request
 * paid for the companies, charges again.
 *
 * @param pool not the transaction of the charge, which has failed.
 * @throws Fault insufficient_credits, max_credits_exceeded, credit_limit_reached
 */
export async function withinCredits<T>(
  pool: Pool,
  request: ChargeRequest,
  charge: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await charge();
    } catch (error) {
      if (!isRefusedCharge(error)) throw error;
      const { organizationId, companyIds, maxCredits, at } = request;
      const { cost: required, balance } = await quoteCompanies(pool, organizationId, companyIds, at);
      if (maxCredits !== undefined && required > maxCredits) throw tooDear(required, maxCredits, error);
      if (textIn(error, 'constraint') === LIMIT_CHECK)
        await assertWithinLimit(pool, request, required, error);
      else if (required > balance) throw tooFewCredits(required, balance, error);
    }
  }
}

function tooFewCredits(required: number, balance: number, cause: unknown): Fault {
  const message = `This requires ${counted(required, 'credit')}, and the balance is ${balance}. Nothing was charged; add credits or request fewer companies.`;
  return new Fault('insufficient_credits', message, { details: { required, balance }, cause });
}

function tooDear(required: number, max_credits: number, cause: unknown): Fault {
  const message = `This requires ${counted(required, 'credit')}, and the request allows ${max_credits}. Nothing was charged; allow more or request fewer companies.`;
  return new Fault('max_credits_exceeded', message, { details: { required, max_credits }, cause });
}

/** @throws Fault credit_limit_reached */
async function assertWithinLimit(
  pool: Pool,
  { keyId, at }: ChargeRequest,
  required: number,
  cause: unknown,
): Promise<void> {
  const [spending] = await readSpending(pool, [keyId], at);
  if (!spending || spending.limit === null || required <= (spending.remaining ?? 0)) return;
  const { limit, spent, resetsAt } = spending;
  const resets_at = resetsAt.toISOString();
  const message = `This requires ${counted(required, 'credit')}. The key has a limit of ${limit} a month and has spent ${spent}. Nothing was charged; request fewer companies, wait until ${resets_at}, or have the limit raised.`;
  throw new Fault('credit_limit_reached', message, { details: { limit, spent, resets_at }, cause });
}

/** Returns the end of the re-access window of a company that is paid for at `at`. */
export function endOfWindow(at: Date): Date {
  return new Date(at.getTime() + WINDOW_MS);
}

/** Describes the charge by the ids that the caller sent: those of merged companies have the charge of the survivor. */
function toReceipt(row: ChargeRow, { companyIds, at }: ChargeRequest): ChargeReceipt {
  const expiresAt = endOfWindow(at);
  const survivors = survivorsOf(row);
  const charged = new Set(row.charged);
  const ends = new Map(row.window_ids?.map((id, i) => [id, row.window_ends?.[i] ?? expiresAt]));
  const chargedIds = new Set<number>();
  const windowEnds = new Map<number, Date>();
  for (const id of companyIds) {
    const survivor = survivors.get(id) ?? id;
    if (charged.has(survivor)) chargedIds.add(id);
    windowEnds.set(id, ends.get(survivor) ?? expiresAt);
  }
  const { cost, balance, entry_id: entryId } = row;
  return { cost, chargedIds, windowEnds, survivors, entryId, balance };
}
