import type { Readable } from 'node:stream';
import type { Queryable } from '../../../database/client.ts';
import { Fault } from '../../../lib/fault.ts';
import { toRowId } from '../../../lib/row-id.ts';
import {
  chargeInTransaction,
  endOfWindow,
  explainOverdraft,
  quoteCompanies,
} from '../../credits/credits-service.ts';
import { effect, recalled, statementEffect } from '../../idempotency/effects.ts';
import { eventSql, eventValues } from '../audit/audit-log.ts';
import { definitionConflict } from '../definitions/definitions.ts';
import type { Caller } from '../list.ts';
import { findList, findVisible, listNotFound } from '../list-access.ts';
import type { ListTools } from '../list-tools.ts';
import type { Members } from '../members/members.ts';
import { INFO, type MaterializationInfo, membersOf, type Snapshot } from '../members/snapshot.ts';
import { streamCsv } from './csv-stream.ts';

/** An export: its price, and the materialization whose CSV file can be downloaded free of charge from now on. */
export interface ListExport {
  materialization: MaterializationInfo;
  creditsCharged: number;
  /** Balance after the export, in credits. */
  creditsRemaining: number;
  /** After this time a download is refused with export_expired. */
  validUntil: Date;
}

/** Price of an export at this moment. */
export interface ExportEstimate {
  members: number;
  creditsRequired: number;
  creditBalance: number;
  sufficient: boolean;
}

interface Paid {
  /** In credits. */
  balance: number;
  validUntil: Date;
}

/** Unlocks that parallel requests made while a charge ran may have begun a little earlier than its own. */
const CAUTION_MS = 60 * 60 * 1000;

/** Exports of all members of a list. */
export class Exports {
  readonly #tools: ListTools;
  readonly #members: Members;

  constructor(tools: ListTools, members: Members) {
    this.#tools = tools;
    this.#members = members;
  }

  /**
   * Charges all members of a list, before any of them is sent. A company that was paid for within 30 days costs nothing
   * (contract, section 5).
   *
   * @throws Fault list_not_found, insufficient_credits; definition_conflict if the materialization was pruned meanwhile.
   *   Then nothing was charged.
   */
  charge(caller: Caller, listId: number, requestId: string): Promise<ListExport> {
    return recalled(async () => {
      const list = await findList(this.#tools.pools.reads, caller, listId);
      const charged = await this.#charge(caller, await this.#members.current(caller, list), requestId);
      this.#tools.onCharge?.('export', charged.creditsCharged);
      return charged;
    });
  }

  /**
   * Charge, audit event and the mark that keeps the materialization commit together. The materialization records until
   * when all its members are paid for, so that a second export need not look up each.
   */
  async #charge(caller: Caller, snapshot: Snapshot, requestId: string): Promise<ListExport> {
    const { writes } = this.#tools.pools;
    const { organizationId, keyId } = caller;
    const at = this.#tools.clock.now();
    const paid = await findPaid(writes, caller, snapshot, at);
    if (paid) {
      const { balance, validUntil } = paid;
      return statementEffect(writes, async (db) => {
        await recordExport(db, caller, snapshot, 0, at, validUntil);
        return toExport(snapshot, 0, balance, validUntil);
      });
    }
    const companyIds = membersOf(snapshot).toUint32Array();
    const request = { organizationId, companyIds, kind: 'export' as const, keyId, requestId, at };
    try {
      return await effect(writes, async (client) => {
        const { cost, balance, paidUntil } = await chargeInTransaction(client, request);
        const wanted = cost > 0 ? endOfWindow(at) : paidUntil;
        const validUntil = await keepUntil(client, caller, snapshot, paidUntil, wanted);
        await recordExport(client, caller, snapshot, cost, at, validUntil);
        return toExport(snapshot, cost, balance, validUntil);
      });
    } catch (error) {
      throw await explainOverdraft(writes, request, error);
    }
  }

  /**
   * Finds an export that was paid for. Free of charge, even if unlocks of its members have ended.
   *
   * @throws Fault list_not_found; export_expired if the materialization was never exported, its time is over, or the
   *   caller exported it from a list that has been deleted since
   */
  async find(caller: Caller, listId: number, materializationId: number): Promise<ListExport> {
    const { reads } = this.#tools.pools;
    if (!(await findVisible(reads, caller, listId))) {
      if (!(await wasDeleted(reads, caller, listId, materializationId))) throw listNotFound();
      const message = 'The list of this export was deleted, and the export with it. Export another list.';
      throw new Fault('export_expired', message);
    }
    const { rows } = await reads.query<MaterializationInfo & Paid>({
      name: 'list_export_valid',
      text: `SELECT ${INFO}, export_valid_until AS "validUntil",
          (SELECT credit_balance FROM organization WHERE organization.id = $3) AS balance
        FROM list_materialization WHERE id = $1 AND list_id = $2 AND export_valid_until > $4`,
      values: [toRowId(materializationId), toRowId(listId), caller.organizationId, this.#tools.clock.now()],
    });
    if (!rows[0]) {
      const message = `Materialization ${materializationId} of this list was not exported, or its 30 days are over. Export the list again without "materialization".`;
      throw new Fault('export_expired', message);
    }
    const { balance, validUntil, ...info } = rows[0];
    return toExport(info, 0, balance, validUntil);
  }

  /** Computes what an export of these members would cost now. Charges nothing. */
  async estimate(caller: Caller, snapshot: Snapshot): Promise<ExportEstimate> {
    const { reads } = this.#tools.pools;
    const at = this.#tools.clock.now();
    const paid = await findPaid(reads, caller, snapshot, at);
    const companyIds = membersOf(snapshot).toUint32Array();
    const { cost, balance } = paid
      ? { cost: 0, balance: paid.balance }
      : await quoteCompanies(reads, caller.organizationId, companyIds, at);
    return {
      members: snapshot.counts.total,
      creditsRequired: cost,
      creditBalance: balance,
      sufficient: cost <= balance,
    };
  }

  /** Opens the CSV file of a materialization that was charged. @throws Fault list_not_found, overloaded */
  async openCsv(caller: Caller, listId: number, materializationId: number): Promise<Readable> {
    const { pools, work } = this.#tools;
    const snapshot = await this.#members.at(await findList(pools.reads, caller, listId), materializationId);
    if (!snapshot) throw new Fault('export_expired', 'The export is no longer kept. Export the list again.');
    const release = await work?.take('stream', caller.organizationId);
    return streamCsv(pools.exports, snapshot, caller.organizationId, release);
  }
}

/** The payment that covers all members; undefined if some member may have to be paid for. */
async function findPaid(
  db: Queryable,
  { organizationId }: Caller,
  { listId, materializationId }: Snapshot,
  at: Date,
): Promise<Paid | undefined> {
  const { rows } = await db.query<Paid>({
    name: 'list_materialization_paid',
    text: `SELECT o.credit_balance AS balance, greatest(m.paid_until, m.export_valid_until) AS "validUntil"
      FROM list_materialization m JOIN list l ON l.id = m.list_id JOIN organization o ON o.id = l.organization_id
      WHERE m.id = $1 AND m.list_id = $2 AND o.id = $3 AND m.paid_until > $4`,
    values: [materializationId, listId, organizationId, at],
  });
  return rows[0];
}

/**
 * Keeps a materialization from being pruned. The mark is in its own row: a parallel pruning waits for this transaction,
 * reads the row again and leaves it.
 *
 * @returns until when it is kept: an earlier payment may last longer.
 */
async function keepUntil(
  client: Queryable,
  caller: Caller,
  { listId, materializationId }: Snapshot,
  paidUntil: Date,
  validUntil: Date,
): Promise<Date> {
  const { rows } = await client.query<{ validUntil: Date }>({
    name: 'list_materialization_keep',
    text: `UPDATE list_materialization SET paid_until = $2, export_valid_until = greatest(export_valid_until, $3)
     WHERE id = $1 RETURNING export_valid_until AS "validUntil"`,
    values: [materializationId, new Date(paidUntil.getTime() - CAUTION_MS), validUntil],
  });
  if (rows[0]) return rows[0].validUntil;
  throw definitionConflict((await findList(client, caller, listId)).definitionVersion);
}

/** Records an export and its audit event in one statement: an export that is paid for needs no transaction. */
async function recordExport(
  db: Queryable,
  caller: Caller,
  { listId, materializationId, counts }: Snapshot,
  cost: number,
  at: Date,
  validUntil: Date,
): Promise<void> {
  const details = { materialization_id: materializationId, members: counts.total, credits_charged: cost };
  const event = eventValues(caller, listId, 'list_exported', details, at);
  await db.query({
    name: 'list_export_record',
    text: eventSql(`export AS (
    INSERT INTO list_export AS e
      (organization_id, list_id, user_id, exported_at, materialization_id, credits, valid_until)
    VALUES ($1, $2, $3, $6, $7, $8, $9)
    ON CONFLICT (materialization_id, user_id) DO UPDATE SET credits = e.credits + excluded.credits,
      exported_at = excluded.exported_at, valid_until = excluded.valid_until
  ), `),
    values: [...event, materializationId, cost, validUntil],
  });
}

function toExport(
  info: MaterializationInfo & Partial<Snapshot>,
  creditsCharged: number,
  creditsRemaining: number,
  validUntil: Date,
): ListExport {
  // The result is stored with an Idempotency-Key: without the bitmaps.
  const { high: _h, medium: _m, exploratory: _e, added: _a, ...materialization } = info;
  return { materialization, creditsCharged, creditsRemaining, validUntil };
}

/** Returns whether the caller exported a materialization of a list that has been deleted since. */
async function wasDeleted(
  db: Queryable,
  { organizationId, userId }: Caller,
  listId: number,
  materializationId: number,
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'list_export_of_deleted_list',
    text: `SELECT FROM list_export e WHERE e.materialization_id = $1 AND e.user_id = $2 AND e.organization_id = $3
      AND e.list_id = $4 AND NOT EXISTS (SELECT FROM list l WHERE l.id = e.list_id)`,
    values: [toRowId(materializationId), userId, organizationId, toRowId(listId)],
  });
  return rowCount === 1;
}
