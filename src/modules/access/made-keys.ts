import type { Prisma } from '../../generated/prisma/client.ts';
import { invalidApiKey, type UserPrincipal } from '../../lib/principal.ts';
import type { PrismaQueries } from '../idempotency/effects.ts';
import { isActive } from './api-keys.ts';
import { lockUsers } from './user-locks.ts';

/** Lists the keys that were created with a key, directly or through other keys, active or not, oldest first. */
async function findMadeKeys(db: PrismaQueries, organizationId: number, keyId: number): Promise<number[]> {
  const rows = await db.$queryRaw<{ id: number }[]>`
    WITH RECURSIVE made (id) AS (
      SELECT id FROM api_key WHERE created_by_key_id = ${keyId} AND organization_id = ${organizationId}
      UNION
      SELECT k.id FROM api_key k JOIN made m ON k.created_by_key_id = m.id WHERE k.organization_id = ${organizationId}
    ) SELECT id FROM made ORDER BY id`;
  return rows.map(({ id }) => id);
}

/**
 * Locks keys until the transaction ends, in the order of ids, which prevents deadlocks. Other transactions can still
 * insert rows that refer to the keys.
 *
 * @returns the ids of those that are neither revoked nor keys of a disabled user.
 */
export async function lockKeys(db: PrismaQueries, keyIds: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await db.$queryRaw<{ id: number; refused: boolean }[]>`
    SELECT k.id, k.revoked_at IS NOT NULL OR u.disabled_at IS NOT NULL AS refused
    FROM api_key k LEFT JOIN "user" u ON u.id = k.user_id WHERE k.id = ANY (${[...keyIds]}::int[])
    ORDER BY k.id FOR NO KEY UPDATE OF k`;
  return new Set(rows.filter(({ refused }) => !refused).map(({ id }) => id));
}

/**
 * Returns whether the key of a request has not been revoked, nor its user disabled. Prevents a revocation until the
 * transaction ends. So a revocation finds every key that was created with the revoked one.
 */
export async function isStillValid(db: PrismaQueries, keyId: number): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM api_key k LEFT JOIN "user" u ON u.id = k.user_id
      LEFT JOIN api_key opener ON k.signed_in_by = 'key' AND opener.id = k.created_by_key_id
    WHERE k.id = ${keyId} AND k.revoked_at IS NULL AND u.disabled_at IS NULL AND opener.revoked_at IS NULL
    FOR SHARE OF k`;
  return rows.length === 1;
}

/**
 * Locks the user of a request, who can then neither be disabled nor create, rotate or revoke another key until the
 * transaction ends. Call it before any key is locked: disabling a user takes locks in this order, too.
 */
export async function lockCaller(
  db: PrismaQueries,
  { userId }: Pick<UserPrincipal, 'userId'>,
): Promise<void> {
  await db.$queryRaw`SELECT id FROM "user" WHERE id = ${userId} FOR NO KEY UPDATE`;
}

/**
 * Locks the caller as lockCaller does, and requires that their key or session is still valid.
 *
 * @throws Fault invalid_api_key if it was revoked, or its user disabled, since the request began
 */
export async function lockValidCaller(db: PrismaQueries, caller: UserPrincipal): Promise<void> {
  await lockCaller(db, caller);
  if (!(await isStillValid(db, caller.keyId))) throw invalidApiKey();
}

/**
 * Locks the caller, and the owner of a key if that is another user, then a key that they change beside the key of the
 * request.
 *
 * @throws Fault invalid_api_key if the key of the request was revoked, or its user disabled, since the request began
 */
export async function lockForCaller(
  db: PrismaQueries,
  { userId, keyId: callerKeyId, organizationId }: UserPrincipal,
  keyId: number,
  ownerId: number | null = null,
): Promise<void> {
  await lockUsers(db, organizationId, [userId, ownerId ?? userId]);
  const valid = await lockKeys(db, [keyId, callerKeyId]);
  if (!valid.has(callerKeyId)) throw invalidApiKey();
}

interface Revocation {
  keyId: number;
  organizationId: number;
  includeCreated: boolean;
  manageable: Prisma.ApiKeyWhereInput;
  /** Called in the transaction if a key was revoked, with what the audit log says of it. */
  record: (details: object) => Promise<void>;
}

/**
 * Revokes a key.
 *
 * @returns the keys, created with it directly or through others, that were active until now. With `includeCreated` they
 *   are revoked in the same transaction.
 */
export async function revokeWithMade(
  db: PrismaQueries,
  now: Date,
  { keyId, organizationId, includeCreated, manageable, record }: Revocation,
): Promise<number[]> {
  const revoke = async (ids: readonly number[]) => {
    await lockKeys(db, ids);
    const { count } = await db.apiKey.updateMany({
      where: { id: { in: [...ids] }, revokedAt: null },
      data: { revokedAt: now },
    });
    return count;
  };
  const findWorking = async () => {
    const made = await findMadeKeys(db, organizationId, keyId);
    const where = { AND: [manageable, isActive(now), { id: { in: made } }] };
    const found = await db.apiKey.findMany({ where, select: { id: true }, orderBy: { id: 'asc' } });
    return found.map(({ id }) => id);
  };
  const count = await revoke([keyId]);
  let working = await findWorking();
  const revoked: number[] = [];
  // One of them may have created another key before its lock was granted, so repeat until none is active.
  while (includeCreated && working.length > 0) {
    await revoke(working);
    revoked.push(...working);
    working = await findWorking();
  }
  // A repeated revocation changes nothing.
  if (count > 0 || revoked.length > 0) await record({ key_id: keyId, revoked_with_it: revoked });
  return includeCreated ? revoked : working;
}
