import type { Prisma } from '../../generated/prisma/client.ts';
import type { PrismaQueries } from '../idempotency/effects.ts';
import { isActive } from './api-keys.ts';

/**
 * Keys that were made with a key, or with a key that was: working or not, the oldest first. Ids only grow, so the walk
 * ends.
 */
export async function findMadeKeys(
  db: PrismaQueries,
  organizationId: number,
  keyId: number,
): Promise<number[]> {
  const rows = await db.$queryRaw<{ id: number }[]>`
    WITH RECURSIVE made (id) AS (
      SELECT id FROM api_key WHERE created_by_key_id = ${keyId} AND organization_id = ${organizationId}
      UNION
      SELECT k.id FROM api_key k JOIN made m ON k.created_by_key_id = m.id WHERE k.organization_id = ${organizationId}
    ) SELECT id FROM made ORDER BY id`;
  return rows.map(({ id }) => id);
}

/**
 * Locks keys until the transaction ends, in the order of their ids, so that two transactions cannot wait for each
 * other. Others may still refer to the keys meanwhile.
 *
 * @returns the ids of those that are not revoked.
 */
export async function lockKeys(db: PrismaQueries, keyIds: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await db.$queryRaw<{ id: number; revoked: boolean }[]>`
    SELECT id, revoked_at IS NOT NULL AS revoked FROM api_key WHERE id = ANY (${[...keyIds]}::int[])
    ORDER BY id FOR NO KEY UPDATE`;
  return new Set(rows.filter(({ revoked }) => !revoked).map(({ id }) => id));
}

/**
 * Makes sure that the key of a request was not revoked meanwhile, and keeps it from being revoked until the transaction
 * ends: a revocation therefore finds every key that was made with the one that it revokes.
 */
export async function isStillValid(db: PrismaQueries, keyId: number): Promise<boolean> {
  const rows = await db.$queryRaw<
    unknown[]
  >`SELECT 1 FROM api_key WHERE id = ${keyId} AND revoked_at IS NULL FOR SHARE`;
  return rows.length === 1;
}

export interface Revocation {
  keyId: number;
  organizationId: number;
  /** Whether keys that were made with the key are revoked, too. */
  includeCreated: boolean;
  /** The keys that the caller may manage. */
  manageable: Prisma.ApiKeyWhereInput;
}

/**
 * Revokes a key.
 *
 * @returns the keys, made with it directly or through others, that worked until now. With `includeCreated` they are
 *   revoked in the same transaction.
 */
export async function revokeWithMade(
  db: PrismaQueries,
  now: Date,
  { keyId, organizationId, includeCreated, manageable }: Revocation,
): Promise<number[]> {
  const revoke = async (ids: readonly number[]) => {
    await lockKeys(db, ids);
    await db.apiKey.updateMany({
      where: { id: { in: [...ids] }, revokedAt: null },
      data: { revokedAt: now },
    });
  };
  const findWorking = async () => {
    const made = await findMadeKeys(db, organizationId, keyId);
    const where = { AND: [manageable, isActive(now), { id: { in: made } }] };
    const found = await db.apiKey.findMany({ where, select: { id: true }, orderBy: { id: 'asc' } });
    return found.map(({ id }) => id);
  };
  await revoke([keyId]);
  let working = await findWorking();
  if (!includeCreated) return working;
  const revoked: number[] = [];
  // One of them may have made another while its lock was waited for: the loop ends when none works.
  while (working.length > 0) {
    await revoke(working);
    revoked.push(...working);
    working = await findWorking();
  }
  return revoked;
}
