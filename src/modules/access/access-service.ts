import type { Pools } from '../../database/pools.ts';
import { inTurn } from '../../database/turns.ts';
import type { ApiKey, Prisma, PrismaClient } from '../../generated/prisma/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { Fault, validationFault } from '../../lib/fault.ts';
import type { Logger } from '../../lib/logger.ts';
import { type PrismaQueries, prismaTransaction } from '../idempotency/effects.ts';
import {
  assertActive,
  assertRoom,
  checkKeyFields,
  isActive,
  issueKey,
  type KeyRequest,
  type KeyStatus,
  type NewKey,
  type Rotation,
  rotateKey,
  statusOf,
} from './api-keys.ts';
import type { Authenticator } from './authenticate.ts';
import type { Principal } from './principal.ts';
import { type DayOfUsage, MAX_DAYS, readUsageOfKeys, readUsageOfOrganization } from './usage-report.ts';

type User = Extract<Principal, { kind: 'user' }>;

/** What of a key is to change: what is absent stays, null clears. */
export type KeyChanges = Pick<KeyRequest, 'label' | 'expiresAt'>;

export interface AccessService {
  /** Which keys the caller may see and revoke. */
  manageable(principal: Principal): Prisma.ApiKeyWhereInput;
  /**
   * Makes a key for the caller (`user`), or for the caller's organization (`org`, admins alone).
   *
   * @throws Fault insufficient_access, validation_error, too_many_api_keys
   */
  createKey(principal: Principal, request: KeyRequest): Promise<NewKey>;
  /** Changes the label or the end of a key that works. @throws Fault api_key_not_found, api_key_inactive, validation_error */
  updateKey(principal: Principal, keyId: number, changes: KeyChanges): Promise<ApiKey>;
  /**
   * Gives a key a successor; a personal key its owner alone.
   *
   * @throws Fault api_key_not_found, insufficient_access, api_key_inactive, api_key_rotated, too_many_api_keys, validation_error
   */
  rotateKey(principal: Principal, keyId: number, rotation: Rotation): Promise<NewKey>;
  /** Revokes a key that the caller may manage; revoking twice changes nothing. @throws Fault api_key_not_found */
  revokeKey(principal: Principal, keyId: number): Promise<ApiKey>;
  statusOf(apiKey: ApiKey): KeyStatus;
  /** What keys did in the last days, one statement for all. @throws Fault validation_error for days out of range */
  usageOfKeys(keyIds: readonly number[], days: number): Promise<DayOfUsage[][]>;
  /** The same for all keys of the caller's organization together. @throws Fault insufficient_access unless an admin asks */
  usageOfOrganization(principal: Principal, days: number): Promise<DayOfUsage[]>;
}

export interface AccessTools {
  /** Over `writes`. */
  prisma: PrismaClient;
  pools: Pick<Pools, 'reads' | 'writes'>;
  clock: Clock;
  auth: Authenticator;
  logger: Logger;
}

export function createAccessService({ prisma, pools, clock, auth, logger }: AccessTools): AccessService {
  const { reads } = pools;
  /** Keys of an organization are counted and changed under a lock on their owner. */
  const inOrder = <T>({ organizationId }: User, change: () => Promise<T>): Promise<T> =>
    inTurn(pools.writes, `keys ${organizationId}`, change);
  /** Who did what to which key is in the log; the keys themselves never are. */
  const log = (done: string, { id }: ApiKey, { keyId, userId, organizationId }: User) =>
    logger.info({ apiKeyId: id, byKeyId: keyId, byUserId: userId, organizationId }, `API key ${done}`);
  const find = (db: PrismaQueries, user: User, keyId: number) =>
    db.apiKey.findFirst({ where: { id: keyId, ...manageable(user) } }).then(orNotFound);

  return {
    manageable,
    statusOf: (apiKey) => statusOf(apiKey, clock.now()),

    async createKey(principal, request) {
      const user = requireUser(principal);
      if (request.kind === 'org')
        requireAdmin(user, 'Only an admin of the organization can make organization keys.');
      const { organizationId } = user;
      const userId = request.kind === 'user' ? user.userId : null;
      const make = async (db: PrismaQueries) => {
        await assertRoom(db, clock.now(), { organizationId, userId });
        return issueKey(db, clock, request, { organizationId, userId, createdById: user.userId });
      };
      const made = await inOrder(user, () => prismaTransaction(prisma, user.memory, make, lost));
      log('made', made.apiKey, user);
      return made;
    },

    async updateKey(principal, keyId, changes) {
      const user = requireUser(principal);
      const change = async (db: PrismaQueries) => {
        const now = clock.now();
        const { label, expiresAt } = checkKeyFields(changes, now);
        const data = {
          ...(changes.label === undefined ? {} : { label }),
          ...(changes.expiresAt === undefined ? {} : { expiresAt }),
        };
        const mine = { id: keyId, ...manageable(user) };
        await db.apiKey.updateMany({ where: { AND: [mine, isActive(now)] }, data });
        // Nothing was changed of one that works no more, also when that happened a moment ago.
        const apiKey = await find(db, user, keyId);
        assertActive(apiKey, now);
        return apiKey;
      };
      // To do it twice is to do it once: there is nothing to remember.
      const apiKey = await inOrder(user, () => prismaTransaction(prisma, undefined, change));
      auth.forget();
      log('changed', apiKey, user);
      return apiKey;
    },

    async rotateKey(principal, keyId, rotation) {
      const user = requireUser(principal);
      const findOwn = async (db: PrismaQueries) => {
        const apiKey = await find(db, user, keyId);
        // Whoever rotates a key is shown its successor: with a member's an admin could act as that member.
        if (apiKey.userId === null || apiKey.userId === user.userId) return apiKey;
        const message =
          'Only its owner can rotate a personal key, as the new one is shown. Revoke it, or ask its owner.';
        throw new Fault('insufficient_access', message);
      };
      const rotate = (db: PrismaQueries) => rotateKey(db, clock, keyId, rotation, findOwn, user.userId);
      const made = await inOrder(user, () => prismaTransaction(prisma, user.memory, rotate, lost));
      auth.forget();
      log('made in place of another', made.apiKey, user);
      return made;
    },

    async revokeKey(principal, keyId) {
      const user = requireUser(principal);
      const mine = { id: keyId, ...manageable(user) };
      const revokedAt = clock.now();
      await prisma.apiKey.updateMany({ where: { ...mine, revokedAt: null }, data: { revokedAt } });
      const apiKey = orNotFound(await prisma.apiKey.findFirst({ where: mine }));
      auth.forget();
      log('revoked', apiKey, user);
      return apiKey;
    },

    usageOfKeys: async (keyIds, days) => readUsageOfKeys(reads, keyIds, checkDays(days), clock.now()),

    async usageOfOrganization(principal, days) {
      requireAdmin(requireUser(principal), 'Only an admin of the organization sees what all its keys do.');
      return readUsageOfOrganization(reads, principal.organizationId, checkDays(days), clock.now());
    },
  };
}

/** @throws Fault user_credential_required for an organization key */
export function requireUser(principal: Principal): User {
  if (principal.kind === 'user') return principal;
  throw new Fault(
    'user_credential_required',
    'This needs a personal user key; an organization key was sent.',
  );
}

function requireAdmin({ role }: User, message: string): void {
  if (role !== 'admin') throw new Fault('insufficient_access', message);
}

/** A user manages their own keys, an admin all of the organization, an organization key none. */
function manageable(principal: Principal): Prisma.ApiKeyWhereInput {
  const { organizationId } = principal;
  if (principal.kind === 'org') return { organizationId, id: { in: [] } };
  return principal.role === 'admin' ? { organizationId } : { organizationId, userId: principal.userId };
}

function orNotFound(apiKey: ApiKey | null): ApiKey {
  if (apiKey) return apiKey;
  throw new Fault('api_key_not_found', 'No such API key, or it is not yours to manage.');
}

/** What whoever repeats a request learns of the key that it made. */
function lost({ apiKey: { id } }: NewKey): string {
  return `An earlier request with this Idempotency-Key made the API key ${id}. A key is shown once: revoke that one and make another.`;
}

function checkDays(days: number): number {
  if (days >= 1 && days <= MAX_DAYS) return days;
  throw validationFault([{ pointer: '/days', message: `must be from 1 to ${MAX_DAYS}` }]);
}
