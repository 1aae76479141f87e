import type { Pool, PoolClient, Queryable } from '../../database/client.ts';
import { Fault } from '../../lib/fault.ts';
import { textIn } from '../../lib/json.ts';
import { invalidApiKey } from '../../lib/principal.ts';
import { counted } from '../../lib/text.ts';
import { isCredentialLiveSql } from '../access/credential-rules.ts';
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
} from './unlocks.ts';

/** Re-access window: the time in which a company that was paid for costs nothing (spec, section 8). */
const WINDOW_MS = 30 * 24 * 60 * 60 * 1000;

/** Constraint with which PostgreSQL refuses a charge that exceeds the balance. */
const BALANCE_CHECK = 'organization_credit_balance_check';

interface ChargeRequest {
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
  /** Credits that were charged. A company and one that was merged into it meanwhile cost one credit together. */
  cost: number;
  chargedIds: ReadonlySet<number>;
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
  is_live: boolean;
  /** Whether a parallel request paid for some of the companies while this charge waited for it. */
  is_outrun: boolean;
}

/**
 * Builds the statement that unlocks companies, charges for them and writes the ledger: all of it commits, or nothing. It
 * locks unlocks in the order of ids, then the balance. So parallel requests for the same companies wait for each other
 * and never deadlock. The second of them finds a fresh unlock, which the WHERE of the upsert skips and does not bill.
 *
 * - credential: whether that of the request is live. If it has ended since the request began, nothing is claimed;
 * - claimed: companies that are due, and those that were merged into them. A parallel request that began before the merge may
 *   be paying for one of the latter, so each is unlocked as well;
 * - unlocked: companies that no other request has unlocked, each locked and unlocked here;
 * - spared: those that are not billed: the former, and companies one of whose former was paid for;
 * - paid: the balance after the charge. The constraint organization_credit_balance_check refuses an overdraft;
 * - entry: the ledger entry, which proves the charge;
 * - low: the event of a balance that falls below the threshold of the organization.
 */
const chargeSql = (priced: string) => `${priced}, credential AS MATERIALIZED (
    SELECT ${isCredentialLiveSql('$7', '$3')} AS is_live
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
    UPDATE organization o SET credit_balance = o.credit_balance - bill.cost
    FROM bill WHERE o.id = $1 AND bill.cost > 0
    RETURNING o.credit_balance, o.credits_low_threshold AS threshold
  ), entry AS (
    INSERT INTO credit_entry
      (organization_id, kind, amount, balance_after, company_ids, api_key_id, request_id, created_at)
    SELECT $1, $6::credit_entry_kind, -bill.cost, paid.credit_balance, bill.company_ids, $7, $8, $3 FROM bill, paid
  ), low AS (${insertEvents(`
    SELECT $1, 'credits.low', $3, NULL::int, NULL::int[],
      jsonb_build_object('balance', paid.credit_balance, 'threshold', paid.threshold)
    FROM bill, paid WHERE paid.credit_balance < paid.threshold AND paid.credit_balance + bill.cost >= paid.threshold`)}
  )
  SELECT bill.cost, CASE WHEN $4 THEN bill.company_ids END AS charged,
    coalesce((SELECT credit_balance FROM paid), (SELECT credit_balance FROM organization WHERE id = $1)) AS balance,
    (SELECT is_live FROM credential), (SELECT count(*) FROM due) > bill.cost AS is_outrun, ${pricedColumns('$4')}
  FROM bill`;

const CHARGE = chargeSql(FROM_ARRAY);
const CHARGE_STAGED = chargeSql(FROM_STAGE);

/**
 * Charges one credit for each company that the organization has not unlocked in the last 30 days (contract, section 5).
 * Each is charged exactly once, however many requests name it at the same time. A retry with the same Idempotency-Key
 * returns the stored charge.
 *
 * @throws Fault insufficient_credits with `required` and `balance`; then nothing was charged or unlocked. invalid_api_key;
 *   idempotency_response_lost if the first attempt charged other companies.
 */
export async function chargeCompanies(pool: Pool, request: ChargeRequest): Promise<ChargeReceipt> {
  const companyIds = request.companyIds.join();
  const statement = { name: 'charge_companies', text: CHARGE };
  const charged = await withinBalance(pool, request, () =>
    statementEffect(pool, async (db) => {
      const row = await runCharge(db, statement, request, request.companyIds, true);
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
 * `withinBalance` runs.
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

/** @param companyIds undefined if the companies are staged. */
async function runCharge(
  db: Queryable,
  statement: { name?: string; text: string },
  { organizationId, kind, keyId, requestId, at }: ChargeRequest,
  companyIds: ChargeRequest['companyIds'] | undefined,
  detailed: boolean,
): Promise<ChargeRow> {
  const ids = `{${companyIds?.join(',') ?? ''}}`;
  const values = [organizationId, ids, at, detailed, endOfWindow(at), kind, keyId, requestId];
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
 * Runs a charge. After an overdraft, reports the price and the balance of this moment. If the balance covers the price by
 * now, because credits were added or another request paid for the companies, charges again.
 *
 * @param pool not the transaction of the charge, which has failed.
 * @throws Fault insufficient_credits
 */
export async function withinBalance<T>(
  pool: Pool,
  { organizationId, companyIds, at }: ChargeRequest,
  charge: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await charge();
    } catch (error) {
      if (textIn(error, 'constraint') !== BALANCE_CHECK) throw error;
      const { cost: required, balance } = await quoteCompanies(pool, organizationId, companyIds, at);
      if (required <= balance) continue;
      const message = `This requires ${counted(required, 'credit')}, and the balance is ${balance}. Nothing was charged; add credits or request fewer companies.`;
      throw new Fault('insufficient_credits', message, { details: { required, balance }, cause: error });
    }
  }
}

/** Returns the end of the re-access window of a company that is paid for at `at`. */
export function endOfWindow(at: Date): Date {
  return new Date(at.getTime() + WINDOW_MS);
}

/** Describes the charge by the ids that the caller sent: those of merged companies have the charge of the survivor. */
function toReceipt(row: ChargeRow, { companyIds, at }: ChargeRequest): ChargeReceipt {
  const expiresAt = endOfWindow(at);
  const survivors = new Map(row.moved_ids?.map((id, i) => [id, row.moved_into?.[i] ?? id]));
  const charged = new Set(row.charged);
  const ends = new Map(row.window_ids?.map((id, i) => [id, row.window_ends?.[i] ?? expiresAt]));
  const chargedIds = new Set<number>();
  const windowEnds = new Map<number, Date>();
  for (const id of companyIds) {
    const survivor = survivors.get(id) ?? id;
    if (charged.has(survivor)) chargedIds.add(id);
    windowEnds.set(id, ends.get(survivor) ?? expiresAt);
  }
  return { cost: row.cost, chargedIds, windowEnds, balance: row.balance };
}
