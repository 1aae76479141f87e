import type { Clock } from '../../lib/clock.ts';
import { type AdminActor, recordAdminEvent } from '../access/admin-events.ts';
import type { PrismaQueries } from '../idempotency/effects.ts';

/** The most that `organization.credit_balance` can hold. */
export const MAX_BALANCE = 2 ** 31 - 1;

/**
 * Adds credits, with the entry of the ledger and that of the audit log, in a transaction of the caller.
 *
 * @param amount credits, from 1 to MAX_GRANT.
 * @returns the balance afterwards, in credits; undefined if it would exceed MAX_BALANCE, or the organization is gone.
 */
export async function grantCredits(
  db: PrismaQueries,
  clock: Clock,
  by: AdminActor,
  organizationId: number,
  amount: number,
): Promise<number | undefined> {
  const [entry] = await db.$queryRaw<{ balance: number }[]>`
    WITH granted AS (
      UPDATE organization SET credit_balance = credit_balance + ${amount}::int
      WHERE id = ${organizationId}::int AND credit_balance <= ${MAX_BALANCE}::int - ${amount}::int
      RETURNING id, credit_balance
    )
    INSERT INTO credit_entry (organization_id, kind, amount, balance_after, company_ids, created_at)
    SELECT id, 'grant', ${amount}::int, credit_balance, '{}', ${clock.now()}::timestamptz FROM granted
    RETURNING balance_after AS balance`;
  if (!entry) return undefined;
  const details = { amount, balance_after: entry.balance };
  await recordAdminEvent(db, clock, by, { action: 'credits_granted', organizationId, details });
  return entry.balance;
}
