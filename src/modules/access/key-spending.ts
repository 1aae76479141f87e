import type { Queryable } from '../../database/client.ts';
import type { ApiKey } from '../../generated/prisma/client.ts';
import { Fault, invalidValue } from '../../lib/fault.ts';
import type { Principal } from '../../lib/principal.ts';
import { MAX_BALANCE } from '../../lib/request-limits.ts';
import type { PrismaQueries } from '../idempotency/effects.ts';
import { BUDGET_KEY_ID, CREDENTIALS } from './credential-rules.ts';
import type { LockedCaller } from './locked-caller.ts';

/** Constraint with which PostgreSQL refuses a charge that exceeds the limit of its key. */
export const LIMIT_CHECK = 'key_spending_remaining_check';

/** Returns the SQL of the first day of the month (UTC) of a time. */
const monthOf = (time: string) => `date_trunc('month', ${time}::timestamptz AT TIME ZONE 'UTC')::date`;

/** SQL of credentials `k` with the key `budget`, whose limit and spending hold for them. */
const BUDGETS = `${CREDENTIALS} JOIN api_key budget ON budget.id = ${BUDGET_KEY_ID}`;

/**
 * Returns the SQL of a part of a charge: adds a cost to the spending of a credential in the month of a time. The constraint
 * LIMIT_CHECK refuses what exceeds the limit. The row of the month is locked after the balance. A limit that was set
 * meanwhile is seen, because setting it writes that row, too.
 *
 * @param cost SQL of one row with a column `cost`, which exists only if there is something to pay.
 */
export const spendSql = (keyId: string, time: string, cost: string) => `
    INSERT INTO key_spending AS s (api_key_id, month, spent, remaining)
    SELECT budget.id, ${monthOf(time)}, bill.cost, budget.monthly_credit_limit - bill.cost
    FROM (${cost}) bill, ${BUDGETS} WHERE k.id = ${keyId}
    ON CONFLICT (api_key_id, month) DO UPDATE
      SET spent = s.spent + excluded.spent, remaining = s.remaining - excluded.spent`;

/** Spending of a key, its predecessors and successors, and sessions opened with them, in the current month (UTC). */
export interface KeySpending {
  /** The most credits of a month; null for no limit. */
  limit: number | null;
  /** Credits. */
  spent: number;
  /** Start of the next month. */
  resetsAt: Date;
}

interface SpendingRow {
  id: number;
  limit: number | null;
  spent: number;
  remaining: number | null;
}

const READ_SPENDING = {
  name: 'key_spending',
  text: `SELECT k.id, budget.monthly_credit_limit AS "limit", coalesce(s.spent, 0) AS spent, s.remaining
    FROM ${BUDGETS} LEFT JOIN key_spending s ON s.api_key_id = budget.id AND s.month = ${monthOf('$2')}
    WHERE k.id = ANY ($1::int[])`,
};

/** Reads the spending of keys and sessions at a time, in one statement, in the order of the ids. */
export async function readSpending(db: Queryable, keyIds: readonly number[], at: Date) {
  const { rows } = await db.query<SpendingRow>({ ...READ_SPENDING, values: [keyIds, at] });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const resetsAt = nextMonth(at);
  return keyIds.map((keyId): KeySpending & { remaining: number | null } => {
    const { limit = null, spent = 0, remaining = limit } = byId.get(keyId) ?? {};
    return { limit, spent, resetsAt, remaining: remaining ?? limit };
  });
}

/** Returns the start of the next month (UTC), when spending begins at 0 again. */
function nextMonth(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1));
}

/** @throws Fault validation_error */
export function checkLimit(limit: number | null): void {
  if (limit !== null && (limit < 0 || limit > MAX_BALANCE))
    throw invalidValue('/monthlyCreditLimit', `must be 0 to ${MAX_BALANCE}, or null`);
}

/**
 * SQL that writes the limit of a month into its spending. `greatest` leaves nulls out, so no limit is a case of its own. The
 * row of the next month is written as well: a charge that began before this change would otherwise write it with the former
 * limit, if the month changes meanwhile.
 */
const SET_REMAINING = `
  INSERT INTO key_spending AS s (api_key_id, month, spent, remaining)
  SELECT $1::int, month, 0, $2::int
  FROM (
    SELECT unnest(ARRAY[${monthOf('$3')}, (${monthOf('$3')} + interval '1 month')::date])
    UNION SELECT month FROM key_spending WHERE api_key_id = $1::int) each (month)
  ON CONFLICT (api_key_id, month) DO UPDATE
    SET remaining = CASE WHEN excluded.remaining IS NOT NULL THEN greatest(excluded.remaining - s.spent, 0) END`;

/** Returns the key that holds the limit and the spending of a key. */
export const budgetOf = ({ id, budgetKeyId }: Pick<ApiKey, 'id' | 'budgetKeyId'>) => budgetKeyId ?? id;

/**
 * Changes the monthly limit of a key, in the transaction of the change. What was spent in this month before counts.
 *
 * @param apiKey the key, which is locked with the key that holds its budget.
 * @param limit in credits; null for none.
 * @returns the change, for the audit log.
 * @throws Fault insufficient_access
 */
export async function changeLimit(
  db: PrismaQueries,
  caller: LockedCaller,
  apiKey: ApiKey,
  limit: number | null,
  now: Date,
): Promise<object> {
  requireUnlimited(caller, 'change limits');
  return writeLimit(db, apiKey, limit, now);
}

/** Changes a limit as `changeLimit` does, for whoever may. */
export async function writeLimit(db: PrismaQueries, apiKey: ApiKey, limit: number | null, now: Date) {
  const budget = { id: budgetOf(apiKey) };
  const { monthlyCreditLimit: from } = await db.apiKey.findUniqueOrThrow({ where: budget });
  await db.apiKey.update({ where: budget, data: { monthlyCreditLimit: limit } });
  await db.$executeRawUnsafe(SET_REMAINING, budget.id, limit, now);
  return { monthly_credit_limit: { from, to: limit } };
}

/**
 * Refuses a key with a monthly limit, and a session opened with it: neither may get past the limit by another credential.
 *
 * @param what the caller cannot do, such as `create keys`.
 * @throws Fault insufficient_access
 */
export function requireUnlimited({ monthlyLimit }: LockedCaller, what: string): void {
  if (monthlyLimit !== null) throw pastLimit(what);
}

/**
 * Refuses to rotate a key of another budget by a key with a limit: the caller sees the successor.
 *
 * @throws Fault insufficient_access
 */
export function requireSameBudget(caller: LockedCaller, apiKey: ApiKey): void {
  if (caller.budgetKeyId !== budgetOf(apiKey)) requireUnlimited(caller, 'rotate other keys');
}

/**
 * Refuses a key with a limit, and a session opened with it, to approve what a credential of another budget pays for.
 *
 * @param payerId the key or session that pays.
 * @throws Fault insufficient_access
 */
export async function requireOwnBudget(
  db: Queryable,
  { keyId }: Pick<Principal, 'keyId'>,
  payerId: number | null,
): Promise<void> {
  const { rows } = await db.query({
    name: 'key_budgets',
    text: `SELECT FROM ${BUDGETS} WHERE k.id = $1 AND budget.monthly_credit_limit IS NOT NULL
      AND budget.id IS DISTINCT FROM (SELECT budget.id FROM ${BUDGETS} WHERE k.id = $2)`,
    values: [keyId, payerId],
  });
  if (rows.length > 0) throw pastLimit('approve what another key pays for');
}

function pastLimit(what: string): Fault {
  const message = `A key with a monthly credit limit cannot ${what}. Use a key without a limit, or sign in without a key.`;
  return new Fault('insufficient_access', message);
}
