import type { Pool, Queryable } from '../../../database/client.ts';
import { type Keyset, MAX_ROW_ID, toRowId } from '../../../lib/page.ts';
import { serializeCopy } from '../../facets/bitmap.ts';
import { RETIRED_VERSION } from '../../facets/retired-companies.ts';
import { LAST_SWEEP } from '../../sweeps/sweeps.ts';
import { VISIBLE } from '../access.ts';
import type { Caller, List } from '../list.ts';
import { type MaterializationInfo, type MemberSets, PARTS } from './snapshot.ts';

/** Number of materializations that a list keeps, beside those of exports that are still valid. */
export const KEPT = 30;

const COLUMNS = 'list_id, revision, definition_version, index_version, fields_version, created_at';

/** Materializations that have bitmaps, also those that are there only for others that share them. */
const STORED = `SELECT id, id AS stored_id, ${COLUMNS} FROM list_materialization`;

/** Every materialization that is kept, those that share the bitmaps of an earlier one included. */
const KEPT_ONES = `(${STORED} WHERE kept UNION ALL
  SELECT id, materialization_id, ${COLUMNS} FROM list_materialization_repeat)`;

const WITH_BITMAPS = 'a JOIN list_materialization m ON m.id = a.stored_id';

/** Materializations `a` that are kept, with the rows `m` that have their bitmaps. */
const MATERIALIZATIONS = `${KEPT_ONES} ${WITH_BITMAPS}`;

/** Materializations `a` that have bitmaps of their own, which are the only ones that can be exported. */
export const EXPORTABLE = `(${STORED}) ${WITH_BITMAPS}`;

/** SQL of the size of the bitmaps in a row of list_materialization. PostgreSQL reads it without the bitmaps. */
export const BITMAP_BYTES = PARTS.map((part) => `octet_length(m.${part})`).join(' + ');

/** Column `retiredVersion` of a MaterializationInfo. The version is read once for all rows of a statement. */
const RETIRED_SINCE = `nullif(greatest((${RETIRED_VERSION}), a.index_version), a.index_version) AS "retiredVersion"`;

/** Columns of a MaterializationInfo. */
export const INFO = `
  a.id AS "materializationId", a.stored_id AS "storedId", ${BITMAP_BYTES} AS bytes,
  a.list_id AS "listId", a.revision, a.definition_version AS "definitionVersion",
  a.index_version AS "indexVersion", a.fields_version AS "fieldsVersion", a.created_at AS "materializedAt",
  json_build_object('total', high_count + medium_count + exploratory_count, 'high', high_count,
    'medium', medium_count, 'exploratory', exploratory_count) AS counts, ${RETIRED_SINCE}`;

/** The newest materialization of each list's current revision, where there is one. One statement for all lists. */
export async function findValid(db: Queryable, lists: readonly List[]): Promise<MaterializationInfo[]> {
  const ids: number[] = [];
  const revisions: number[] = [];
  for (const { listId, revision } of lists) {
    ids.push(listId);
    revisions.push(revision);
  }
  const { rows } = await db.query<MaterializationInfo>({
    name: 'list_materializations_valid',
    text: `SELECT DISTINCT ON (a.list_id) ${INFO} FROM ${MATERIALIZATIONS}
      JOIN unnest($1::int[], $2::int[]) AS k (l, r) ON a.list_id = k.l AND a.revision = k.r
      ORDER BY a.list_id, a.id DESC`,
    values: [ids, revisions],
  });
  return rows;
}

/** Where to look for a materialization: among those that are kept, or those that have bitmaps, kept or not. */
const SOURCES = {
  kept: { name: 'list_materialization', from: MATERIALIZATIONS },
  stored: { name: 'list_materialization_stored', from: EXPORTABLE },
} as const;
export type Source = keyof typeof SOURCES;

/** A materialization of a list by id; undefined if it was deleted, or belongs to another list. */
export async function findOne(
  db: Queryable,
  listId: number,
  materializationId: number,
  source: Source,
): Promise<MaterializationInfo | undefined> {
  const { name, from } = SOURCES[source];
  const { rows } = await db.query<MaterializationInfo>({
    name,
    text: `SELECT ${INFO} FROM ${from} WHERE a.list_id = $1 AND a.id = $2`,
    values: [listId, toRowId(materializationId)],
  });
  return rows[0];
}

/** Materializations by id, in any order. Those of lists that the caller cannot see are left out. */
export async function findVisible(
  db: Queryable,
  { organizationId, userId }: Caller,
  materializationIds: readonly number[],
): Promise<MaterializationInfo[]> {
  const { rows } = await db.query<MaterializationInfo>({
    name: 'list_materializations_by_ids',
    text: `SELECT ${INFO} FROM ${MATERIALIZATIONS} JOIN list l ON l.id = a.list_id
      WHERE a.id = ANY ($3::int[]) AND ${VISIBLE}`,
    values: [organizationId, userId, materializationIds],
  });
  return rows;
}

/** The newest materialization of a list, with the name of the list. */
type OfNamedList = MaterializationInfo & { name: string };

/** The newest materialization of each list that the caller can see, whatever its revision: first those of lists updated last. */
export async function findNewest(
  db: Queryable,
  { organizationId, userId }: Caller,
  limit: number,
): Promise<OfNamedList[]> {
  const { rows } = await db.query<OfNamedList>({
    name: 'list_materializations_newest',
    text: `SELECT l.name, ${INFO} FROM list l
      CROSS JOIN LATERAL (SELECT * FROM ${KEPT_ONES} k WHERE k.list_id = l.id ORDER BY k.id DESC LIMIT 1) ${WITH_BITMAPS}
      WHERE ${VISIBLE} ORDER BY l.updated_at DESC, l.id DESC LIMIT $3`,
    values: [organizationId, userId, limit],
  });
  return rows;
}

/** Ids of those materializations that were computed from other values of own fields than the present ones. */
export async function findOutdatedFields(
  db: Queryable,
  all: readonly MaterializationInfo[],
): Promise<Set<number>> {
  const infos = all.filter(({ fieldsVersion }) => fieldsVersion > 0);
  if (infos.length === 0) return new Set();
  const { rows } = await db.query<{ id: number }>({
    name: 'list_materializations_outdated_fields',
    text: `SELECT k.id FROM unnest($1::int[], $2::int[], $3::int[]) AS k (id, list_id, version)
      WHERE own_fields_changed(k.list_id, k.version)`,
    values: [
      infos.map(({ materializationId }) => materializationId),
      infos.map(({ listId }) => listId),
      infos.map(({ fieldsVersion }) => fieldsVersion),
    ],
  });
  return new Set(rows.map(({ id }) => id));
}

/** Materializations of a list that are kept, newest first. */
export async function findKept(
  db: Queryable,
  listId: number,
  { limit, after, offset }: Keyset,
): Promise<MaterializationInfo[]> {
  const { rows } = await db.query<MaterializationInfo>({
    name: 'list_materializations_kept',
    text: `SELECT ${INFO} FROM ${MATERIALIZATIONS}
      WHERE a.list_id = $1 AND a.id < $2 ORDER BY a.id DESC LIMIT $3 OFFSET $4`,
    values: [listId, after ?? MAX_ROW_ID, limit, offset],
  });
  return rows;
}

export async function countKept(db: Queryable, listId: number): Promise<number> {
  const { rows } = await db.query<{ total: number }>({
    name: 'list_materializations_total',
    text: `SELECT count(*)::int AS total FROM ${KEPT_ONES} a WHERE list_id = $1`,
    values: [listId],
  });
  return rows[0]?.total ?? 0;
}

type Inserted = Pick<MaterializationInfo, 'materializationId' | 'storedId' | 'bytes' | 'retiredVersion'>;

/** Members, and the versions of the index and of the organization's own fields that they were computed from. */
interface Evaluation extends Pick<MaterializationInfo, 'indexVersion' | 'fieldsVersion'> {
  members: MemberSets;
}

/**
 * Stores a materialization. Bitmaps that the list has already are not stored again. A pruning that waits for the lock on
 * their row deletes this materialization with it; the members are then computed again.
 *
 * @returns undefined if the list is at another revision, or deleted.
 */
export async function insert(
  db: Queryable,
  { listId, revision, definitionVersion }: Pick<List, 'listId' | 'revision' | 'definitionVersion'>,
  { indexVersion, fieldsVersion, members }: Evaluation,
  at: Date,
): Promise<Inserted | undefined> {
  const { high, medium, exploratory } = members;
  const { rows } = await db.query<Inserted>({
    name: 'insert_list_materialization',
    text: `
      WITH held AS (SELECT id FROM list WHERE id = $1 AND revision = $2 FOR SHARE),
      equal AS (
        SELECT m.id FROM list_materialization m JOIN held ON m.list_id = held.id
        WHERE high_count = $9 AND medium_count = $10 AND exploratory_count = $11
          AND high = $5 AND medium = $6 AND exploratory = $7 AND added = $8
        ORDER BY export_valid_until DESC NULLS LAST, m.id DESC LIMIT 1 FOR KEY SHARE OF m
      ), repeat AS (
        INSERT INTO list_materialization_repeat
          (id, materialization_id, list_id, revision, definition_version, index_version, created_at, fields_version)
        SELECT nextval('list_materialization_id_seq'), id, $1, $2, $3, $4, $12, $13 FROM equal
        RETURNING id, materialization_id
      ), first AS (
        INSERT INTO list_materialization (list_id, revision, definition_version, index_version, high, medium, exploratory,
          added, high_count, medium_count, exploratory_count, created_at, fields_version)
        SELECT id, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13 FROM held WHERE NOT EXISTS (SELECT FROM equal)
        RETURNING id
      )
      SELECT a.id AS "materializationId", a.stored_id AS "storedId", ${RETIRED_SINCE},
        octet_length($5) + octet_length($6) + octet_length($7) + octet_length($8) AS bytes
      FROM (SELECT id, materialization_id AS stored_id, $4::int AS index_version FROM repeat
        UNION ALL SELECT id, id, $4::int FROM first) a`,
    values: [
      listId,
      revision,
      definitionVersion,
      indexVersion,
      ...PARTS.map((part) => serializeCopy(members[part])),
      high.size,
      medium.size,
      exploratory.size,
      at,
      fieldsVersion,
    ],
  });
  return rows[0];
}

/**
 * Deletes the materializations of a list that are no longer kept. Bitmaps that kept ones share stay, and so do those of
 * valid exports. That mark is in the row itself: a statement that waited for a payment reads it again. An export that a
 * wrong clock lets end stays as well.
 */
export async function prune(pool: Pool, listId: number, at: Date): Promise<void> {
  const over = `(export_valid_until IS NULL OR export_valid_until <= $2 AND export_valid_until <= ${LAST_SWEEP})`;
  await pool.query({
    name: 'prune_list_materializations',
    text: `
      WITH newest AS (SELECT id, stored_id FROM ${KEPT_ONES} a WHERE list_id = $1 ORDER BY id DESC LIMIT ${KEPT}),
      repeats AS (
        DELETE FROM list_materialization_repeat WHERE list_id = $1 AND id < (SELECT min(id) FROM newest)
      ), bitmaps AS (
        UPDATE list_materialization SET kept = false
        WHERE list_id = $1 AND kept AND id < (SELECT min(id) FROM newest) AND ${over}
          AND id IN (SELECT stored_id FROM newest)
      )
      DELETE FROM list_materialization
      WHERE list_id = $1 AND id NOT IN (SELECT stored_id FROM newest) AND ${over}`,
    values: [listId, at],
  });
}
