import { withMutex } from '../../database/mutex.ts';
import type { Pools } from '../../database/pools.ts';
import type { ApiKey, Prisma, PrismaClient } from '../../generated/prisma/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { Fault, invalidValue } from '../../lib/fault.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Principal, UserPrincipal } from '../../lib/principal.ts';
import { type PrismaQueries, prismaEffect, prismaTransaction } from '../idempotency/effects.ts';
import type { Quotas } from '../quotas/quotas.ts';
import { type AdminAction, recordAdminEvent } from './admin-events.ts';
import {
  assertActive,
  assertKeyFits,
  checkKeyFields,
  countActive,
  issueKey,
  type KeyChanges,
  type KeyRequest,
  keyDetails,
  type NewKey,
  type Rotation,
  revokeWithCreated,
  rotateKey,
  statusOf,
} from './api-keys.ts';
import {
  budgetOf,
  changeLimit,
  checkLimit,
  type KeySpending,
  readSpending,
  requireSameBudget,
  requireUnlimited,
} from './key-spending.ts';
import { type LockedCaller, lockCaller, requireAdmin } from './locked-caller.ts';
import { type DayOfUsage, MAX_DAYS, readUsageOfKeys, readUsageOfOrganization } from './usage.ts';
import { requireServiceAccount } from './users.ts';

export interface Revoked {
  apiKey: ApiKey;
  /** Keys that were created with it and were active until now. They are revoked too if the caller asked for that. */
  createdKeys: ApiKey[];
}

interface AccessTools {
  /** Prisma over `writes`. */
  prisma: PrismaClient;
  pools: Pick<Pools, 'reads' | 'writes'>;
  clock: Clock;
  /** Makes every process look keys up again. */
  forgetKeys: () => void;
  logger: Logger;
  quotas: Quotas;
}

export type AccessService = ReturnType<typeof createAccessService>;

export function createAccessService(tools: AccessTools) {
  const { prisma, pools, clock, forgetKeys, logger, quotas } = tools;
  const { reads } = pools;
  /** Runs changes of an organization's keys one at a time: they lock the same rows. */
  const inOrder = <T>({ organizationId }: UserPrincipal, change: () => Promise<T>): Promise<T> =>
    withMutex(pools.writes, `keys ${organizationId}`, change);
  /** Logs a change of a key with the caller, never the key itself. */
  const log = (audit: AdminAction, { id }: ApiKey, { keyId, userId, organizationId }: UserPrincipal) =>
    logger.info({ audit, apiKeyId: id, byKeyId: keyId, byUserId: userId, organizationId }, 'administration');
  /** Writes a change of a key into the audit log, in its transaction. */
  const record = (db: PrismaQueries, user: LockedCaller, action: AdminAction, details: object) =>
    recordAdminEvent(db, clock, user, { action, organizationId: user.organizationId, details });
  const find = (db: Pick<PrismaQueries, 'apiKey'>, user: UserPrincipal, keyId: number) =>
    db.apiKey.findFirst({ where: { id: keyId, ...manageable(user) } }).then(orNotFound);
  /** Locks a key with its caller, its owner and the key that holds its budget. @throws Fault api_key_not_found, invalid_api_key */
  const lockKey = async (db: PrismaQueries, user: UserPrincipal, keyId: number) => {
    // Check access before locking, so that callers never wait for keys that they may not manage.
    const found = await find(db, user, keyId);
    const { userId } = found;
    const caller = await lockCaller(db, clock, user, {
      userIds: userId === null ? [] : [userId],
      keyIds: [keyId, budgetOf(found)],
    });
    return { caller, apiKey: await find(db, caller, keyId) };
  };

  return {
    manageable,
    orNotFound,
    statusOf: (apiKey: ApiKey) => statusOf(apiKey, clock.now()),

    /**
     * Creates a key for the caller, or, for admins, for a service account (`user`) or the caller's organization (`org`).
     *
     * @param accountId user who gets the key, unless it is the caller.
     * @throws Fault insufficient_access, user_not_found, validation_error, quota_exceeded, invalid_api_key
     */
    async createKey(user: UserPrincipal, request: KeyRequest, accountId = user.userId): Promise<NewKey> {
      const { organizationId } = user;
      const isOwn = request.kind === 'user' && accountId === user.userId;
      const adminMessage = request.kind === 'org' ? CREATES_ORGANIZATION_KEYS : CREATES_ACCOUNT_KEYS;
      if (!isOwn) requireAdmin(user, adminMessage);
      if (request.kind === 'org' && accountId !== user.userId)
        throw invalidValue('/userId', 'must be left out for a key of the organization');
      const userId = request.kind === 'user' ? accountId : null;
      const make = async (db: PrismaQueries) => {
        const caller = await lockCaller(db, clock, user, { userIds: [accountId] });
        if (!isOwn) requireAdmin(caller, adminMessage);
        requireUnlimited(caller, 'create keys');
        if (userId !== null && !isOwn) await requireServiceAccount(db, caller, userId);
        await assertKeyFits(db, clock.now(), quotas, { organizationId, userId });
        const made = await issueKey(db, clock, request, { organizationId, userId, ...makerOf(user) });
        await record(db, caller, 'key_created', keyDetails(made.apiKey));
        return made;
      };
      const made = await inOrder(user, () => prismaEffect(prisma, make, lostKeyMessage));
      log('key_created', made.apiKey, user);
      return made;
    },

    /**
     * Changes the label, the expiry or the monthly credit limit of an active key. The expiry of a rotated key can only be
     * brought forward. The limit holds for its predecessors and successors, too.
     *
     * @param changes absent fields stay as they are; null clears.
     * @throws Fault api_key_not_found, api_key_inactive, validation_error, invalid_api_key; insufficient_access if a key with
     *   a limit is used to change a limit
     */
    async updateKey(user: UserPrincipal, keyId: number, changes: KeyChanges): Promise<ApiKey> {
      const change = async (db: PrismaQueries) => {
        const now = clock.now();
        const { label, expiresAt } = checkKeyFields(changes, now);
        const { monthlyCreditLimit: limit } = changes;
        if (limit !== undefined) checkLimit(limit);
        const data = {
          ...(changes.label === undefined ? {} : { label }),
          ...(changes.expiresAt === undefined ? {} : { expiresAt }),
        };
        const { caller, apiKey } = await lockKey(db, user, keyId);
        if (Object.keys(data).length === 0 && limit === undefined) return { apiKey, isChanged: false };
        assertActive(apiKey, now);
        if (changes.expiresAt !== undefined) await assertNotExtended(db, apiKey, expiresAt);
        const limits = limit === undefined ? {} : await changeLimit(db, caller, apiKey, limit, now);
        const changed = await db.apiKey.update({ where: { id: keyId }, data });
        await record(db, caller, 'key_changed', { ...keyDetails(changed), ...limits });
        return { apiKey: changed, isChanged: true };
      };
      // Needs no replay log: a second update has the same result.
      const { apiKey, isChanged } = await inOrder(user, () => prismaTransaction(prisma, change));
      if (!isChanged) return apiKey;
      forgetKeys();
      log('key_changed', apiKey, user);
      return apiKey;
    },

    /**
     * Replaces a key by a successor, which has the budget of the key. Its owner rotates a personal key; admins rotate those of
     * service accounts. A key with a monthly limit rotates only keys of its own budget.
     *
     * @throws Fault api_key_not_found, insufficient_access, api_key_inactive, api_key_rotated, quota_exceeded,
     *   validation_error, invalid_api_key
     */
    async rotateKey(user: UserPrincipal, keyId: number, rotation: Rotation): Promise<NewKey> {
      const rotate = async (db: PrismaQueries) => {
        const { caller, apiKey } = await lockKey(db, user, keyId);
        await requireRotatable(db, caller, apiKey);
        requireSameBudget(caller, apiKey);
        const made = await rotateKey(db, tools, rotation, apiKey, makerOf(user));
        await record(db, caller, 'key_rotated', keyDetails(made.apiKey));
        return made;
      };
      const made = await inOrder(user, () => prismaEffect(prisma, rotate, lostKeyMessage));
      forgetKeys();
      log('key_rotated', made.apiKey, user);
      return made;
    },

    /**
     * Revokes a key that the caller may manage. Revoking it again changes nothing.
     *
     * @throws Fault api_key_not_found, invalid_api_key
     */
    async revokeKey(user: UserPrincipal, keyId: number, includeCreated: boolean): Promise<Revoked> {
      const { organizationId } = user;
      const revoke = async (db: PrismaQueries) => {
        const { caller } = await lockKey(db, user, keyId);
        return revokeWithCreated(db, clock, {
          keyId,
          organizationId,
          includeCreated,
          manageable: manageable(caller),
          record: (details) => record(db, caller, 'key_revoked', details),
        });
      };
      // Needs the replay log: a retry no longer finds the keys that the first attempt revoked.
      const created = await inOrder(user, () => prismaEffect(prisma, revoke));
      forgetKeys();
      const apiKey = await find(prisma, user, keyId);
      const createdKeys = await prisma.apiKey.findMany({
        where: { AND: [manageable(user), { id: { in: created } }] },
        orderBy: { id: 'asc' },
      });
      log('key_revoked', apiKey, user);
      if (includeCreated) for (const each of createdKeys) log('key_revoked', each, user);
      return { apiKey, createdKeys };
    },

    /** Counts the active keys of the caller, or those of the organization itself if its key is used. */
    countActive: ({ organizationId, userId }: Principal) =>
      countActive(prisma, clock.now(), { organizationId, userId }),

    /** Returns the spending of keys and sessions in this month, in one statement. */
    spendingOf: (keyIds: readonly number[]): Promise<KeySpending[]> =>
      readSpending(reads, keyIds, clock.now()),

    /** Returns the usage of keys in the last days, in one statement. @throws Fault validation_error */
    async usageOfKeys(keyIds: readonly number[], days: number): Promise<DayOfUsage[][]> {
      return readUsageOfKeys(reads, keyIds, checkDays(days), clock.now());
    },

    /**
     * Returns the usage of all keys of the caller's organization together.
     *
     * @throws Fault insufficient_access unless the caller is an admin; validation_error
     */
    async usageOfOrganization(user: UserPrincipal, days: number): Promise<DayOfUsage[]> {
      requireAdmin(user, 'Only an admin of the organization can read the usage of all its keys.');
      return readUsageOfOrganization(reads, user.organizationId, checkDays(days), clock.now());
    },
  };
}

const CREATES_ORGANIZATION_KEYS = 'Only an admin of the organization can create organization keys.';
const CREATES_ACCOUNT_KEYS = 'Only an admin of the organization can create keys of its service accounts.';

const makerOf = ({ userId, keyId }: UserPrincipal) => ({ createdById: userId, createdByKeyId: keyId });

/**
 * Refuses to rotate the key of another person. The caller sees the successor, and with it an admin could act as that person.
 *
 * @throws Fault insufficient_access
 */
async function requireRotatable(db: PrismaQueries, { userId, organizationId }: LockedCaller, apiKey: ApiKey) {
  if (apiKey.userId === null || apiKey.userId === userId) return;
  const owner = await db.user.findFirst({ where: { id: apiKey.userId, organizationId } });
  if (owner?.kind === 'service') return;
  const message =
    'Only its owner can rotate a personal key, because the new key is shown. Revoke the key, or ask its owner.';
  throw new Fault('insufficient_access', message);
}

/** @throws Fault validation_error for a later expiry of a rotated key: its holder could keep it for ever. */
async function assertNotExtended(db: PrismaQueries, { id, expiresAt: current }: ApiKey, wanted: Date | null) {
  const isLater = current !== null && (wanted === null || wanted > current);
  if (!isLater) return;
  const successor = await db.apiKey.findUnique({ where: { replacesId: id }, select: { id: true } });
  if (!successor) return;
  const message = `must not be later than ${current.toISOString()}: key ${successor.id} replaces this key, so its expiry can only be brought forward`;
  throw invalidValue('/expiresAt', message);
}

/**
 * Selects the keys that the caller may see and revoke. Users have their own, admins all, organization keys none. Sessions
 * are no keys.
 */
function manageable(principal: Principal): Prisma.ApiKeyWhereInput {
  const keys = { organizationId: principal.organizationId, signedInBy: null };
  if (principal.kind === 'org') return { ...keys, id: { in: [] } };
  return principal.role === 'admin' ? keys : { ...keys, userId: principal.userId };
}

/** @throws Fault api_key_not_found */
function orNotFound(apiKey: ApiKey | null): ApiKey {
  if (apiKey) return apiKey;
  throw new Fault('api_key_not_found', 'API key not found, or it is not yours to manage.');
}

function lostKeyMessage({ apiKey: { id } }: NewKey): string {
  return `An earlier request with this Idempotency-Key created API key ${id}. A key is shown only once: revoke that key and create another.`;
}

function checkDays(days: number): number {
  if (days >= 1 && days <= MAX_DAYS) return days;
  throw invalidValue('/days', `must be from 1 to ${MAX_DAYS}`);
}
