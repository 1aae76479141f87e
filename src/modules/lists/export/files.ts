import type { Readable } from 'node:stream';
import { Fault, unknownKey } from '../../../lib/fault.ts';
import { readDeclared } from '../../fields/declarations.ts';
import { openDownload } from '../../limits/download.ts';
import { type ListDependencies, requireList } from '../access.ts';
import type { Caller, List } from '../list.ts';
import type { Members } from '../members/service.ts';
import { type Snapshot, TIERS } from '../members/snapshot.ts';
import { arrange, BUILT_IN, CHOOSABLE, type MemberColumn, type OwnColumn, ownColumn } from './columns.ts';
import { type FileFormat, streamMembers } from './member-stream.ts';
import { type ExportedMembers, type Scope, setsOf } from './payments.ts';

/** A CSV file of members that were charged. */
interface CsvFile {
  materializationId: number;
  tier: Scope;
  /** Whether the file starts with a byte order mark. */
  bom: boolean;
  /** Keys of own fields of further columns. */
  fields?: readonly string[] | null | undefined;
}

/** Files of members that were charged. */
export class ExportFiles {
  readonly #tools: ListDependencies;
  readonly #members: Members;

  constructor(tools: ListDependencies, members: Members) {
    this.#tools = tools;
    this.#members = members;
  }

  /** Finds the own fields of further columns, each once. @throws Fault validation_error for an unknown key */
  async ownColumns(caller: Caller, keys: readonly string[] | null | undefined): Promise<OwnColumn[]> {
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
   * Finds the columns of the file of a job: built-in ones, `technologies`, `partners` and own fields, each once.
   *
   * @param mustExist false leaves out own fields that were deleted since.
   * @throws Fault validation_error for an unknown key
   */
  async fileColumns(
    caller: Caller,
    keys: readonly string[] | null,
    mustExist: boolean,
  ): Promise<readonly MemberColumn[]> {
    const { fields } = await readDeclared(this.#tools.pools.writes, caller.organizationId);
    const own = new Map(fields.map((field) => [field.key, field]));
    const found: MemberColumn[] = [];
    for (const [index, key] of [...new Set(keys)].entries()) {
      const field = own.get(key);
      const column = CHOOSABLE.get(key) ?? (field && ownColumn(field));
      if (column) found.push(column);
      else if (mustExist)
        throw unknownKey(`/fields/${index}`, 'field', key, [...CHOOSABLE.keys(), ...own.keys()]);
    }
    return arrange(found);
  }

  /**
   * Opens the CSV file of members that were charged.
   *
   * @throws Fault list_not_found, overloaded; export_expired if the materialization was pruned since the charge was found
   */
  async openCsv(caller: Caller, listId: number, file: CsvFile): Promise<Readable> {
    const { tier, bom, materializationId } = file;
    const list = await requireList(this.#tools.pools.reads, caller, listId, 'viewer');
    const own = await this.ownColumns(caller, file.fields);
    const snapshot = await this.#stored(list, materializationId, tier);
    const columns = [...BUILT_IN, ...own.map(ownColumn)];
    return this.#open(caller, { snapshot, tier, since: undefined }, { format: 'csv', columns, bom });
  }

  /**
   * Opens a file of members whose payment the caller has found (`Exports.openFile`).
   *
   * @throws Fault overloaded, export_expired
   */
  async open(
    caller: Caller,
    list: List,
    { materializationId, tier, since }: { materializationId: number; tier: Scope; since: number | undefined },
    { format, fields }: { format: FileFormat; fields: readonly string[] | null },
  ): Promise<Readable> {
    const columns = await this.fileColumns(caller, fields, false);
    const snapshot = await this.#stored(list, materializationId, tier);
    const before = since === undefined ? undefined : await this.#stored(list, since, tier);
    return this.#open(caller, { snapshot, tier, since: before }, { format, columns, bom: false });
  }

  async #stored(list: List, materializationId: number, tier: Scope): Promise<Snapshot> {
    const snapshot = await this.#members.at(list, materializationId, 'stored');
    if (!snapshot) throw exportExpired(materializationId, tier);
    return snapshot;
  }

  #open(
    caller: Caller,
    members: Omit<ExportedMembers, 'list'>,
    file: { format: FileFormat; columns: readonly MemberColumn[]; bom: boolean },
  ): Promise<Readable> {
    const { pools, clock, metersPartners } = this.#tools;
    const { organizationId } = caller;
    const tiers = members.tier ? [members.tier] : TIERS;
    return openDownload(this.#tools, caller, (signal, onEnd) => {
      const unlockedAt = metersPartners ? clock.now() : null;
      const content = { ...file, organizationId, tiers, unlockedAt, signal };
      return streamMembers(pools.exports, setsOf(members), content, onEnd);
    });
  }
}

/** Reports that members were not exported, or that their time is over. */
export function exportExpired(materializationId: number, tier: Scope): Fault {
  const what = tier ? `The tier "${tier}" of materialization` : 'Materialization';
  const message = `${what} ${materializationId} of this list was not exported, or its 30 days are over. Export the list again without "materialization".`;
  return new Fault('export_expired', message);
}
