import type { ApiKey, Prisma } from '../../generated/prisma/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { isStorable } from '../../lib/domain-name.ts';
import { Fault, invalidValue, type Violation, validationFault } from '../../lib/fault.ts';
import { isWithin, TEXT_LIMITS } from '../../lib/request-limits.ts';
import { storedText } from '../../lib/text-key.ts';
import type { PrismaQueries } from '../idempotency/effects.ts';
import type { Quotas } from '../quotas/quotas.ts';
import { generateApiKey } from './key-format.ts';
import { budgetOf } from './key-spending.ts';
import { lockCredentials } from './locked-caller.ts';

/** Time for which the old key keeps working after a rotation, in seconds: a day by default, at most 30 days. */
export const OVERLAP = { default: 86_400, max: 30 * 86_400 } as const;

export interface NewKey {
  apiKey: ApiKey;
  /** Complete key. It is shown only now. */
  key: string;
}

export interface KeyFields {
  label?: string | null | undefined;
  /** Null: never. */
  expiresAt?: Date | null | undefined;
}

export type KeyRequest = KeyFields & { kind: 'user' | 'org' };

/** Changes of a key. */
export interface KeyChanges extends KeyFields {
  /** The most credits of a calendar month (UTC); null for no limit. */
  monthlyCreditLimit?: number | null | undefined;
}

/** Fields of the successor. By default it has the label of the old key, and never expires. */
export interface Rotation extends KeyFields {
  /** Time for which the old key keeps working, in seconds. */
  overlapSeconds: number;
}

export type KeyStatus = 'active' | 'held' | 'expired' | 'revoked';

export function statusOf({ revokedAt, expiresAt, heldAt }: ApiKey, now: Date): KeyStatus {
  if (revokedAt) return 'revoked';
  if (expiresAt && expiresAt <= now) return 'expired';
  return heldAt ? 'held' : 'active';
}

/** @throws Fault api_key_inactive for a held key, and for an expired or revoked one, which cannot be restored. */
export function assertActive(apiKey: ApiKey, now: Date): void {
  const status = statusOf(apiKey, now);
  if (status === 'active') return;
  if (status === 'held') {
    const held = `API key ${apiKey.id} is held since the database was restored. The operator of the service has to confirm it first.`;
    throw new Fault('api_key_inactive', held);
  }
  const message = `API key ${apiKey.id} is ${status} and cannot be restored. Create a new one.`;
  throw new Fault('api_key_inactive', message);
}

/**
 * Checks that an owner may have one more key. Counts under a lock on the owner, so that parallel requests cannot exceed
 * the quota together.
 *
 * @throws Fault quota_exceeded
 */
export async function assertKeyFits(
  db: PrismaQueries,
  now: Date,
  quotas: Quotas,
  { organizationId, userId }: KeyOwner,
): Promise<void> {
  await quotas.assertRoom('keys', 1, async () => {
    if (userId !== null) await db.$queryRaw`SELECT id FROM "user" WHERE id = ${userId} FOR NO KEY UPDATE`;
    else await db.$queryRaw`SELECT id FROM organization WHERE id = ${organizationId} FOR NO KEY UPDATE`;
    return countActive(db, now, { organizationId, userId });
  });
}

/** User of a personal key, or the organization itself. */
type KeyOwner = Pick<ApiKey, 'organizationId' | 'userId'>;

export function countActive(
  db: Pick<PrismaQueries, 'apiKey'>,
  now: Date,
  { organizationId, userId }: KeyOwner,
): Promise<number> {
  return db.apiKey.count({ where: { organizationId, userId, signedInBy: null, ...isActive(now) } });
}

/** Selects the keys that are neither expired nor revoked. A held one is among them: it counts, and can be revoked. */
export function isActive(now: Date): Prisma.ApiKeyWhereInput {
  return { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
}

/** Selects the keys that requests may use: active keys, except held ones and those of disabled users. */
export function isAccepted(now: Date): Prisma.ApiKeyWhereInput {
  return {
    AND: [isActive(now), { heldAt: null }, { OR: [{ userId: null }, { user: { disabledAt: null } }] }],
  };
}

/** @throws Fault validation_error; the pointers are those of an input. */
export function checkKeyFields({ label, expiresAt }: KeyFields, now: Date) {
  const clean = storedText(label?.trim() ?? '') || null;
  const violations: Violation[] = [];
  if (clean && !isWithin(clean, TEXT_LIMITS.keyLabel)) {
    const message = `must be at most ${TEXT_LIMITS.keyLabel.maxLength} characters`;
    violations.push({ pointer: '/label', message });
  } else if (clean && !isStorable(clean)) {
    violations.push({ pointer: '/label', message: 'must not contain U+0000 or half of a surrogate pair' });
  }
  if (expiresAt && expiresAt <= now) {
    violations.push({ pointer: '/expiresAt', message: 'must be in the future' });
  }
  if (violations.length > 0) throw validationFault(violations);
  return { label: clean, expiresAt: expiresAt ?? null };
}

/** Returns what the audit log says of a key. */
export function keyDetails({ id, kind, userId, label, expiresAt, replacesId }: ApiKey) {
  return { key_id: id, kind, user_id: userId, label, expires_at: expiresAt, replaces: replacesId };
}

/** User who creates a key, and the key that is used for it; both absent on the command line. */
interface KeyMaker {
  createdById?: number;
  createdByKeyId?: number;
}

interface KeyHolder extends KeyMaker {
  organizationId: number;
  userId?: number | null;
  replacesId?: number;
  budgetKeyId?: number;
}

/** Creates and stores a key. Both APIs and the command line create keys here only. */
export async function issueKey(
  db: Pick<PrismaQueries, 'apiKey'>,
  clock: Clock,
  request: KeyRequest,
  holder: KeyHolder,
): Promise<NewKey> {
  const createdAt = clock.now();
  const fields = checkKeyFields(request, createdAt);
  const { key, prefix, hash } = generateApiKey(request.kind);
  const data = { ...holder, ...fields, kind: request.kind, prefix, hash: new Uint8Array(hash), createdAt };
  return { apiKey: await db.apiKey.create({ data }), key };
}

/**
 * Replaces a key by a successor of the same kind, owner and budget. The old key keeps working for the overlap, but never longer
 * than before. Of parallel calls for one key, one succeeds.
 *
 * @param old the key, which is locked.
 * @throws Fault api_key_inactive, api_key_rotated, quota_exceeded, validation_error
 */
export async function rotateKey(
  db: PrismaQueries,
  { clock, quotas }: { clock: Clock; quotas: Quotas },
  rotation: Rotation,
  old: ApiKey,
  maker: KeyMaker = {},
): Promise<NewKey> {
  const { overlapSeconds, label, expiresAt } = rotation;
  if (overlapSeconds < 0 || overlapSeconds > OVERLAP.max)
    throw invalidValue('/overlapSeconds', `must be from 0 to ${OVERLAP.max}`);
  const now = clock.now();
  const successor = await db.apiKey.findUnique({ where: { replacesId: old.id } });
  if (successor) {
    const message = `API key ${old.id} has already been rotated. Rotate its successor, key ${successor.id}, instead.`;
    throw new Fault('api_key_rotated', message, { details: { replaced_by: successor.id } });
  }
  assertActive(old, now);
  // During the overlap there is one more active key. Without this check, repeated rotations would exceed the quota.
  if (overlapSeconds > 0) await assertKeyFits(db, now, quotas, old);
  const { organizationId, userId, kind } = old;
  const request = { kind, label: label === undefined ? old.label : label, expiresAt };
  const holder = { organizationId, userId, replacesId: old.id, budgetKeyId: budgetOf(old), ...maker };
  const made = await issueKey(db, clock, request, holder);
  const end = new Date(now.getTime() + overlapSeconds * 1000);
  if (old.expiresAt === null || end < old.expiresAt) {
    await db.apiKey.update({ where: { id: old.id }, data: { expiresAt: end } });
  }
  return made;
}

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
export async function revokeWithCreated(
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
