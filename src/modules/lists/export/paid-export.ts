import type { Pool, Queryable } from '../../../database/client.ts';
import type { Clock } from '../../../lib/clock.ts';
import { Fault } from '../../../lib/fault.ts';
import { toRowId } from '../../../lib/row-id.ts';
import {
  type ChargeRequest,
  chargeInTransaction,
  endOfWindow,
  explainOverdraft,
  quoteCompanies,
} from '../../credits/credits-service.ts';
import { effect, statementEffect } from '../../idempotency/effects.ts';
import { recordEvent } from '../audit/audit-log.ts';
import { definitionConflict } from '../definitions/definitions.ts';
import type { Caller } from '../list.ts';
import { findList } from '../list-access.ts';
import { membersOf } from '../members/member-page.ts';
import { INFO, type MaterializationInfo, type Snapshot } from '../members/snapshot.ts';

/** An export: what it cost, and the materialization whose CSV can be downloaded for nothing from then on. */
export interface ListExport {
  materialization: MaterializationInfo;
  creditsCharged: number;
  /** The balance afterwards, in credits. */
  creditsRemaining: number;
  /** From then on a download of this materialization is refused with export_expired. */
  validUntil: Date;
}

/** The price of an export at this moment. */
export interface ExportEstimate {
  members: number;
  creditsRequired: number;
  creditBalance: number;
  sufficient: boolean;
}

/** Windows that parallel requests opened while a charge ran may have begun a little earlier than its own. */
const CAUTION_MS = 60 * 60 * 1000;

/**
 * Charges the members of a list as enrichment does (contract, section 5), before anything of them is sent: a company
 * paid for within 30 days costs nothing. Charge, audit entry and the mark that keeps the materialization commit together.
 * The materialization records until when all its members are paid for, so that a second export need not look up each.
 *
 * @throws Fault insufficient_credits, or definition_conflict when the materialization was pruned meanwhile; then nothing
 *   was charged.
 */
export async function chargeExport(
  pool: Pool,
  clock: Clock,
  caller: Caller,
  requestId: string,
  snapshot: Snapshot,
): Promise<ListExport> {
  const at = clock.now();
  const paid = await findPaid(pool, caller, snapshot, at);
  if (paid) {
    const { balance, validUntil } = paid;
    return statementEffect(pool, caller.memory, async (db) => {
      await recordExport(db, caller, snapshot, 0, at, validUntil);
      return toExport(snapshot, 0, balance, validUntil);
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
  try {
    return await effect(pool, caller.memory, async (client) => {
      const { cost, balance, paidUntil } = await chargeInTransaction(client, request);
      const wanted = cost > 0 ? endOfWindow(at) : paidUntil;
      const validUntil = await keepUntil(client, caller, snapshot, paidUntil, wanted);
      await recordExport(client, caller, snapshot, cost, at, validUntil);
      return toExport(snapshot, cost, balance, validUntil);
    });
  } catch (error) {
    throw await explainOverdraft(pool, request, error);
  }
}

interface Paid {
  /** The balance in credits. */
  balance: number;
  validUntil: Date;
}

/** The export that covers all members already; undefined when some member may have to be paid for. */
async function findPaid(
  pool: Pool,
  { organizationId }: Caller,
  { listId, materializationId }: Snapshot,
  at: Date,
): Promise<Paid | undefined> {
  const { rows } = await pool.query<Paid>({
    name: 'list_materialization_paid',
    text: `SELECT o.credit_balance AS balance, greatest(m.paid_until, m.export_valid_until) AS "validUntil"
      FROM list_materialization m JOIN list l ON l.id = m.list_id JOIN organization o ON o.id = l.organization_id
      WHERE m.id = $1 AND m.list_id = $2 AND o.id = $3 AND m.paid_until > $4`,
    values: [materializationId, listId, organizationId, at],
  });
  return rows[0];
}

/**
 * Keeps a materialization from being pruned. The mark stands in its own row: a parallel pruning waits for this
 * transaction, reads the row again and leaves it.
 *
 * @returns until when it is kept: an earlier payment may reach further.
 */
async function keepUntil(
  client: Queryable,
  caller: Caller,
  { listId, materializationId }: Snapshot,
  paidUntil: Date,
  validUntil: Date,
): Promise<Date> {
  const { rows } = await client.query<{ validUntil: Date }>(
    `UPDATE list_materialization SET paid_until = $2, export_valid_until = greatest(export_valid_until, $3)
     WHERE id = $1 RETURNING export_valid_until AS "validUntil"`,
    [materializationId, new Date(paidUntil.getTime() - CAUTION_MS), validUntil],
  );
  if (rows[0]) return rows[0].validUntil;
  throw definitionConflict((await findList(client, caller, listId)).definitionVersion);
}

async function recordExport(
  client: Queryable,
  caller: Caller,
  { listId, materializationId, counts }: Snapshot,
  cost: number,
  at: Date,
  validUntil: Date,
): Promise<void> {
  await client.query(
    `INSERT INTO list_export AS e
       (materialization_id, user_id, organization_id, list_id, credits, exported_at, valid_until)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (materialization_id, user_id) DO UPDATE SET credits = e.credits + excluded.credits,
       exported_at = excluded.exported_at, valid_until = excluded.valid_until`,
    [materializationId, caller.userId, caller.organizationId, listId, cost, at, validUntil],
  );
  const details = { materialization_id: materializationId, members: counts.total, credits_charged: cost };
  await recordEvent(client, caller, listId, 'list_exported', details, at);
}

function toExport(
  info: MaterializationInfo & Partial<Snapshot>,
  creditsCharged: number,
  creditsRemaining: number,
  validUntil: Date,
): ListExport {
  const { high: _h, medium: _m, exploratory: _e, added: _a, ...materialization } = info;
  return { materialization, creditsCharged, creditsRemaining, validUntil };
}

/**
 * Finds an export that was paid for. Free: nothing is charged, whatever the members' windows are by now.
 *
 * @throws Fault list_not_found; export_expired when the materialization was never exported, its time is over, or the
 *   caller exported it from a list that has been deleted since.
 */
export async function findExport(
  pool: Pool,
  clock: Clock,
  caller: Caller,
  listId: number,
  materializationId: number,
): Promise<ListExport> {
  try {
    await findList(pool, caller, listId);
  } catch (error) {
    const isHidden = error instanceof Fault && error.code === 'list_not_found';
    if (isHidden && (await wasDeleted(pool, caller, listId, materializationId))) {
      const message = 'The list of this export was deleted, and the export with it. Export another list.';
      throw new Fault('export_expired', message, { cause: error });
    }
    throw error;
  }
  const { rows } = await pool.query<MaterializationInfo & Paid>({
    name: 'list_export_valid',
    text: `SELECT ${INFO}, export_valid_until AS "validUntil",
        (SELECT credit_balance FROM organization WHERE organization.id = $3) AS balance
      FROM list_materialization WHERE id = $1 AND list_id = $2 AND export_valid_until > $4`,
    values: [toRowId(materializationId), toRowId(listId), caller.organizationId, clock.now()],
  });
  if (!rows[0]) {
    const message = `Materialization ${materializationId} of this list was not exported, or its 30 days are over. Export the list again without "materialization".`;
    throw new Fault('export_expired', message);
  }
  const { balance, validUntil, ...info } = rows[0];
  return toExport(info, 0, balance, validUntil);
}

/** Whether the caller exported a materialization of a list that has been deleted since. */
async function wasDeleted(
  pool: Pool,
  { organizationId, userId }: Caller,
  listId: number,
  materializationId: number,
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'list_export_of_deleted_list',
    text: `SELECT FROM list_export e WHERE e.materialization_id = $1 AND e.user_id = $2 AND e.organization_id = $3
      AND e.list_id = $4 AND NOT EXISTS (SELECT FROM list l WHERE l.id = e.list_id)`,
    values: [toRowId(materializationId), userId, organizationId, toRowId(listId)],
  });
  return rowCount === 1;
}

/** Computes what an export of these members would cost now. Charges nothing. */
export async function estimateExport(
  pool: Pool,
  clock: Clock,
  caller: Caller,
  snapshot: Snapshot,
): Promise<ExportEstimate> {
  const at = clock.now();
  const paid = await findPaid(pool, caller, snapshot, at);
  const companyIds = membersOf(snapshot).toUint32Array();
  const { cost, balance } = paid
    ? { cost: 0, balance: paid.balance }
    : await quoteCompanies(pool, caller.organizationId, companyIds, at);
  return {
    members: snapshot.counts.total,
    creditsRequired: cost,
    creditBalance: balance,
    sufficient: cost <= balance,
  };
}
