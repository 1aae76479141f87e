import type { PrismaQueries } from '../idempotency/effects.ts';

/**
 * Locks users of an organization until the transaction ends, in the order of ids, which prevents deadlocks. Call it before
 * any key is locked, as all changes of users and keys do.
 */
export async function lockUsers(
  db: PrismaQueries,
  organizationId: number,
  userIds: readonly number[],
): Promise<void> {
  await db.$queryRaw`
    SELECT id FROM "user" WHERE id = ANY (${[...userIds]}::int[]) AND organization_id = ${organizationId}
    ORDER BY id FOR NO KEY UPDATE`;
}

/**
 * Locks users as lockUsers does, and all admins of the organization. So admins who demote themselves or each other at once
 * do so one after another, and the last of them is refused.
 */
export async function lockUsersAndAdmins(
  db: PrismaQueries,
  organizationId: number,
  userIds: readonly number[],
): Promise<void> {
  await db.$queryRaw`
    SELECT id FROM "user"
    WHERE organization_id = ${organizationId} AND (role = 'admin' OR id = ANY (${[...userIds]}::int[]))
    ORDER BY id FOR NO KEY UPDATE`;
}
