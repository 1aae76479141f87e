import type { Pool, PoolClient, Queryable } from '../../database/client.ts';
import { inTurn } from '../../database/turns.ts';
import { Fault } from '../../lib/fault.ts';
import { toRowId } from '../../lib/row-id.ts';
import { effect } from '../idempotency/effects.ts';
import { DEFINITION_JSON } from './definitions/stored-definitions.ts';
import { ACCESS_LEVELS, type AccessLevel, type Caller, type List } from './list.ts';
import { userJson } from './list-user.ts';

const COLUMNS = `
  l.id AS "listId", l.name, l.definition_version AS "definitionVersion", l.revision,
  l.created_at AS "createdAt", l.updated_at AS "updatedAt",
  ${userJson('u')} AS owner,
  CASE WHEN l.owner_id = $2 THEN 'owner' ELSE (
    SELECT max(p.access_level)::text FROM list_permission p
    WHERE p.list_id = l.id AND (p.user_id = $2 OR p.user_id IS NULL)
  ) END AS "accessLevel"`;

const TABLES = `list l JOIN "user" u ON u.id = l.owner_id`;

/** One list comes with its definition; most who ask for one list need it. */
const WITH_DEFINITION = `
  SELECT ${COLUMNS}, ${DEFINITION_JSON} AS definition
  FROM ${TABLES} JOIN list_definition d ON d.list_id = l.id AND d.version = l.definition_version`;

/** The lists that a caller can see: no other ever leaves the database. $1 is the organization, $2 the user. */
const VISIBLE = `l.organization_id = $1 AND (l.owner_id = $2 OR EXISTS (
  SELECT FROM list_permission p WHERE p.list_id = l.id AND (p.user_id = $2 OR p.user_id IS NULL)))`;

const ONE = {
  name: 'visible_list',
  text: `${WITH_DEFINITION} WHERE l.id = $3 AND ${VISIBLE}`,
};

const LOCKED = {
  name: 'visible_list_locked',
  text: `${WITH_DEFINITION} WHERE l.id = $3 AND ${VISIBLE} FOR UPDATE OF l`,
};

const PAGE = {
  name: 'visible_lists',
  text: `SELECT ${COLUMNS} FROM ${TABLES} WHERE ${VISIBLE} ORDER BY l.updated_at DESC, l.id DESC LIMIT $3 OFFSET $4`,
};

const MANY = {
  name: 'visible_lists_by_ids',
  text: `SELECT ${COLUMNS} FROM ${TABLES} WHERE l.id = ANY ($3::int[]) AND ${VISIBLE}`,
};

const COUNT = {
  name: 'visible_lists_count',
  text: `SELECT count(*)::int AS total FROM list l WHERE ${VISIBLE}`,
};

/** The same for a list that is not there and one that the caller must not know of (contract, section 1). */
export function listNotFound(): Fault {
  return new Fault('list_not_found', 'List not found, or it is not shared with you.');
}

/**
 * A list that the caller can see and may use like this.
 *
 * @throws Fault list_not_found, insufficient_access
 */
export async function findList(
  db: Queryable,
  caller: Caller,
  listId: number,
  needed: AccessLevel = 'viewer',
): Promise<List> {
  return requireLevel(await readList(db, ONE, caller, listId), needed);
}

/**
 * Runs `work` in a transaction that holds the list: changes of one list happen one after another, and each sees the
 * access that holds at that moment. Those of this process take turns before they take a connection.
 *
 * @throws Fault list_not_found, insufficient_access; overloaded when the turn does not come in time.
 */
export function changeList<T>(
  pool: Pool,
  caller: Caller,
  listId: number,
  needed: AccessLevel,
  work: (client: PoolClient, list: List) => Promise<T>,
): Promise<T> {
  const change = async (client: PoolClient) => {
    // Reading what was committed meanwhile takes a statement of its own: the one that waited still sees the old rows.
    await client.query('SELECT FROM list WHERE id = $1 AND organization_id = $2 FOR UPDATE', [
      toRowId(listId),
      caller.organizationId,
    ]);
    return work(client, requireLevel(await readList(client, LOCKED, caller, listId), needed));
  };
  return inTurn(pool, turnOf(caller, listId), () => effect(pool, caller.memory, change));
}

/** The organization is part of it: nobody can make others wait by naming their lists. */
function turnOf({ organizationId }: Caller, listId: number): string {
  return `list ${organizationId} ${listId}`;
}

/** Runs a statement that locks the row of a list by itself, in the same line as the changes of that list. */
export function inTurnOfList<T>(
  pool: Pool,
  caller: Caller,
  listId: number,
  work: () => Promise<T>,
): Promise<T> {
  return inTurn(pool, turnOf(caller, listId), work);
}

/** Lists by their ids, in any order and without their definitions; what the caller cannot see is left out. */
export async function findListsByIds(
  db: Queryable,
  { organizationId, userId }: Caller,
  listIds: readonly number[],
): Promise<List[]> {
  const { rows } = await db.query<List>({ ...MANY, values: [organizationId, userId, listIds] });
  return rows;
}

/** The lists that the caller can see, most recently updated first, without their definitions. */
export async function findLists(
  db: Queryable,
  { organizationId, userId }: Caller,
  limit: number,
  offset: number,
): Promise<List[]> {
  const { rows } = await db.query<List>({ ...PAGE, values: [organizationId, userId, limit, offset] });
  return rows;
}

export async function countLists(db: Queryable, { organizationId, userId }: Caller): Promise<number> {
  const { rows } = await db.query<{ total: number }>({ ...COUNT, values: [organizationId, userId] });
  return rows[0]?.total ?? 0;
}

async function readList(
  db: Queryable,
  statement: typeof ONE,
  { organizationId, userId }: Caller,
  listId: number,
): Promise<List> {
  const { rows } = await db.query<List>({ ...statement, values: [organizationId, userId, toRowId(listId)] });
  if (rows[0]) return rows[0];
  throw listNotFound();
}

function requireLevel(list: List, needed: AccessLevel): List {
  if (ACCESS_LEVELS.indexOf(list.accessLevel) >= ACCESS_LEVELS.indexOf(needed)) return list;
  const message = `This requires ${needed} access to the list; you are its ${list.accessLevel}. Ask its owner, ${list.owner.name}.`;
  throw new Fault('insufficient_access', message);
}
