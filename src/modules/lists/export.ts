import type { Pool, Queryable } from '../../database/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { type ChargeRequest, chargeWith } from '../credits/credits-service.ts';
import { effect, statementEffect } from '../idempotency/effects.ts';
import { recordEvent } from './audit.ts';
import type { Caller } from './list.ts';
import { membersOf } from './members.ts';
import type { MaterializationInfo, Snapshot } from './snapshot.ts';

/** What an export was charged, and what it is pinned to. */
export interface ListExport {
  materialization: MaterializationInfo;
  creditsCharged: number;
  /** The balance afterwards, in credits. */
  creditsRemaining: number;
}

/** Windows that parallel requests opened while a charge ran may have begun a little earlier than its own. */
const CAUTION_MS = 60 * 60 * 1000;

/**
 * Charges the members of a list as enrichment does (contract, section 5), before anything of them is sent: a company
 * paid for within 30 days costs nothing. Charge and audit entry commit together. A materialization remembers until when
 * all its members are paid for, so that a second download need not look up each of them.
 *
 * @throws Fault insufficient_credits; then nothing was charged.
 */
export async function chargeExport(
  pool: Pool,
  clock: Clock,
  caller: Caller,
  requestId: string,
  snapshot: Snapshot,
): Promise<ListExport> {
  const at = clock.now();
  const balance = await findBalanceIfPaid(pool, caller, snapshot, at);
  if (balance !== undefined) {
    return statementEffect(pool, caller.memory, async (db) => {
      await recordExport(db, caller, snapshot, 0, at);
      return toExport(snapshot, 0, balance);
    });
  }
  const request: ChargeRequest = {
    organizationId: caller.organizationId,
    companyIds: membersOf(snapshot).toUint32Array(),
    kind: 'export',
    keyId: caller.keyId,
    requestId,
    at,
  };
  return chargeWith(pool, request, (charge) =>
    effect(pool, caller.memory, async (client) => {
      const { cost, balance, paidUntil } = await charge(client);
      await recordExport(client, caller, snapshot, cost, at);
      await client.query('UPDATE list_materialization SET paid_until = $2 WHERE id = $1', [
        snapshot.materializationId,
        new Date(paidUntil.getTime() - CAUTION_MS),
      ]);
      return toExport(snapshot, cost, balance);
    }),
  );
}

/** @returns the balance in credits when every member is known to be paid for; else undefined. */
async function findBalanceIfPaid(
  pool: Pool,
  { organizationId }: Caller,
  { listId, materializationId }: Snapshot,
  at: Date,
): Promise<number | undefined> {
  const { rows } = await pool.query<{ balance: number }>({
    name: 'list_materialization_paid',
    text: `SELECT o.credit_balance AS balance
      FROM list_materialization m JOIN list l ON l.id = m.list_id JOIN organization o ON o.id = l.organization_id
      WHERE m.id = $1 AND m.list_id = $2 AND o.id = $3 AND m.paid_until > $4`,
    values: [materializationId, listId, organizationId, at],
  });
  return rows[0]?.balance;
}

function recordExport(
  client: Queryable,
  caller: Caller,
  { listId, materializationId, counts }: Snapshot,
  cost: number,
  at: Date,
): Promise<void> {
  const details = { materialization_id: materializationId, members: counts.total, credits_charged: cost };
  return recordEvent(client, caller, listId, 'list_exported', details, at);
}

function toExport(snapshot: Snapshot, creditsCharged: number, creditsRemaining: number): ListExport {
  const { high: _h, medium: _m, exploratory: _e, added: _a, ...materialization } = snapshot;
  return { materialization, creditsCharged, creditsRemaining };
}
