import { LRUCache } from 'lru-cache';
import type { Queryable } from '../../../database/client.ts';
import { sawIndexVersion } from '../../../database/replicas/routing.ts';
import { Fault } from '../../../lib/fault.ts';
import { recordOf } from '../../../lib/json.ts';
import { currentContext, type OperationScope, runUncounted } from '../../../lib/request-context.ts';
import { deserialize } from '../../facets/bitmap.ts';
import { CachedSets, type ReaderCache } from '../../facets/reader-cache.ts';
import { RetiredCompanies } from '../../facets/retired-companies.ts';
import { showBytes } from '../../quotas/quotas.ts';
import {
  countsOf,
  type MaterializationInfo,
  type MemberCounts,
  type MemberSets,
  PARTS,
  type Snapshot,
  withoutRetired,
} from './snapshot.ts';

/** Bytes of bitmaps that one statement reads. PostgreSQL sends two characters for each byte. */
const READ_AT_ONCE = 8 * 1024 * 1024;
const CACHED_COUNTS = 10_000;
/** Begins the names of members in the cache. Those of postings begin with a number, those of conditions with their kind. */
const MEMBERS_OF = 'members\0';

/** Members as they are stored, and those of them that were in the catalogue at a version of the index. */
class CachedMembers extends CachedSets {
  readonly stored: MemberSets;
  readonly live: MemberSets;
  /** Version of the retired companies that were left out of `live`; 0: none. */
  readonly retiredVersion: number;

  constructor(stored: MemberSets, live = stored, retiredVersion = 0) {
    super();
    this.stored = stored;
    this.live = live;
    this.retiredVersion = retiredVersion;
  }

  bitmaps() {
    return [...new Set([this.stored, this.live].flatMap((sets) => PARTS.map((part) => sets[part])))];
  }
}

interface CachedCounts {
  counts: MemberCounts;
  retiredVersion: number;
}

/**
 * Reads the members of materializations. An operation holds what it has read until it ends; the cache, which it shares with
 * filters, only spares later operations the reading.
 */
export class SnapshotReader {
  readonly #db: Queryable;
  readonly #cache: ReaderCache;
  readonly #retired: RetiredCompanies;
  readonly #counts = new LRUCache<number, CachedCounts>({ max: CACHED_COUNTS });
  /** By the budget of the operation, which nothing refers to once it has ended. */
  readonly #held = new WeakMap<object, OperationMembers<CachedMembers>>();

  constructor(db: Queryable, cache: ReaderCache) {
    this.#db = db;
    this.#cache = cache;
    this.#retired = new RetiredCompanies(db);
  }

  /** Counts bitmaps that are read elsewhere for the operation. @throws Fault members_too_large, and stops the operation */
  reserve(infos: readonly Pick<MaterializationInfo, 'storedId' | 'bytes'>[]): void {
    this.#heldByOperation().reserve(infos);
  }

  /**
   * Loads members, in the order of `infos`. What is not cached takes a statement, and one more if companies were retired.
   *
   * @returns undefined in the place of a materialization that was pruned meanwhile.
   * @throws Fault members_too_large, and stops the operation
   */
  async load(infos: readonly MaterializationInfo[]): Promise<(Snapshot | undefined)[]> {
    // Replicas that lack its companies must not show them.
    for (const { indexVersion } of infos) sawIndexVersion(this.#db, indexVersion);
    const held = this.#heldByOperation();
    held.reserve(infos);
    const missing: MaterializationInfo[] = [];
    for (const info of infos) {
      if (held.get(info.storedId)) continue;
      const cached = this.#cached(info.storedId);
      if (cached) held.set(info.storedId, Promise.resolve(cached));
      else missing.push(info);
    }
    if (missing.length > 0) {
      for (const [{ storedId }, read] of this.#readAll(missing)) {
        const members = read.then((sets) => sets && this.#keep(storedId, new CachedMembers(sets)));
        held.set(storedId, members);
      }
    }
    return Promise.all(
      infos.map(async (info) => {
        // Callers that ask at the same time wait for each other, and get one copy.
        const members = this.#leaveOut(info, held.get(info.storedId));
        held.set(info.storedId, members);
        const found = await members;
        return found && toSnapshot(info, found);
      }),
    );
  }

  /** Holds the members of a new materialization as if they had been read. @throws Fault members_too_large */
  async add(info: MaterializationInfo, sets: MemberSets): Promise<Snapshot> {
    const held = this.#heldByOperation();
    held.reserve([info]);
    const stored = this.#cached(info.storedId) ?? this.#keep(info.storedId, new CachedMembers(sets));
    const members = this.#leaveOut(info, stored);
    held.set(info.storedId, members);
    return toSnapshot(info, (await members) ?? stored);
  }

  /**
   * Counts the members that are still in the catalogue. Reads them where companies have left it since, a few
   * materializations at a time, without keeping their bitmaps.
   *
   * @throws Fault members_too_large, and stops the operation
   */
  async countAll(infos: readonly MaterializationInfo[]): Promise<MemberCounts[]> {
    const changed = infos.filter(({ retiredVersion }) => retiredVersion !== null);
    this.#heldByOperation().reserve(changed);
    const version = Math.max(0, ...changed.map(({ retiredVersion }) => retiredVersion ?? 0));
    const found = new Map<number, MemberCounts>();
    const unknown = changed.filter(({ storedId }) => {
      const cached = this.#counts.get(storedId);
      if (cached && cached.retiredVersion >= version) found.set(storedId, cached.counts);
      return !found.has(storedId);
    });
    for (const [{ storedId }, members] of this.#readAll(unknown)) {
      const sets = await members;
      const retired = await this.#retired.at(version);
      if (!sets) continue;
      const counts = countsOf(withoutRetired(sets, retired.ids));
      this.#counts.set(storedId, { counts, retiredVersion: retired.version });
      found.set(storedId, counts);
    }
    // Missing only if it was pruned while the request ran.
    return infos.map(({ storedId, retiredVersion, counts }) =>
      retiredVersion === null ? counts : (found.get(storedId) ?? counts),
    );
  }

  #heldByOperation(): OperationMembers<CachedMembers> {
    const { operation } = currentContext();
    const budget = operation?.readBudget;
    const held = (budget && this.#held.get(budget)) ?? new OperationMembers<CachedMembers>(operation);
    if (budget) this.#held.set(budget, held);
    return held;
  }

  #cached(storedId: number): CachedMembers | undefined {
    return this.#cache.object(MEMBERS_OF + storedId, CachedMembers);
  }

  #keep(storedId: number, members: CachedMembers): CachedMembers {
    this.#cache.keepObject(MEMBERS_OF + storedId, members);
    return members;
  }

  /** Reads bitmaps in parts, one part after another, each once. Undefined where a row was deleted. */
  *#readAll(
    infos: readonly MaterializationInfo[],
  ): Generator<[MaterializationInfo, Promise<MemberSets | undefined>]> {
    let before: Promise<unknown> = Promise.resolve();
    for (const part of partsOf([...new Map(infos.map((info) => [info.storedId, info])).values()])) {
      const read = before.then(() => this.#read(part));
      before = read;
      for (const info of part) yield [info, read.then((byId) => byId.get(info.storedId))];
    }
  }

  async #read(infos: readonly MaterializationInfo[]): Promise<Map<number, MemberSets>> {
    // Bitmaps are no part of an answer: `reserve` limits them instead.
    const { rows } = await runUncounted(() =>
      this.#db.query<Record<keyof MemberSets, Buffer> & { id: number }>({
        name: 'list_materialization_members',
        text: 'SELECT id, high, medium, exploratory, added FROM list_materialization WHERE id = ANY ($1::int[])',
        values: [infos.map(({ storedId }) => storedId)],
      }),
    );
    return new Map(rows.map((row) => [row.id, recordOf(PARTS, (part) => deserialize(row[part]))]));
  }

  /** Leaves out the companies that were retired since, if any were. */
  async #leaveOut(
    { storedId, retiredVersion }: MaterializationInfo,
    reading: CachedMembers | Promise<CachedMembers | undefined> | undefined,
  ): Promise<CachedMembers | undefined> {
    const members = await reading;
    if (!members || retiredVersion === null || members.retiredVersion >= retiredVersion) return members;
    const { version, ids } = await this.#retired.at(retiredVersion);
    const { stored } = members;
    return this.#keep(storedId, new CachedMembers(stored, withoutRetired(stored, ids), version));
  }
}

function toSnapshot(info: MaterializationInfo, { stored, live }: CachedMembers): Snapshot {
  if (info.retiredVersion === null) return { ...info, ...stored };
  return { ...info, ...live, counts: countsOf(live), retiredVersion: null };
}

function partsOf(infos: readonly MaterializationInfo[]): MaterializationInfo[][] {
  const parts: MaterializationInfo[][] = [];
  let size = READ_AT_ONCE;
  for (const info of infos) {
    if (size + info.bytes > READ_AT_ONCE) {
      parts.push([]);
      size = 0;
    }
    size += info.bytes;
    parts.at(-1)?.push(info);
  }
  return parts;
}

/**
 * Members that one operation has read, by `storedId`: it holds them until it ends. What counts is their size in the database, whether they
 * are cached or not, so that an operation that is refused once is always refused.
 */
class OperationMembers<T> extends Map<number, Promise<T | undefined>> {
  readonly #operation: OperationScope | undefined;
  readonly #reserved = new Set<number>();
  #bytes = 0;

  /** @param operation undefined for work of the service itself, which has no limit. */
  constructor(operation: OperationScope | undefined) {
    super();
    this.#operation = operation;
  }

  /**
   * Counts bitmaps before they are read, each once.
   *
   * @throws Fault members_too_large, and stops the operation: what it selected elsewhere must not depend on which of its
   *   fields came first.
   */
  reserve(infos: readonly Pick<MaterializationInfo, 'storedId' | 'bytes'>[]): void {
    for (const { storedId, bytes } of infos) {
      if (this.#reserved.has(storedId)) continue;
      this.#reserved.add(storedId);
      this.#bytes += bytes;
    }
    const maxBytes = this.#operation?.readBudget?.maxBitmapBytes;
    if (maxBytes === undefined || this.#bytes <= maxBytes) return;
    const message = `The members of all lists and materializations that this operation reads take more than ${showBytes(maxBytes)} of memory. Read fewer of them at a time.`;
    const fault = new Fault('members_too_large', message, { details: { max_bytes: maxBytes } });
    this.#operation?.stop(fault);
    throw fault;
  }
}
