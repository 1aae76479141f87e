import type { Pool, PoolClient, Queryable } from '../../database/client.ts';
import { withMutex } from '../../database/mutex.ts';
import type { Pools } from '../../database/pools.ts';
import type { PrismaClient } from '../../generated/prisma/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { Fault } from '../../lib/fault.ts';
import { toRowId } from '../../lib/page.ts';
import { invalidApiKey } from '../../lib/principal.ts';
import { isCredentialLiveSql } from '../access/credential-rules.ts';
import type { KeyWatch } from '../access/key-streams.ts';
import type { OnCharge } from '../credits/service.ts';
import type { FiltersService } from '../filters/service.ts';
import { effect } from '../idempotency/effects.ts';
import type { WorkQueue } from '../limits/work-queue.ts';
import type { Quotas } from '../quotas/quotas.ts';
import { ACCESS_LEVELS, type AccessLevel, type Caller, type List, userJson } from './list.ts';

/** SQL of a stored definition `d` as REST spells it. */
export const DEFINITION_JSON = `json_build_object('registry_version', d.registry_version, 'root', d.root)`;

/** Whether the caller is an admin, who has owner access to lists whose owner is disabled. $2 is the user. */
const IS_ADMIN = `(SELECT role = 'admin' FROM "user" WHERE id = $2)`;

/** Whether the caller has marked a list. $2 is the user. */
export const IS_FAVOURITE = `EXISTS (SELECT FROM list_favourite f WHERE f.user_id = $2 AND f.list_id = l.id)`;

/** Columns of a list without its definition. $2 is the user. */
export const COLUMNS = `
  l.id AS "listId", l.name, l.definition_version AS "definitionVersion", l.revision,
  l.created_at AS "createdAt", l.updated_at AS "updatedAt",
  EXISTS (SELECT FROM list_watch w WHERE w.list_id = l.id) AS watched,
  l.tags, ${IS_FAVOURITE} AS favourite,
  ${userJson('u')} AS owner,
  CASE WHEN l.owner_id = $2 OR (u.disabled_at IS NOT NULL AND ${IS_ADMIN}) THEN 'owner' ELSE (
    SELECT max(p.access_level)::text FROM list_permission p
    WHERE p.list_id = l.id AND (p.user_id = $2 OR p.user_id IS NULL)
  ) END AS "accessLevel"`;

export const TABLES = `list l JOIN "user" u ON u.id = l.owner_id`;

/** SQL that joins the current definition `d`. */
export const DEFINITION_JOIN =
  'JOIN list_definition d ON d.list_id = l.id AND d.version = l.definition_version';

/** Condition of the lists that a caller can see: no other leaves the database. $1 is the organization, $2 the user. */
export const VISIBLE = `l.organization_id = $1 AND (l.owner_id = $2 OR EXISTS (
  SELECT FROM list_permission p WHERE p.list_id = l.id AND (p.user_id = $2 OR p.user_id IS NULL))
  OR (${IS_ADMIN} AND EXISTS (SELECT FROM "user" o WHERE o.id = l.owner_id AND o.disabled_at IS NOT NULL)))`;

/**
 * SQL of the ids of the users who can see the list $3, as an array; null for everybody in the organization.
 *
 * @param more SQL of further ids, which may be null.
 */
export const viewersSql = (more = 'SELECT NULL::int') => `
  CASE WHEN NOT EXISTS (SELECT FROM list_permission p WHERE p.list_id = $3 AND p.user_id IS NULL) THEN ARRAY(
    SELECT viewer FROM (
      SELECT l.owner_id AS viewer FROM list l WHERE l.id = $3
      UNION SELECT p.user_id FROM list_permission p WHERE p.list_id = $3
      UNION SELECT a.id FROM list l JOIN "user" o ON o.id = l.owner_id AND o.disabled_at IS NOT NULL
        JOIN "user" a ON a.organization_id = l.organization_id AND a.role = 'admin' WHERE l.id = $3
      UNION ${more}) viewers
    WHERE viewer IS NOT NULL) END`;

/** Missing and hidden lists have the same error (contract, section 1). */
export function listNotFound(): Fault {
  return new Fault('list_not_found', 'List not found, or it is not shared with you.');
}

/** SQL of a single list, which comes with its definition, as most operations on one list need it. $3 is the list. */
const VISIBLE_COLUMNS = `${COLUMNS}, ${DEFINITION_JSON} AS definition,
  EXISTS (SELECT FROM list_reference r WHERE r.named_list_id = l.id) AS "isNamed"`;
const VISIBLE_LIST = `FROM ${TABLES} ${DEFINITION_JOIN} WHERE l.id = $3 AND ${VISIBLE}`;

/** A person whose access to lists counts. */
type ListReader = Pick<Caller, 'organizationId' | 'userId'>;

/** A list with its definition; undefined if it does not exist or the caller cannot see it. */
export async function findList(db: Queryable, { organizationId, userId }: ListReader, listId: number) {
  const { rows } = await db.query<List>({
    name: 'visible_list',
    text: `SELECT ${VISIBLE_COLUMNS} ${VISIBLE_LIST}`,
    values: [organizationId, userId, toRowId(listId)],
  });
  return rows[0];
}

/** Reads a list that an operation needs. @throws Fault list_not_found, insufficient_access */
export async function requireList(db: Queryable, caller: ListReader, listId: number, needed: AccessLevel) {
  return requireLevel(await findList(db, caller, listId), needed);
}

/**
 * Reads a list for a change: the statement sees the access and the credential of this moment, once the row is locked.
 *
 * @throws Fault list_not_found, insufficient_access; invalid_api_key if the credential has ended since the request began
 */
export async function requireListForChange(
  client: Queryable,
  { organizationId, userId, keyId }: Caller,
  listId: number,
  needed: AccessLevel,
  at: Date,
): Promise<List> {
  const { rows } = await client.query<List & { live: boolean }>({
    name: 'list_for_change',
    text: `SELECT ${VISIBLE_COLUMNS}, ${isCredentialLiveSql('$4', '$5')} AS live ${VISIBLE_LIST}`,
    values: [organizationId, userId, toRowId(listId), keyId, at],
  });
  if (!rows[0]) throw listNotFound();
  const { live, ...list } = rows[0];
  if (!live) throw invalidApiKey();
  return requireLevel(list, needed);
}

/**
 * Runs `work` in a transaction that holds the list: changes of one list happen one after another, and each sees the
 * access that holds at that moment. Those of this process take turns before they take a connection.
 *
 * @param work gets the time of the change as well.
 * @param before runs in the transaction before the list is locked.
 * @throws Fault list_not_found, insufficient_access, invalid_api_key; overloaded when the turn does not come in time.
 */
export function changeList<T>(
  tools: ListDependencies,
  caller: Caller,
  listId: number,
  needed: AccessLevel,
  work: (client: PoolClient, list: List, at: Date) => Promise<T>,
  before?: (client: PoolClient) => Promise<void>,
): Promise<T> {
  const change = async (client: PoolClient, at: Date) =>
    work(client, await requireListForChange(client, caller, listId, needed, at), at);
  return lockList(tools, caller, listId, change, before);
}

/** Locks a list, and before it the graph of the organization if another list names it. */
const LOCK = {
  name: 'list_lock',
  text: `WITH graph AS (
      UPDATE list_graph SET organization_id = organization_id
      WHERE organization_id = $2 AND EXISTS (SELECT FROM list_reference WHERE named_list_id = $1) RETURNING 1)
    SELECT FROM list l, (SELECT count(*) FROM graph) locked
    WHERE l.id = $1 AND l.organization_id = $2 FOR UPDATE OF l`,
};

/** Locks a list until the transaction ends. The statement after it sees the access that holds then. */
export async function lockListRow(
  client: Queryable,
  { organizationId }: Pick<Caller, 'organizationId'>,
  listId: number,
): Promise<void> {
  await client.query({ ...LOCK, values: [toRowId(listId), organizationId] });
}

/**
 * Runs `work` as `changeList` does, without reading the list: `work` must check access and credential by a statement of its own. The
 * lock is a statement of its own too: one that waits for a lock still sees the rows of before, the next one does not.
 */
export function lockList<T>(
  { pools: { writes }, clock }: ListDependencies,
  caller: Caller,
  listId: number,
  work: (client: PoolClient, at: Date) => Promise<T>,
  before?: (client: PoolClient) => Promise<void>,
): Promise<T> {
  const change = async (client: PoolClient) => {
    await before?.(client);
    await lockListRow(client, caller, listId);
    return work(client, clock.now());
  };
  return withListMutex(writes, caller, listId, () => effect(writes, change));
}

/**
 * Runs a statement that locks the row of a list by itself, in one line with the changes of that list. The organization
 * is part of the key: nobody can make others wait by naming their lists.
 */
export function withListMutex<T>(
  pool: Pool,
  { organizationId }: Pick<Caller, 'organizationId'>,
  listId: number,
  work: () => Promise<T>,
): Promise<T> {
  return withMutex(pool, `list ${organizationId} ${listId}`, work);
}

/** @throws Fault list_not_found, insufficient_access */
export function requireLevel(list: List | undefined, needed: AccessLevel): List {
  if (!list) throw listNotFound();
  if (ACCESS_LEVELS.indexOf(list.accessLevel) >= ACCESS_LEVELS.indexOf(needed)) return list;
  const message = `This requires ${needed} access to the list; you are its ${list.accessLevel}. Ask its owner, ${list.owner.name}.`;
  throw new Fault('insufficient_access', message);
}

/** Dependencies that the parts of the lists service share. */
export interface ListDependencies {
  pools: Pools;
  /** Prisma over `pools.reads`. */
  prisma: PrismaClient;
  clock: Clock;
  filters: FiltersService;
  quotas: Quotas;
  /** Limits how many CSV files are sent at a time; undefined: no limit. */
  work?: Pick<WorkQueue, 'take'> | undefined;
  /** Ends CSV files whose key is refused while they are sent. */
  keys: Pick<KeyWatch, 'watch'>;
  onCharge?: OnCharge;
  /** Whether partners are shown of unlocked companies alone. */
  metersPartners: boolean;
  /** Receives the milliseconds that computing and storing the members of a list took. */
  onMaterialized?: ((ms: number) => void) | undefined;
}
