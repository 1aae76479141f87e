import type { PoolClient, Queryable } from '../../../database/client.ts';
import { CLOCK_TOLERANCE_MS } from '../../../lib/clock.ts';
import { recordOf } from '../../../lib/json.ts';
import { type Bitmap, deserialize } from '../../facets/bitmap.ts';
import { DEFINITION_JSON } from '../access.ts';
import type { List, StoredDefinition } from '../list.ts';
import type { Evaluated } from '../members/materialize.ts';
import { type MaterializationInfo, TIERS, type Tier } from '../members/snapshot.ts';

/** A watched list whose members may have changed since they were evaluated last. */
export interface DueList extends Pick<List, 'listId' | 'revision' | 'definitionVersion'> {
  organizationId: number;
  definition: StoredDefinition;
  /** When the list or the catalogue changed; null if an index was built without an import, or values of own fields changed. */
  changedAt: Date | null;
  leaseUntil: Date | null;
  /** Whether its lease was set by a clock that was ahead, so that it would have waited for too long. */
  isCapped: boolean;
}

/** SQL that tells whether a watched list `w`, of the list `l`, is due. */
const IS_DUE = `(w.revision <> l.revision OR w.index_version <> (SELECT version FROM facet_index)
  OR w.fields_version > 0 AND own_fields_changed(w.list_id, w.fields_version))`;

/** SQL: no lease that begins at the time $1 ends as late as that of w, unless the clock was ahead. */
const IS_CAPPED = `coalesce(w.lease_until > $3::timestamptz + interval '${CLOCK_TOLERANCE_MS} ms', false)`;

/** SQL that tells whether no process evaluates a watched list `w`. */
const IS_FREE = `(w.lease_until IS NULL OR w.lease_until <= $1 OR ${IS_CAPPED})`;

/**
 * Organizations take turns, the one that was served least recently first, so that none waits for all lists of another one. Within
 * an organization, lists that people have changed come before those that an import made due. In every other claim they do so over
 * all organizations, so that a change does not wait for a whole import either. Turns are numbered, because clocks jump.
 */
const CLAIM = {
  name: 'list_watch_claim',
  text: `WITH served AS (
      SELECT l.organization_id, max(w.turn) AS turn FROM list_watch w JOIN list l ON l.id = w.list_id GROUP BY l.organization_id
    ), next AS (
      SELECT coalesce(max(turn), 0) + 1 AS turn FROM served
    ), waiting AS (
      SELECT w.list_id, w.revision = l.revision AS is_imported, served.turn,
        row_number() OVER (PARTITION BY l.organization_id ORDER BY w.revision = l.revision, w.turn, w.list_id) AS place
      FROM list_watch w JOIN list l ON l.id = w.list_id JOIN served ON served.organization_id = l.organization_id
      WHERE ${IS_DUE} AND ${IS_FREE}
    ), due AS (
      SELECT w.list_id, l.organization_id, l.revision, l.definition_version, next.turn, ${IS_CAPPED} AS is_capped,
        CASE WHEN w.revision <> l.revision THEN l.updated_at
          WHEN w.index_version <> (SELECT version FROM facet_index) THEN (
            SELECT e.at FROM event e WHERE e.organization_id IS NULL AND e.type = 'catalogue.imported'
            ORDER BY e.position DESC LIMIT 1) END AS changed_at
      FROM waiting JOIN list_watch w ON w.list_id = waiting.list_id JOIN list l ON l.id = w.list_id CROSS JOIN next
      WHERE ${IS_FREE}
      ORDER BY waiting.is_imported AND next.turn % 2 = 0, waiting.place, waiting.turn, waiting.list_id
      LIMIT $2 FOR UPDATE OF w SKIP LOCKED
    )
    UPDATE list_watch w SET lease_until = $3, turn = due.turn
    FROM due JOIN list_definition d ON d.list_id = due.list_id AND d.version = due.definition_version
    WHERE w.list_id = due.list_id
    RETURNING w.list_id AS "listId", due.organization_id AS "organizationId", due.revision,
      due.definition_version AS "definitionVersion", due.changed_at AS "changedAt", w.lease_until AS "leaseUntil",
      due.is_capped AS "isCapped",
      ${DEFINITION_JSON} AS definition`,
};

/** Takes watched lists that are due, until the end of a lease. */
export async function claimDue(
  db: Queryable,
  limit: number,
  now: Date,
  leaseUntil: Date,
): Promise<DueList[]> {
  return (await db.query<DueList>({ ...CLAIM, values: [now, limit, leaseUntil] })).rows;
}

/** Ends a lease before its time, unless another process has taken the list since. */
export async function release(db: Queryable, { listId, leaseUntil }: DueList): Promise<void> {
  await db.query({
    name: 'list_watch_release',
    text: 'UPDATE list_watch SET lease_until = NULL WHERE list_id = $1 AND lease_until = $2',
    values: [listId, leaseUntil],
  });
}

/** Counts watched lists, and those that are due. */
export interface WatchCounts {
  watched: number;
  due: number;
}

export async function countWatches(db: Queryable): Promise<WatchCounts | undefined> {
  const { rows } = await db.query<WatchCounts>({
    name: 'list_watch_counts',
    text: `SELECT count(*)::int AS watched, (count(*) FILTER (WHERE ${IS_DUE}))::int AS due
      FROM list_watch w JOIN list l ON l.id = w.list_id`,
  });
  return rows[0];
}

/** Members that were announced last. */
interface Announced {
  materializationId: number;
  tiers: Record<Tier, Bitmap>;
}

/**
 * Locks a watched list until the transaction ends, first the list and then what is announced of it, as changes of lists do.
 *
 * @returns undefined if the list has changed since it was claimed, is no longer watched, or another process was faster.
 */
export async function lockAnnounced(
  client: PoolClient,
  { listId, revision }: DueList,
  { indexVersion, fieldsVersion }: Evaluated,
): Promise<Announced | undefined> {
  const { rowCount } = await client.query({
    name: 'list_watch_lock_list',
    text: 'SELECT FROM list WHERE id = $1 AND revision = $2 FOR SHARE',
    values: [listId, revision],
  });
  if (!rowCount) return undefined;
  const { rows } = await client.query<Record<Tier, Buffer> & { materializationId: number }>({
    name: 'list_watch_lock',
    text: `SELECT materialization_id AS "materializationId", high, medium, exploratory FROM list_watch
      WHERE list_id = $1 AND index_version <= $3 AND fields_version <= $4
        AND (revision <> $2 OR index_version < $3 OR fields_version < $4) FOR UPDATE`,
    values: [listId, revision, indexVersion, fieldsVersion],
  });
  const [row] = rows;
  return (
    row && {
      materializationId: row.materializationId,
      tiers: recordOf(TIERS, (tier) => deserialize(row[tier])),
    }
  );
}

/**
 * Stores that a list was evaluated.
 *
 * @param announced the materialization that was announced with it; undefined if nothing differs
 */
export async function saveEvaluated(
  client: PoolClient,
  { listId, revision }: DueList,
  { indexVersion, fieldsVersion }: Evaluated,
  announced: Pick<MaterializationInfo, 'materializationId' | 'storedId'> | undefined,
  at: Date,
): Promise<void> {
  const evaluated =
    'revision = $2, index_version = $3, fields_version = $5, evaluated_at = $4, lease_until = NULL';
  const values = [listId, revision, indexVersion, at, fieldsVersion];
  if (!announced) {
    const text = `UPDATE list_watch SET ${evaluated} WHERE list_id = $1`;
    await client.query({ name: 'list_watch_evaluated', text, values });
    return;
  }
  await client.query({
    name: 'list_watch_announced',
    // The members were sent once, for the materialization.
    text: `UPDATE list_watch w SET ${evaluated}, materialization_id = $6, ${TIERS.map((tier) => `${tier} = m.${tier}`).join(', ')}
      FROM list_materialization m WHERE w.list_id = $1 AND m.id = $7`,
    values: [...values, announced.materializationId, announced.storedId],
  });
}
