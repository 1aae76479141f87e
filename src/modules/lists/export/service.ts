import type { Readable } from 'node:stream';
import type { PoolClient } from '../../../database/client.ts';
import { Fault, invalidValue } from '../../../lib/fault.ts';
import { toRowId } from '../../../lib/page.ts';
import {
  type ChargeRequest,
  chargeInTransaction,
  endOfWindow,
  withinCredits,
} from '../../credits/service.ts';
import { quoteCompanies } from '../../credits/unlocks.ts';
import { effect, recalled, statementEffect } from '../../idempotency/effects.ts';
import { findList, type ListDependencies, listNotFound, requireList } from '../access.ts';
import type { Caller, List } from '../list.ts';
import { EXPORTABLE, INFO } from '../members/materializations.ts';
import { type Members, OLD_MATERIALIZATION } from '../members/service.ts';
import { type MaterializationInfo, membersOf, type Snapshot, type Tier } from '../members/snapshot.ts';
import { ExportFiles, exportExpired } from './files.ts';
import type { FileFormat } from './member-stream.ts';
import {
  assertExportFits,
  type ExportedMembers,
  findPaid,
  keepEntered,
  keepUntil,
  type Paid,
  recordExport,
  type Scope,
  scopeOf,
  setsOf,
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

/** Which members of a list are exported. */
export interface Selection {
  tier: Scope;
  /** Only members that have entered since this materialization; undefined: all. */
  since: number | undefined;
}

/** Members that a job was charged for, and their file. */
interface ExportedFile extends Selection {
  listId: number;
  materializationId: number;
  validUntil: Date;
  format: FileFormat;
  /** Keys of columns; null for those of every export. */
  fields: readonly string[] | null;
}

/** Charges members in a transaction that the caller has begun. */
export type Charge = (client: PoolClient) => Promise<ListExport>;

/** Request or job that pays, as the ledger names it. */
type Payer = Pick<ChargeRequest, 'requestId' | 'jobId' | 'maxCredits'>;

/** Exports of the members of a list. */
export class Exports {
  readonly #tools: ListDependencies;
  readonly #members: Members;
  readonly files: ExportFiles;

  constructor(tools: ListDependencies, members: Members) {
    this.files = new ExportFiles(tools, members);
    this.#tools = tools;
    this.#members = members;
  }

  /**
   * Charges the members of a list or of one of its tiers, before any of them is sent. A company that was paid for within
   * 30 days costs nothing (contract, section 5). Exports of equal members share one materialization, the one that has
   * their bitmaps: however often they are computed again, it alone is kept for them.
   *
   * @throws Fault list_not_found, insufficient_credits, max_credits_exceeded, credit_limit_reached, quota_exceeded; definition_conflict if
   *   the materialization was pruned meanwhile. Then nothing was charged.
   */
  charge(caller: Caller, listId: number, tier: Scope, payer: Payer): Promise<ListExport> {
    return recalled(async () => {
      const members = await this.members(caller, listId, { tier, since: undefined });
      const { writes } = this.#tools.pools;
      const at = this.#tools.clock.now();
      const paid = await findPaid(writes, caller, members.snapshot, tier, at);
      if (!paid) return this.pay(caller, members, payer, (charge) => effect(writes, charge));
      return statementEffect(writes, async (db) => {
        await recordExport(db, caller, members, 0, at, paid.validUntil);
        this.#tools.onCharge?.('export', 0);
        return toExport(members, 0, paid);
      });
    });
  }

  /**
   * Finds the members of a list that an export is for. Exports of equal members share one materialization.
   *
   * @throws Fault list_not_found, definition_conflict, members_too_large; validation_error for a materialization that is not kept
   */
  async members(caller: Caller, listId: number, { tier, since }: Selection): Promise<ExportedMembers> {
    const list = await requireList(this.#tools.pools.reads, caller, listId, 'viewer');
    const before = since === undefined ? undefined : await this.#members.at(list, since);
    if (since !== undefined && !before) throw invalidValue('/since', OLD_MATERIALIZATION);
    const current = await this.#members.current(caller, list);
    const isShared = current.storedId !== current.materializationId;
    const shared = isShared ? await this.#members.at(list, current.storedId, 'stored') : undefined;
    return { list, snapshot: shared ?? current, tier, since: before };
  }

  /** Checks what an export is for, without computing members. @throws Fault list_not_found, validation_error */
  async requireSelection(caller: Caller, listId: number, since: number | undefined): Promise<void> {
    const list = await requireList(this.#tools.pools.reads, caller, listId, 'viewer');
    if (since === undefined || (await this.#members.at(list, since))) return;
    throw invalidValue('/since', OLD_MATERIALIZATION);
  }

  /**
   * Runs a transaction that charges members: anew if the credits suffice after all (`withinCredits`). Charge, audit event and the mark
   * that keeps the materialization commit together. It is recorded until when all of these members are paid for, so that a second export
   * need not look up each.
   *
   * @param payer the request or the job that pays. @param work runs the transaction.
   * @throws Fault insufficient_credits, max_credits_exceeded, credit_limit_reached, quota_exceeded, definition_conflict; then nothing was charged.
   */
  async pay<Paid extends { creditsCharged: number } | undefined>(
    caller: Caller,
    members: ExportedMembers,
    payer: Payer,
    work: (charge: Charge) => Promise<Paid>,
  ): Promise<Paid> {
    const { organizationId, keyId } = caller;
    const at = this.#tools.clock.now();
    const companyIds = idsOf(members);
    const request = { organizationId, companyIds, kind: 'export' as const, keyId, at, ...payer };
    const charge: Charge = async (client) => {
      const { cost, balance, paidUntil } = await chargeInTransaction(client, request);
      const wanted = cost > 0 ? endOfWindow(at) : paidUntil;
      const { validUntil, newBytes } = await this.#keep(client, caller, members, paidUntil, wanted, at);
      await recordExport(client, caller, members, cost, at, validUntil);
      if (newBytes.length > 0) await assertExportFits(client, this.#tools.quotas, caller, newBytes, at);
      return toExport(members, cost, { balance, validUntil });
    };
    const paid = await withinCredits(this.#tools.pools.writes, request, () => work(charge));
    if (paid) this.#tools.onCharge?.('export', paid.creditsCharged);
    return paid;
  }

  async #keep(
    client: PoolClient,
    caller: Caller,
    members: ExportedMembers,
    paidUntil: Date,
    wanted: Date,
    at: Date,
  ): Promise<{ validUntil: Date; newBytes: number[] }> {
    const { snapshot, since } = members;
    if (since)
      return {
        validUntil: wanted,
        newBytes: await keepEntered(client, caller, { snapshot, since }, wanted, at),
      };
    const { validUntil, isNew } = await keepUntil(client, caller, members, paidUntil, wanted, at);
    return { validUntil, newBytes: isNew ? [snapshot.bytes] : [] };
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
    const list = await this.#listOf(caller, listId, materializationId);
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
    return toExport({ snapshot: info, tier, list }, 0, { balance, validUntil });
  }

  /** Finds the list of an export. @throws Fault list_not_found, export_expired */
  async #listOf(caller: Caller, listId: number, materializationId: number): Promise<List> {
    const { reads } = this.#tools.pools;
    const list = await findList(reads, caller, listId);
    if (list) return list;
    if (await wasDeleted(reads, caller, listId, materializationId)) throw listDeleted();
    throw listNotFound();
  }

  /** Computes what an export of all members, or of a tier, would cost now. Charges nothing. */
  async estimate(caller: Caller, snapshot: Snapshot, tier: Scope): Promise<ExportEstimate> {
    const { reads } = this.#tools.pools;
    const at = this.#tools.clock.now();
    const paid = await findPaid(reads, caller, snapshot, tier, at);
    const { cost, balance } = paid
      ? { cost: 0, balance: paid.balance }
      : await this.quote(caller, { snapshot, tier, since: undefined });
    return {
      members: snapshot.counts[tier ?? 'total'],
      creditsRequired: cost,
      creditBalance: balance,
      sufficient: cost <= balance,
    };
  }

  /** Computes what members that are not known to be paid for would cost now, and reads the balance, in credits. */
  quote({ organizationId }: Caller, members: Omit<ExportedMembers, 'list'>) {
    return quoteCompanies(this.#tools.pools.reads, organizationId, idsOf(members), this.#tools.clock.now());
  }

  /**
   * Opens the file of a job that has paid for its members.
   *
   * @throws Fault list_not_found, overloaded; export_expired if its time is over, or the list was deleted
   */
  async openFile(caller: Caller, file: ExportedFile): Promise<Readable> {
    const { listId, materializationId, tier, since } = file;
    const list = await this.#listOf(caller, listId, materializationId);
    // A later export of these members may have a later end.
    if (since === undefined) await this.find(caller, listId, materializationId, tier);
    else if (file.validUntil <= this.#tools.clock.now()) throw exportExpired(materializationId, tier);
    return this.files.open(caller, list, file, file);
  }
}

function idsOf(members: Omit<ExportedMembers, 'list'>): Uint32Array {
  return membersOf(setsOf(members)).toUint32Array();
}

/** Reports that nobody can download an export any more, because its list was deleted. */
export function listDeleted(): Fault {
  return new Fault(
    'export_expired',
    'The list of this export was deleted, and the export with it. Export another list.',
  );
}

function toExport(
  {
    snapshot,
    tier,
    list: { name },
  }: Pick<ExportedMembers, 'tier' | 'list'> & { snapshot: MaterializationInfo & Partial<Snapshot> },
  creditsCharged: number,
  { balance, validUntil }: Paid,
): ListExport {
  // The result is stored with an Idempotency-Key: without the bitmaps.
  const { high: _h, medium: _m, exploratory: _e, added: _a, ...materialization } = snapshot;
  return {
    materialization,
    tier: tier ?? null,
    listName: name,
    creditsCharged,
    creditsRemaining: balance,
    validUntil,
  };
}
