import { LRUCache } from 'lru-cache';
import type { Queryable } from '../../../database/client.ts';
import { sawIndexVersion } from '../../../database/replicas/routing.ts';
import type { Keyset } from '../../../lib/page.ts';
import { MAX_ROW_ID, toRowId } from '../../../lib/row-id.ts';
import { Bitmap, deserialize, type ReadonlyBitmap } from '../../facets/bitmap.ts';
import { RETIRED_VERSION, RetiredCompanies } from '../../facets/retired-companies.ts';
import type { List } from '../list.ts';

/** The tiers of members, the freshest first (contract, section 6). */
export const TIERS = ['high', 'medium', 'exploratory'] as const;
export type Tier = (typeof TIERS)[number];

/** Members by tier. No company is in two tiers. */
export type Tiers = Readonly<Record<Tier, ReadonlyBitmap>>;

export type MemberCounts = Record<Tier | 'total', number>;

/** A materialization without its members, which are read when they are needed. */
export interface MaterializationInfo {
  materializationId: number;
  listId: number;
  revision: number;
  definitionVersion: number;
  /** Version of the facet index that was read. */
  indexVersion: number;
  materializedAt: Date;
  /** Number of members. Unless `retiredVersion` is null, some of them may have left the catalogue. */
  counts: MemberCounts;
  /** Version of the index at which companies were retired after the members were computed; null if none were. */
  retiredVersion: number | null;
}

/**
 * Members of a list at one revision that are still in the catalogue. What is stored never changes. Reads leave out the
 * companies that were deleted or merged since (contract, section 8).
 */
export interface Snapshot extends MaterializationInfo, Tiers {
  /** Members that were added by domain. All are in `high`. */
  added: ReadonlyBitmap;
}

const PARTS = [...TIERS, 'added'] as const;

/** Returns the members of all tiers. */
export function membersOf(tiers: Tiers): Bitmap {
  return Bitmap.orMany(TIERS.map((tier) => tiers[tier]));
}

/** Returns ids by their positions in a set. */
export function idsAt(ids: ReadonlyBitmap, from: number, count: number): Uint32Array {
  return count <= 0 || from >= ids.size ? new Uint32Array() : ids.rangeUint32Array(from, count);
}

export function countsOf({ high, medium, exploratory }: Tiers): MemberCounts {
  return {
    total: high.size + medium.size + exploratory.size,
    high: high.size,
    medium: medium.size,
    exploratory: exploratory.size,
  };
}

/** Column `retiredVersion` of a MaterializationInfo. The version is read once for all rows of a statement. */
export const RETIRED_SINCE = `nullif(greatest((${RETIRED_VERSION}), index_version), index_version) AS "retiredVersion"`;

/** Columns of a MaterializationInfo. */
export const INFO = `
  id AS "materializationId", list_id AS "listId", revision, definition_version AS "definitionVersion",
  index_version AS "indexVersion", created_at AS "materializedAt",
  json_build_object('total', high_count + medium_count + exploratory_count, 'high', high_count,
    'medium', medium_count, 'exploratory', exploratory_count) AS counts, ${RETIRED_SINCE}`;

interface SnapshotRow extends MaterializationInfo, Record<Tier | 'added', Buffer> {}

/** Bytes of a snapshot beside the ids in its four bitmaps: each bitmap takes about 600 bytes by itself. */
const SNAPSHOT_BYTES = 3072;

const CACHE_BYTES = 128 * 1024 * 1024;

/** Materializations whose members are held in memory together to be counted. */
const COUNTED_AT_ONCE = 8;
const CACHED_COUNTS = 10_000;

/** Members as they are stored, and those of them that were in the catalogue at a version of the index. */
interface CachedSnapshot {
  stored: Snapshot;
  live: Snapshot;
  /** Version of the retired companies that were left out of `live`; 0: none. */
  version: number;
}

interface CachedCounts {
  counts: MemberCounts;
  version: number;
}

/** Reads materializations. It caches their bitmaps, and once more without companies that have left the catalogue. */
export class SnapshotReader {
  readonly #db: Queryable;
  readonly #retired: RetiredCompanies;
  readonly #cache = new LRUCache<number, CachedSnapshot>({ maxSize: CACHE_BYTES, sizeCalculation: bytesOf });
  readonly #counts = new LRUCache<number, CachedCounts>({ max: CACHED_COUNTS });

  constructor(db: Queryable) {
    this.#db = db;
    this.#retired = new RetiredCompanies(db);
  }

  /** The newest materialization of each list's current revision, where there is one. One statement for all lists. */
  async findValid(lists: readonly List[]): Promise<MaterializationInfo[]> {
    const { rows } = await this.#db.query<MaterializationInfo>({
      name: 'list_materializations_valid',
      text: `SELECT DISTINCT ON (m.list_id) ${INFO} FROM list_materialization m
        JOIN unnest($1::int[], $2::int[]) AS k (l, r) ON m.list_id = k.l AND m.revision = k.r
        ORDER BY m.list_id, m.id DESC`,
      values: [lists.map(({ listId }) => listId), lists.map(({ revision }) => revision)],
    });
    return rows;
  }

  /** A materialization of a list by id; undefined if it was pruned, or belongs to another list. */
  async findOne(listId: number, materializationId: number): Promise<MaterializationInfo | undefined> {
    const { rows } = await this.#db.query<MaterializationInfo>({
      name: 'list_materialization',
      text: `SELECT ${INFO} FROM list_materialization WHERE list_id = $1 AND id = $2`,
      values: [listId, toRowId(materializationId)],
    });
    return rows[0];
  }

  /** Materializations of a list that are kept, newest first. */
  async findPage(listId: number, { limit, after, offset }: Keyset): Promise<MaterializationInfo[]> {
    const { rows } = await this.#db.query<MaterializationInfo>({
      name: 'list_materializations_kept',
      text: `SELECT ${INFO} FROM list_materialization WHERE list_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3 OFFSET $4`,
      values: [listId, after ?? MAX_ROW_ID, limit, offset],
    });
    return rows;
  }

  /** Loads members. One statement for all materializations that are not cached, and one if companies were retired. */
  async load(infos: readonly MaterializationInfo[]): Promise<Snapshot[]> {
    // Replicas that lack its companies must not show them.
    for (const { indexVersion } of infos) sawIndexVersion(this.#db, indexVersion);
    const missing = infos.filter(({ materializationId }) => !this.#cache.has(materializationId));
    const fetched = new Map<number, CachedSnapshot>();
    for (const stored of await this.#fetch(missing))
      fetched.set(stored.materializationId, this.#keep({ stored, live: stored, version: 0 }));
    const cached = infos.map(({ materializationId: id }) => {
      const found = fetched.get(id) ?? this.#cache.get(id);
      if (!found) throw new Error(`materialization ${id} is gone`);
      return found;
    });
    return Promise.all(cached.map((each, index) => this.#liveOf(each, infos[index]?.retiredVersion ?? null)));
  }

  /** Caches the members of a new materialization. @returns those that are still in the catalogue. */
  add(stored: Snapshot): Promise<Snapshot> {
    return this.#liveOf(this.#keep({ stored, live: stored, version: 0 }), stored.retiredVersion);
  }

  /**
   * Counts the members that are still in the catalogue. Reads them where companies have left it since: a few
   * materializations at a time, and without keeping their bitmaps.
   */
  async countAll(infos: readonly MaterializationInfo[]): Promise<MemberCounts[]> {
    const found = new Map<number, MemberCounts>();
    const unknown: MaterializationInfo[] = [];
    for (const info of infos) {
      const { materializationId: id, retiredVersion, counts } = info;
      const cached = this.#counts.get(id);
      if (!retiredVersion) found.set(id, counts);
      else if (cached && cached.version >= retiredVersion) found.set(id, cached.counts);
      else unknown.push(info);
    }
    for (let start = 0; start < unknown.length; start += COUNTED_AT_ONCE) {
      const part = unknown.slice(start, start + COUNTED_AT_ONCE);
      const { version, ids } = await this.#retired.at(
        Math.max(...part.map((each) => each.retiredVersion ?? 0)),
      );
      for (const stored of await this.#fetch(part)) {
        const { counts, materializationId } = withoutRetired(stored, ids);
        this.#counts.set(materializationId, { counts, version });
        found.set(materializationId, counts);
      }
    }
    // Missing only if it was pruned while the request ran.
    return infos.map(({ materializationId, counts }) => found.get(materializationId) ?? counts);
  }

  async #fetch(infos: readonly MaterializationInfo[]): Promise<Snapshot[]> {
    if (infos.length === 0) return [];
    const { rows } = await this.#db.query<SnapshotRow>({
      name: 'list_materialization_members',
      text: `SELECT ${INFO}, high, medium, exploratory, added FROM list_materialization WHERE id = ANY ($1::int[])`,
      values: [infos.map(({ materializationId }) => materializationId)],
    });
    return rows.map(toSnapshot);
  }

  async #liveOf(cached: CachedSnapshot, retiredVersion: number | null): Promise<Snapshot> {
    if (!retiredVersion) return cached.stored;
    if (cached.version >= retiredVersion) return cached.live;
    const { stored } = cached;
    const { version, ids } = await this.#retired.at(retiredVersion);
    return this.#keep({ stored, live: withoutRetired(stored, ids), version }).live;
  }

  #keep(cached: CachedSnapshot): CachedSnapshot {
    this.#cache.set(cached.stored.materializationId, cached);
    return cached;
  }
}

function toSnapshot({ high, medium, exploratory, added, ...info }: SnapshotRow): Snapshot {
  return {
    ...info,
    high: deserialize(high),
    medium: deserialize(medium),
    exploratory: deserialize(exploratory),
    added: deserialize(added),
  };
}

/** Leaves companies out of a snapshot. Parts without any of them are shared, not copied. */
function withoutRetired(stored: Snapshot, retired: ReadonlyBitmap): Snapshot {
  const live = { ...stored, retiredVersion: null };
  for (const part of PARTS)
    if (stored[part].intersects(retired)) live[part] = Bitmap.andNot(stored[part], retired);
  return { ...live, counts: countsOf(live) };
}

/** Counts the bitmaps that two snapshots share once. */
function bytesOf({ stored, live }: CachedSnapshot): number {
  const parts = new Set([stored, live].flatMap((snapshot) => PARTS.map((part) => snapshot[part])));
  return [...parts].reduce((sum, ids) => sum + ids.getSerializationSizeInBytes('portable'), SNAPSHOT_BYTES);
}
