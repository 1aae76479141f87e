import type { Pool, Queryable } from '../../../database/client.ts';
import type { Clock } from '../../../lib/clock.ts';
import { isStorable } from '../../../lib/domain-name.ts';
import { Fault, validationFault } from '../../../lib/fault.ts';
import { toRowId } from '../../../lib/row-id.ts';
import { recordEvent } from '../audit/audit-log.ts';
import type { Caller, GrantableLevel, List } from '../list.ts';
import { changeList, findList } from '../list-access.ts';
import { type ListUser, userJson } from '../list-user.ts';

/** Access to a list for one user, or for everybody in the organization. */
export interface Permission {
  permissionId: number;
  /** Null: everybody in the organization. */
  user: ListUser | null;
  accessLevel: GrantableLevel;
  grantedBy: ListUser;
  createdAt: Date;
}

/** Who is meant: exactly one of these. */
export interface Grantee {
  userId?: number | null | undefined;
  email?: string | null | undefined;
  orgWide?: boolean | null | undefined;
}

export interface Granted {
  list: List;
  permission: Permission;
  /** False when the access was granted before, at whatever level. */
  created: boolean;
}

const COLUMNS = `
  p.id AS "permissionId", p.access_level AS "accessLevel", p.created_at AS "createdAt",
  CASE WHEN u.id IS NULL THEN NULL ELSE ${userJson('u')} END AS "user",
  ${userJson('g')} AS "grantedBy"`;

const TABLES = `
  list_permission p LEFT JOIN "user" u ON u.id = p.user_id JOIN "user" g ON g.id = p.granted_by_id`;

/** The permissions of a list that the caller was found to see, oldest first. The owner needs none. */
export async function findPermissions(db: Queryable, listId: number): Promise<Permission[]> {
  const { rows } = await db.query<Permission>({
    name: 'list_permissions',
    text: `SELECT ${COLUMNS} FROM ${TABLES} WHERE p.list_id = $1 ORDER BY p.id`,
    values: [listId],
  });
  return rows;
}

/**
 * Grants access, or changes what was granted.
 *
 * @throws Fault user_not_found for somebody outside the organization; validation_error unless one grantee is named,
 *   and for the owner, who has access anyway.
 */
export function grantPermission(
  pool: Pool,
  clock: Clock,
  caller: Caller,
  listId: number,
  grantee: Grantee,
  accessLevel: GrantableLevel,
): Promise<Granted> {
  return changeList(pool, caller, listId, 'owner', async (client, list) => {
    const user = await findGrantee(client, caller, grantee);
    if (user?.id === list.owner.id) {
      throw validationFault([
        { pointer: '/user_id', message: 'must not be the owner, who has access already' },
      ]);
    }
    const at = clock.now();
    const { rows } = await client.query<{ id: number; created: boolean }>(
      `INSERT INTO list_permission AS p (list_id, user_id, access_level, granted_by_id, created_at)
       VALUES ($1, $2, $3::list_access, $4, $5)
       ON CONFLICT (list_id, (COALESCE(user_id, 0))) DO UPDATE SET access_level = excluded.access_level
       RETURNING id, xmax = 0 AS created`,
      [list.listId, user?.id ?? null, accessLevel, caller.userId, at],
    );
    const [row] = rows;
    const permission = (await findPermissions(client, list.listId)).find(
      (each) => each.permissionId === row?.id,
    );
    if (!row || !permission) throw new Error('a permission that was granted is gone');
    const action = row.created ? 'permission_granted' : 'permission_changed';
    await recordEvent(client, caller, list.listId, action, describe(permission), at);
    return { list, permission, created: row.created };
  });
}

/** Takes access away, at once. @throws Fault permission_not_found */
export function revokePermission(
  pool: Pool,
  clock: Clock,
  caller: Caller,
  listId: number,
  permissionId: number,
): Promise<List> {
  return changeList(pool, caller, listId, 'owner', async (client, list) => {
    const permission = (await findPermissions(client, list.listId)).find(
      (each) => each.permissionId === permissionId,
    );
    if (!permission) throw new Fault('permission_not_found', 'Permission not found on this list.');
    await client.query('DELETE FROM list_permission WHERE id = $1', [permissionId]);
    await recordEvent(client, caller, list.listId, 'permission_revoked', describe(permission), clock.now());
    return list;
  });
}

/**
 * Gives the list to somebody else in the organization; the old owner becomes editor (contract, section 6).
 *
 * @throws Fault user_not_found
 */
export function transferOwnership(
  pool: Pool,
  clock: Clock,
  caller: Caller,
  listId: number,
  to: Grantee,
): Promise<List> {
  return changeList(pool, caller, listId, 'owner', async (client, list) => {
    assertOneNamed(to, 'name one user, by user_id or by email');
    const user = await findUser(client, caller, to);
    if (user.id === list.owner.id) return list;
    const at = clock.now();
    await client.query('DELETE FROM list_permission WHERE list_id = $1 AND user_id = $2', [
      list.listId,
      user.id,
    ]);
    await client.query('UPDATE list SET owner_id = $2, updated_at = $3 WHERE id = $1', [
      list.listId,
      user.id,
      at,
    ]);
    await client.query(
      `INSERT INTO list_permission (list_id, user_id, access_level, granted_by_id, created_at)
       VALUES ($1, $2, 'editor', $2, $3)`,
      [list.listId, caller.userId, at],
    );
    const details = { from: list.owner.id, to: user.id };
    await recordEvent(client, caller, list.listId, 'ownership_transferred', details, at);
    return findList(client, caller, list.listId);
  });
}

type Named = Pick<ListUser, 'id' | 'name'>;

/** Who gets access; null for everybody in the organization. @throws Fault validation_error, user_not_found */
async function findGrantee(client: Queryable, caller: Caller, grantee: Grantee): Promise<Named | null> {
  assertOneNamed(grantee, 'name one of user_id, email and org_wide: true');
  return grantee.orgWide === true ? null : findUser(client, caller, grantee);
}

/** A grant that could be read in two ways must not be guessed at. `orgWide: false` names nobody. */
function assertOneNamed({ userId, email, orgWide }: Grantee, message: string): void {
  const named = [
    ...(userId === undefined || userId === null ? [] : ['/user_id']),
    ...(email === undefined || email === null ? [] : ['/email']),
    ...(orgWide === true ? ['/org_wide'] : []),
  ];
  if (named.length === 1) return;
  const pointers = named.length === 0 ? ['/user_id'] : named.slice(1);
  const only = named.length === 0 ? message : `${message}; ${named[0]?.slice(1)} is given as well`;
  throw validationFault(pointers.map((pointer) => ({ pointer, message: only })));
}

/** A user of the caller's organization. The same error for somebody elsewhere and for nobody. */
async function findUser(client: Queryable, caller: Caller, { userId, email }: Grantee): Promise<Named> {
  const address = email?.trim().toLowerCase() ?? '';
  const { rows } = await client.query<Named>(
    `SELECT id, name FROM "user" WHERE organization_id = $1 AND (id = $2 OR email = $3)`,
    // No user has the address '', nor the id 0.
    [caller.organizationId, toRowId(userId ?? 0), isStorable(address) ? address : ''],
  );
  if (rows[0]) return rows[0];
  throw new Fault('user_not_found', 'User not found in your organization.');
}

function describe({ permissionId, user, accessLevel }: Permission): Record<string, unknown> {
  return {
    permission_id: permissionId,
    access_level: accessLevel,
    ...(user ? { user_id: user.id } : { org_wide: true }),
  };
}
