import { LRUCache } from 'lru-cache';
import type { Queryable } from '../../../database/client.ts';
import { toRowId } from '../../../lib/row-id.ts';
import { type Bitmap, deserialize, type ReadonlyBitmap } from '../../facets/bitmap.ts';

/** The tiers of members, the freshest first (contract, section 6). */
export const TIERS = ['high', 'medium', 'exploratory'] as const;
export type Tier = (typeof TIERS)[number];

export interface MemberCounts {
  total: number;
  high: number;
  medium: number;
  exploratory: number;
}

/** What a materialization is called by; its members are read when they are needed. */
export interface MaterializationInfo {
  materializationId: number;
  listId: number;
  revision: number;
  definitionVersion: number;
  /** The version of the facet index that was read. */
  indexVersion: number;
  materializedAt: Date;
  counts: MemberCounts;
}

/** The members of a list at one revision; never changed. */
export interface Snapshot extends MaterializationInfo, Record<Tier, ReadonlyBitmap> {
  /** Those that are members by hand; all are in `high`. */
  added: ReadonlyBitmap;
}

/** The columns of a MaterializationInfo. */
export const INFO = `
  id AS "materializationId", list_id AS "listId", revision, definition_version AS "definitionVersion",
  index_version AS "indexVersion", created_at AS "materializedAt",
  json_build_object('total', high_count + medium_count + exploratory_count, 'high', high_count,
    'medium', medium_count, 'exploratory', exploratory_count) AS counts`;

interface SnapshotRow extends MaterializationInfo, Record<Tier | 'added', Buffer> {}

/** What a snapshot takes up beside the ids of its four bitmaps, each of which has some 600 bytes of its own. */
const SNAPSHOT_BYTES = 3072;

const CACHE_BYTES = 128 * 1024 * 1024;

/** Reads materializations; bitmaps are kept in memory, as they never change. */
export class SnapshotReader {
  readonly #db: Queryable;
  readonly #cache = new LRUCache<number, Snapshot>({ maxSize: CACHE_BYTES, sizeCalculation: bytesOf });

  constructor(db: Queryable) {
    this.#db = db;
  }

  /** The newest of each list's current revision; undefined where there is none. One statement for all. */
  async findValid(
    lists: readonly { listId: number; revision: number }[],
  ): Promise<(MaterializationInfo | undefined)[]> {
    const { rows } = await this.#db.query<MaterializationInfo>({
      name: 'list_materializations_valid',
      text: `SELECT DISTINCT ON (m.list_id) ${INFO} FROM list_materialization m
        JOIN unnest($1::int[], $2::int[]) AS k (l, r) ON m.list_id = k.l AND m.revision = k.r
        ORDER BY m.list_id, m.id DESC`,
      values: [lists.map(({ listId }) => listId), lists.map(({ revision }) => revision)],
    });
    const byList = new Map(rows.map((row) => [row.listId, row]));
    return lists.map(({ listId }) => byList.get(listId));
  }

  /** One of a list's, by id; undefined when it was pruned, or belongs to another list. */
  async findOne(listId: number, materializationId: number): Promise<MaterializationInfo | undefined> {
    const { rows } = await this.#db.query<MaterializationInfo>({
      name: 'list_materialization',
      text: `SELECT ${INFO} FROM list_materialization WHERE list_id = $1 AND id = $2`,
      values: [listId, toRowId(materializationId)],
    });
    return rows[0];
  }

  /** The members. One statement for all that are not in memory. */
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
  const read = (bytes: Buffer): Bitmap => deserialize(bytes);
  return {
    ...info,
    high: read(high),
    medium: read(medium),
    exploratory: read(exploratory),
    added: read(added),
  };
}

function bytesOf(snapshot: Snapshot): number {
  return [...TIERS, 'added' as const].reduce(
    (sum, part) => sum + snapshot[part].getSerializationSizeInBytes('portable'),
    SNAPSHOT_BYTES,
  );
}
