import type { Prisma } from '../../generated/prisma/client.ts';
import type { Clock } from '../../lib/clock.ts';
import type { PrismaQueries } from '../idempotency/effects.ts';
import { isActive } from './api-keys.ts';
import { lockCredentials } from './locked-caller.ts';

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

interface Revocation {
  keyId: number;
  organizationId: number;
  includeCreated: boolean;
  manageable: Prisma.ApiKeyWhereInput;
  /** Called in the transaction if a key was revoked, with what the audit log says of it. */
  record: (details: object) => Promise<void>;
}

/**
 * Revokes a key, and ends the sessions that were opened with it.
 *
 * @returns the keys, created with it directly or through others, that were active until now. With `includeCreated` they
 *   are revoked in the same transaction.
 */
export async function revokeWithMade(
  db: PrismaQueries,
  clock: Clock,
  { keyId, organizationId, includeCreated, manageable, record }: Revocation,
): Promise<number[]> {
  const now = clock.now();
  const data = { revokedAt: now };
  const sessions: number[] = [];
  const revoke = async (ids: readonly number[]) => {
    await lockCredentials(db, clock, ids);
    const { count } = await db.apiKey.updateMany({ where: { id: { in: [...ids] }, revokedAt: null }, data });
    // The update waits for sessions that are creating a key, which `findWorking` then finds.
    const ended = await db.apiKey.updateManyAndReturn({
      where: { createdByKeyId: { in: [...ids] }, signedInBy: 'key', revokedAt: null },
      data,
      select: { id: true },
    });
    sessions.push(...ended.map(({ id }) => id));
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
  const ended = sessions.length > 0 ? { sessions_ended: sessions } : {};
  // A repeated revocation changes nothing.
  if (count > 0 || revoked.length > 0) await record({ key_id: keyId, revoked_with_it: revoked, ...ended });
  return includeCreated ? revoked : working;
}
