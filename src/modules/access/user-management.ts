import { withMutex } from '../../database/mutex.ts';
import type { Pools } from '../../database/pools.ts';
import type { ApiKey, PrismaClient, User } from '../../generated/prisma/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { invalidValue } from '../../lib/fault.ts';
import type { Logger } from '../../lib/logger.ts';
import type { UserPrincipal } from '../../lib/principal.ts';
import { type PrismaQueries, prismaEffect } from '../idempotency/effects.ts';
import type { AdminAction } from './admin-events.ts';
import { isActive } from './api-keys.ts';
import { lockAdmin, requireAdmin } from './locked-caller.ts';
import {
  assertAdminLeft,
  changeUser,
  checkUserName,
  createServiceAccount,
  type UserChanges,
  userNotFound,
} from './users.ts';

interface UserTools {
  /** Prisma over `writes`. */
  prisma: PrismaClient;
  pools: Pick<Pools, 'writes'>;
  clock: Clock;
  /** Makes every process look keys up again. */
  forgetKeys: () => void;
  logger: Logger;
}

/** Finds the active organization keys that a user created: they stay valid. */
export function findMadeBy(prisma: PrismaClient, clock: Clock, userId: number): Promise<ApiKey[]> {
  return prisma.apiKey.findMany({
    where: { createdById: userId, userId: null, ...isActive(clock.now()) },
    orderBy: { id: 'asc' },
  });
}

export type UserManagement = ReturnType<typeof createUserManagement>;

/** Actions of admins on the users of their organization. */
export function createUserManagement({ prisma, pools, clock, forgetKeys, logger }: UserTools) {
  /** Runs a change of users, one at a time in an organization. Needs the replay log: a retry may find another state. */
  const inOrder = <T>(
    { organizationId }: UserPrincipal,
    work: (db: PrismaQueries) => Promise<T>,
  ): Promise<T> => withMutex(pools.writes, `users ${organizationId}`, () => prismaEffect(prisma, work));
  const log = (
    audit: AdminAction,
    userId: number,
    { userId: byUserId, keyId, organizationId }: UserPrincipal,
  ) => logger.info({ audit, userId, byUserId, byKeyId: keyId, organizationId }, 'administration');

  async function change(admin: UserPrincipal, userId: number, changes: UserChanges): Promise<User> {
    requireAdmin(admin);
    const { organizationId } = admin;
    const done = await inOrder(admin, async (db) => {
      // When two admins disable or demote each other at once, the second waits here, and is then refused.
      const caller = await lockAdmin(db, clock, admin, { userIds: [userId], admins: true });
      const user = await db.user.findFirst({ where: { id: userId, organizationId } });
      if (!user) throw userNotFound();
      await assertAdminLeft(db, user, changes);
      if (userId === admin.userId && changes.disabled === true)
        throw invalidValue('/userId', 'must not be your own: another admin can disable you');
      return changeUser(db, clock, caller, user, changes);
    });
    if (done.length > 0) forgetKeys();
    for (const action of done) log(action, userId, admin);
    return prisma.user.findUniqueOrThrow({ where: { id: userId } });
  }

  return {
    /**
     * Changes a user. Their rights follow on every process within five seconds. A repetition changes nothing.
     *
     * @throws Fault insufficient_access unless the caller is an admin; user_not_found; last_admin; validation_error
     */
    async update(admin: UserPrincipal, userId: number, { name, ...changes }: UserChanges): Promise<User> {
      requireAdmin(admin);
      return change(admin, userId, {
        ...changes,
        name: name === undefined ? undefined : checkUserName(name),
      });
    },

    /** Finds the active organization keys that a user created: they stay valid when the user is disabled. */
    findCreatedKeys: (userId: number): Promise<ApiKey[]> => findMadeBy(prisma, clock, userId),

    /**
     * Creates a service account of the organization, without a key.
     *
     * @throws Fault insufficient_access unless the caller is an admin; validation_error
     */
    async createServiceAccount(admin: UserPrincipal, name: string): Promise<User> {
      requireAdmin(admin);
      const { organizationId } = admin;
      const fields = { organizationId, name: checkUserName(name) };
      const user = await inOrder(admin, async (db) => {
        const caller = await lockAdmin(db, clock, admin);
        return createServiceAccount(db, clock, caller, fields);
      });
      log('user_created', user.id, admin);
      return user;
    },

    /** @throws Fault insufficient_access unless the caller is an admin */
    requireAdmin,

    /** Returns whether the users of the organization, as the caller can list them, include a user of it. */
    isListedFor: (caller: UserPrincipal, { id, disabledAt }: Pick<User, 'id' | 'disabledAt'>): boolean =>
      disabledAt === null || caller.role === 'admin' || id === caller.userId,
  };
}
