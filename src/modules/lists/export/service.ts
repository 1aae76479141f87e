import type { Readable } from 'node:stream';
import { Fault, unknownKey } from '../../../lib/fault.ts';
import { toRowId } from '../../../lib/page.ts';
import { invalidApiKey } from '../../../lib/principal.ts';
import { chargeInTransaction, endOfWindow, withinBalance } from '../../credits/service.ts';
import { quoteCompanies } from '../../credits/unlocks.ts';
import { readDeclared } from '../../fields/declarations.ts';
import { effect, recalled, statementEffect } from '../../idempotency/effects.ts';
import { findList, type ListDependencies, listNotFound, requireList } from '../access.ts';
import type { Caller, List } from '../list.ts';
import { EXPORTABLE, INFO } from '../members/materializations.ts';
import type { Members } from '../members/service.ts';
import { type MaterializationInfo, membersOf, type Snapshot, TIERS, type Tier } from '../members/snapshot.ts';
import { type OwnColumn, streamCsv } from './csv-stream.ts';
import {
  assertExportFits,
  type ExportedMembers,
  findPaid,
  keepUntil,
  type Paid,
  recordExport,
  type Scope,
  scopeOf,
  wasDeleted,
} from './payments.ts';

/** An export: its price, and the materialization whose CSV file can be downloaded free of charge from now on. */
export interface ListExport {
  materialization: MaterializationInfo;
  /** Tier that was exported; null: all members. */
  tier: Tier | null;
  listName: string;
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

/** A CSV file of members that were charged. */
interface CsvFile {
  materializationId: number;
  tier: Scope;
  /** Whether the file starts with a byte order mark. */
  bom: boolean;
  /** Keys of own fields of further columns. */
  fields?: readonly string[] | null | undefined;
}

/** Exports of the members of a list. */
export class Exports {
  readonly #tools: ListDependencies;
  readonly #members: Members;

  constructor(tools: ListDependencies, members: Members) {
    this.#tools = tools;
    this.#members = members;
  }

  /**
   * Charges the members of a list or of one of its tiers, before any of them is sent. A company that was paid for within
   * 30 days costs nothing (contract, section 5). Exports of equal members share one materialization, the one that has
   * their bitmaps: however often they are computed again, it alone is kept for them.
   *
   * @throws Fault list_not_found, insufficient_credits, quota_exceeded; definition_conflict if the materialization was
   *   pruned meanwhile. Then nothing was charged.
   */
  charge(caller: Caller, listId: number, tier: Scope, requestId: string): Promise<ListExport> {
    return recalled(async () => {
      const list = await requireList(this.#tools.pools.reads, caller, listId, 'viewer');
      const current = await this.#members.current(caller, list);
      const isShared = current.storedId !== current.materializationId;
      const shared = isShared ? await this.#members.at(list, current.storedId, 'stored') : undefined;
      const snapshot = shared ?? current;
      const charged = await this.#charge(caller, { list, snapshot, tier }, requestId);
      this.#tools.onCharge?.('export', charged.creditsCharged);
      return charged;
    });
  }

  /**
   * Charge, audit event and the mark that keeps the materialization commit together. It is recorded until when all of
   * these members are paid for, so that a second export need not look up each.
   */
  async #charge(caller: Caller, members: ExportedMembers, requestId: string): Promise<ListExport> {
    const { writes } = this.#tools.pools;
    const { organizationId, keyId } = caller;
    const at = this.#tools.clock.now();
    const { list, snapshot, tier } = members;
    const paid = await findPaid(writes, caller, snapshot, tier, at);
    if (paid) {
      return statementEffect(writes, async (db) => {
        await recordExport(db, caller, members, 0, at, paid.validUntil);
        return toExport(snapshot, tier, list, 0, paid);
      });
    }
    const companyIds = idsOf(snapshot, tier);
    const request = { organizationId, companyIds, kind: 'export' as const, keyId, requestId, at };
    return withinBalance(writes, request, () =>
      effect(writes, async (client) => {
        const { cost, balance, paidUntil } = await chargeInTransaction(client, request);
        const wanted = cost > 0 ? endOfWindow(at) : paidUntil;
        const { validUntil, isNew } = await keepUntil(client, caller, members, paidUntil, wanted, at);
        await recordExport(client, caller, members, cost, at, validUntil);
        if (isNew) await assertExportFits(client, this.#tools.quotas, caller, snapshot, at);
        return toExport(snapshot, tier, list, cost, { balance, validUntil });
      }),
    );
  }

  /**
   * Finds an export that was paid for. Free of charge, even if unlocks of its members have ended. An export of all members
   * includes those of each tier; one of a tier leads to no others.
   *
   * @throws Fault list_not_found; export_expired if these members were never exported, their time is over, or the caller
   *   exported them from a list that has been deleted since
   */
  async find(caller: Caller, listId: number, materializationId: number, tier: Scope): Promise<ListExport> {
    const { reads } = this.#tools.pools;
    const list = await findList(reads, caller, listId);
    if (!list) {
      if (!(await wasDeleted(reads, caller, listId, materializationId))) throw listNotFound();
      const message = 'The list of this export was deleted, and the export with it. Export another list.';
      throw new Fault('export_expired', message);
    }
    const { rows } = await reads.query<MaterializationInfo & Paid>({
      name: 'list_export_valid',
      text: `SELECT ${INFO}, "validUntil",
          (SELECT credit_balance FROM organization WHERE organization.id = $3) AS balance
        FROM ${EXPORTABLE}, LATERAL (SELECT max(valid_until) AS "validUntil" FROM list_export_payment
          WHERE materialization_id = $1 AND scope IN ('all', $5)) paid
        WHERE a.id = $1 AND a.list_id = $2 AND "validUntil" > $4`,
      values: [
        toRowId(materializationId),
        toRowId(listId),
        caller.organizationId,
        this.#tools.clock.now(),
        scopeOf(tier),
      ],
    });
    if (!rows[0]) throw exportExpired(materializationId, tier);
    const { balance, validUntil, ...info } = rows[0];
    return toExport(info, tier, list, 0, { balance, validUntil });
  }

  /** Computes what an export of these members would cost now. Charges nothing. */
  async estimate(caller: Caller, snapshot: Snapshot, tier: Scope): Promise<ExportEstimate> {
    const { reads } = this.#tools.pools;
    const at = this.#tools.clock.now();
    const paid = await findPaid(reads, caller, snapshot, tier, at);
    const companyIds = idsOf(snapshot, tier);
    const { cost, balance } = paid
      ? { cost: 0, balance: paid.balance }
      : await quoteCompanies(reads, caller.organizationId, companyIds, at);
    return {
      members: snapshot.counts[tier ?? 'total'],
      creditsRequired: cost,
      creditBalance: balance,
      sufficient: cost <= balance,
    };
  }

  /** Finds the own fields of further columns, each once. @throws Fault validation_error for an unknown key */
  async columns(caller: Caller, keys: readonly string[] | null | undefined): Promise<OwnColumn[]> {
    if (!keys?.length) return [];
    const { fields } = await readDeclared(this.#tools.pools.writes, caller.organizationId);
    const known = new Map(fields.map((field) => [field.key, field]));
    const found = new Map<string, OwnColumn>();
    for (const [index, key] of keys.entries()) {
      const field = known.get(key);
      if (!field) throw unknownKey(`/fields/${index}`, 'field', key, [...known.keys()]);
      found.set(key, field);
    }
    return [...found.values()];
  }

  /**
   * Opens the CSV file of members that were charged.
   *
   * @throws Fault list_not_found, overloaded; export_expired if the materialization was pruned since the charge was found
   */
  async openCsv(
    caller: Caller,
    listId: number,
    { materializationId, tier, bom, fields }: CsvFile,
  ): Promise<Readable> {
    const { pools, work, keys } = this.#tools;
    const list = await requireList(pools.reads, caller, listId, 'viewer');
    const columns = await this.columns(caller, fields);
    const snapshot = await this.#members.at(list, materializationId, 'stored');
    if (!snapshot) throw exportExpired(materializationId, tier);
    const release = await work?.take('stream', caller.organizationId);
    const tiers = tier ? [tier] : TIERS;
    const { organizationId, keyId } = caller;
    const onEnd = () => {
      endWatch();
      release?.();
    };
    // A slow reader may take hours.
    const refusal = new AbortController();
    const endWatch = keys.watch(keyId, () => refusal.abort(invalidApiKey()));
    const { signal } = refusal;
    return streamCsv(pools.exports, snapshot, { organizationId, tiers, bom, columns, signal }, onEnd);
  }
}

function idsOf(snapshot: Snapshot, tier: Scope): Uint32Array {
  return (tier ? snapshot[tier] : membersOf(snapshot)).toUint32Array();
}

function exportExpired(materializationId: number, tier: Scope): Fault {
  const what = tier ? `The tier "${tier}" of materialization` : 'Materialization';
  const message = `${what} ${materializationId} of this list was not exported, or its 30 days are over. Export the list again without "materialization".`;
  return new Fault('export_expired', message);
}

function toExport(
  info: MaterializationInfo & Partial<Snapshot>,
  tier: Scope,
  { name }: List,
  creditsCharged: number,
  { balance, validUntil }: Paid,
): ListExport {
  // The result is stored with an Idempotency-Key: without the bitmaps.
  const { high: _h, medium: _m, exploratory: _e, added: _a, ...materialization } = info;
  return {
    materialization,
    tier: tier ?? null,
    listName: name,
    creditsCharged,
    creditsRemaining: balance,
    validUntil,
  };
}
