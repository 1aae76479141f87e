import type { Queryable } from '../../../database/client.ts';
import { foldAddress } from '../../../lib/addresses.ts';
import type { Clock } from '../../../lib/clock.ts';
import { isStorable } from '../../../lib/domain-name.ts';
import { Fault, invalidValue } from '../../../lib/fault.ts';
import { type Keyset, toRowId } from '../../../lib/page.ts';
import { type AdminAction, recordAdminEventIn } from '../../access/admin-events.ts';
import { changeList, findList, type ListDependencies, requireList, VISIBLE } from '../access.ts';
import { type DetailsOf, recordEvent } from '../audit/audit-log.ts';
import { type Caller, type GrantableLevel, type List, type ListUser, userJson } from '../list.ts';

/** Access to a list for one user, or for everybody in the organization. */
export interface Permission {
  permissionId: number;
  listId: number;
  /** Null: everybody in the organization. */
  user: ListUser | null;
  accessLevel: GrantableLevel;
  grantedBy: ListUser;
  createdAt: Date;
}

/** A user, by id or by e-mail address. */
export type NamedUser = { userId: number } | { email: string };

/** Everybody in the organization, as the recipient of a permission. */
export const ORG_WIDE = { orgWide: true } as const;

export interface Granted {
  list: List;
  permission: Permission;
  /** False if the permission existed, at whatever level. */
  created: boolean;
}

/** A grant that its user gave up. */
export interface Left {
  /** Id of the grant. */
  deletedId: number;
  /** Null if the caller can no longer see it. */
  list: List | null;
}

/** Permissions for lists. The owner needs none, and nobody else may change them. */
export class Sharing {
  readonly #tools: ListDependencies;

  constructor(tools: ListDependencies) {
    this.#tools = tools;
  }

  /** Permissions of a list, oldest first. */
  async page({ listId }: List, { limit, after = 0 }: Keyset): Promise<Permission[]> {
    const { rows } = await this.#tools.pools.reads.query<Permission>({
      name: 'list_permissions',
      text: `${permissionSql('SELECT * FROM list_permission WHERE list_id = $1 AND id > $2 ORDER BY id LIMIT $3')}
        ORDER BY p.id`,
      values: [listId, after, limit],
    });
    return rows;
  }

  count({ listId }: List): Promise<number> {
    return this.#tools.prisma.listPermission.count({ where: { listId } });
  }

  /** Permissions by id, in any order. Those of lists that the caller cannot see are left out. */
  async findMany(
    { organizationId, userId }: Caller,
    permissionIds: readonly number[],
  ): Promise<Permission[]> {
    const { rows } = await this.#tools.pools.reads.query<Permission>({
      name: 'list_permissions_by_ids',
      text: permissionSql(`SELECT s.* FROM list_permission s JOIN list l ON l.id = s.list_id
        WHERE s.id = ANY ($3::int[]) AND ${VISIBLE}`),
      values: [organizationId, userId, permissionIds],
    });
    return rows;
  }

  /**
   * Grants access, or changes what was granted.
   *
   * @throws Fault user_not_found for a user outside the organization; validation_error for the owner, who has access
   *   anyway.
   */
  grant(caller: Caller, listId: number, grantee: NamedUser | typeof ORG_WIDE, level: GrantableLevel) {
    return changeList(this.#tools, caller, listId, 'owner', async (client, list, at) => {
      const user = 'orgWide' in grantee ? null : await findUser(client, caller, grantee);
      if (user?.id === list.owner.id)
        throw invalidValue('/to/userId', 'must not be the owner, who has access already');
      const { rows } = await client.query<Permission & { created: boolean }>({
        name: 'list_permission_grant',
        text: permissionSql(
          `INSERT INTO list_permission AS p (list_id, user_id, access_level, granted_by_id, created_at)
            VALUES ($1, $2, $3::list_access, $4, $5)
            ON CONFLICT (list_id, (COALESCE(user_id, 0))) DO UPDATE SET access_level = excluded.access_level
            RETURNING *, xmax = 0 AS created`,
          ', p.created',
        ),
        values: [listId, user?.id ?? null, level, caller.userId, at],
      });
      const { created, ...permission } = requirePermission(rows);
      const action = created ? 'permission_granted' : 'permission_changed';
      await recordEvent(client, caller, listId, action, describe(permission), at);
      return { list, permission, created };
    });
  }

  /** Revokes a permission, at once. @throws Fault permission_not_found */
  revoke(caller: Caller, listId: number, permissionId: number): Promise<List> {
    return changeList(this.#tools, caller, listId, 'owner', async (client, list, at) => {
      const { rows } = await client.query<Permission>({
        name: 'list_permission_revoke',
        text: permissionSql('DELETE FROM list_permission WHERE list_id = $1 AND id = $2 RETURNING *'),
        values: [listId, toRowId(permissionId)],
      });
      const permission = requirePermission(rows);
      await recordEvent(client, caller, listId, 'permission_revoked', describe(permission), at);
      return list;
    });
  }

  /**
   * Removes the caller's own grant. Access of the whole organization stays.
   *
   * @returns the grant, and the list if the caller can still see it.
   * @throws Fault permission_not_found without a grant, which the owner never has
   */
  leave(caller: Caller, listId: number): Promise<Left> {
    return changeList(this.#tools, caller, listId, 'viewer', async (client, list, at) => {
      if (list.owner.id === caller.userId) {
        const message =
          'You own this list, so there is no permission to give up. Transfer the list to another user, or delete it.';
        throw permissionNotFound(message);
      }
      const { rows } = await client.query<Permission>({
        name: 'list_permission_leave',
        text: permissionSql('DELETE FROM list_permission WHERE list_id = $1 AND user_id = $2 RETURNING *'),
        values: [listId, caller.userId],
      });
      const permission = requirePermission(
        rows,
        'You have no permission of your own on this list: it is shared with the whole organization. Only its owner can change that.',
      );
      await recordEvent(client, caller, listId, 'list_left', describe(permission), at);
      const left = (await findList(client, caller, listId)) ?? null;
      return { deletedId: permission.permissionId, list: left };
    });
  }

  /**
   * Transfers the list to another user of the organization; the old owner becomes editor (contract, section 6). An admin
   * who transfers the list of a disabled user becomes viewer, unless they had more access.
   *
   * @throws Fault user_not_found; validation_error for a disabled user
   */
  transfer(caller: Caller, listId: number, to: NamedUser): Promise<List> {
    return changeList(this.#tools, caller, listId, 'owner', async (client, list, at) => {
      const { id, isDisabled } = await findUser(client, caller, to);
      if (id === list.owner.id) return list;
      if (isDisabled)
        throw invalidValue('email' in to ? '/to/email' : '/to/userId', 'must not be that of a disabled user');
      await client.query({
        name: 'list_permission_of_owner_delete',
        text: 'DELETE FROM list_permission WHERE list_id = $1 AND user_id = $2',
        values: [listId, id],
      });
      await client.query({
        name: 'list_set_owner',
        text: 'UPDATE list SET owner_id = $2, updated_at = $3 WHERE id = $1',
        values: [listId, id, at],
      });
      await keepAccess(client, listId, list.owner.id, 'editor', at);
      if (caller.userId !== list.owner.id && caller.userId !== id)
        await keepAccess(client, listId, caller.userId, 'viewer', at);
      const details = { from: list.owner.id, to: id };
      await recordEvent(client, caller, listId, 'ownership_transferred', details, at);
      await recordIfForOwner(this.#tools, client, caller, list, 'list_transferred', { to: id });
      return requireList(client, caller, listId, 'viewer');
    });
  }
}

/**
 * SQL that returns permissions with their users.
 *
 * @param rows SQL of the rows of list_permission: it reads, changes or deletes them.
 * @param more further columns.
 */
const permissionSql = (rows: string, more = '') => `WITH p AS (${rows})
  SELECT p.id AS "permissionId", p.list_id AS "listId", p.access_level AS "accessLevel", p.created_at AS "createdAt",
    CASE WHEN u.id IS NULL THEN NULL ELSE ${userJson('u')} END AS "user", ${userJson('g')} AS "grantedBy"${more}
  FROM p LEFT JOIN "user" u ON u.id = p.user_id JOIN "user" g ON g.id = p.granted_by_id`;

/** @throws Fault permission_not_found */
function requirePermission<P extends Permission>([permission]: readonly P[], message?: string): P {
  if (permission) return permission;
  throw permissionNotFound(message);
}

export function permissionNotFound(message = 'Permission not found on this list.'): Fault {
  return new Fault('permission_not_found', message);
}

/** Gives access to somebody whose ownership ends. What they had beside it stays. */
async function keepAccess(
  client: Queryable,
  listId: number,
  userId: number,
  level: GrantableLevel,
  at: Date,
): Promise<void> {
  await client.query({
    name: 'list_permission_of_former_owner',
    text: `INSERT INTO list_permission (list_id, user_id, access_level, granted_by_id, created_at)
      VALUES ($1, $2, $3::list_access, $2, $4) ON CONFLICT (list_id, (COALESCE(user_id, 0))) DO NOTHING`,
    values: [listId, userId, level, at],
  });
}

/** A user of the caller's organization. Users of others and unknown ones give one error. @throws Fault user_not_found */
async function findUser(
  client: Queryable,
  { organizationId }: Caller,
  named: NamedUser,
): Promise<{ id: number; isDisabled: boolean }> {
  const address = 'email' in named ? foldAddress(named.email) : '';
  const userId = 'userId' in named ? toRowId(named.userId) : 0;
  const { rows } = await client.query<{ id: number; isDisabled: boolean }>({
    name: 'user_of_organization',
    text: `SELECT id, disabled_at IS NOT NULL AS "isDisabled" FROM "user" WHERE organization_id = $1 AND (id = $2 OR email = $3)`,
    // No user has the address '', nor the id 0.
    values: [organizationId, userId, isStorable(address) ? address : ''],
  });
  if (rows[0]) return rows[0];
  throw new Fault('user_not_found', 'User not found in your organization.');
}

function describe({ permissionId, user, accessLevel }: Permission): DetailsOf<'permission_granted'> {
  return {
    permission_id: permissionId,
    access_level: accessLevel,
    ...(user ? { user_id: user.id } : { org_wide: true }),
  };
}

/**
 * Records in the audit log of administration what an admin does with the list of a disabled user, in the transaction of
 * the change. The audit log of the list itself goes with the list.
 */
export async function recordIfForOwner(
  { clock }: { clock: Clock },
  client: Queryable,
  caller: Caller,
  { listId, name, owner }: List,
  action: Extract<AdminAction, 'list_transferred' | 'list_deleted'>,
  details: object,
): Promise<void> {
  if (caller.userId === owner.id) return;
  const { organizationId } = caller;
  const list = { list_id: listId, name, owner_id: owner.id };
  await recordAdminEventIn(client, clock, caller, {
    action,
    organizationId,
    details: { ...list, ...details },
  });
}
