import { LRUCache } from 'lru-cache';
import type { Queryable } from '../../../database/client.ts';
import type { Keyset } from '../../../lib/page.ts';
import { MAX_ROW_ID, toRowId } from '../../../lib/row-id.ts';
import { Bitmap, deserialize, type ReadonlyBitmap } from '../../facets/bitmap.ts';
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
  counts: MemberCounts;
}

/** The members of a list at one revision. They never change. */
export interface Snapshot extends MaterializationInfo, Tiers {
  /** Members that were added by domain. All are in `high`. */
  added: ReadonlyBitmap;
}

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

/** Columns of a MaterializationInfo. */
export const INFO = `
  id AS "materializationId", list_id AS "listId", revision, definition_version AS "definitionVersion",
  index_version AS "indexVersion", created_at AS "materializedAt",
  json_build_object('total', high_count + medium_count + exploratory_count, 'high', high_count,
    'medium', medium_count, 'exploratory', exploratory_count) AS counts`;

interface SnapshotRow extends MaterializationInfo, Record<Tier | 'added', Buffer> {}

/** Bytes of a snapshot beside the ids in its four bitmaps: each bitmap takes about 600 bytes by itself. */
const SNAPSHOT_BYTES = 3072;

const CACHE_BYTES = 128 * 1024 * 1024;

/** Reads materializations. It caches their bitmaps, which never change. */
export class SnapshotReader {
  readonly #db: Queryable;
  readonly #cache = new LRUCache<number, Snapshot>({ maxSize: CACHE_BYTES, sizeCalculation: bytesOf });

  constructor(db: Queryable) {
    this.#db = db;
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

  /** Loads members. One statement for all materializations that are not cached. */
  async load(infos: readonly MaterializationInfo[]): Promise<Snapshot[]> {
    const missing = infos.filter(({ materializationId }) => !this.#cache.has(materializationId));
    const fetched = new Map<number, Snapshot>();
    if (missing.length > 0) {
      const { rows } = await this.#db.query<SnapshotRow>({
        name: 'list_materialization_members',
        text: `SELECT ${INFO}, high, medium, exploratory, added FROM list_materialization WHERE id = ANY ($1::int[])`,
        values: [missing.map(({ materializationId }) => materializationId)],
      });
      for (const row of rows) fetched.set(row.materializationId, this.keep(toSnapshot(row)));
    }
    return infos.map(({ materializationId: id }) => {
      const snapshot = fetched.get(id) ?? this.#cache.get(id);
      if (!snapshot) throw new Error(`materialization ${id} is gone`);
      return snapshot;
    });
  }

  keep(snapshot: Snapshot): Snapshot {
    this.#cache.set(snapshot.materializationId, snapshot);
    return snapshot;
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

function bytesOf(snapshot: Snapshot): number {
  return [...TIERS, 'added' as const].reduce(
    (sum, part) => sum + snapshot[part].getSerializationSizeInBytes('portable'),
    SNAPSHOT_BYTES,
  );
}
