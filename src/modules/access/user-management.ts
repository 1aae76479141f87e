import { withMutex } from '../../database/mutex.ts';
import type { Pools } from '../../database/pools.ts';
import type { ApiKey, PrismaClient, User } from '../../generated/prisma/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { Fault, invalidValue } from '../../lib/fault.ts';
import type { Logger } from '../../lib/logger.ts';
import { invalidApiKey, type UserPrincipal } from '../../lib/principal.ts';
import { type PrismaQueries, prismaEffect } from '../idempotency/effects.ts';
import { type AdminActor, recordAdminEvent } from './admin-events.ts';
import { isActive } from './api-keys.ts';
import { isStillValid } from './made-keys.ts';

export interface Disabled {
  user: User;
  createdKeys: ApiKey[];
}

interface UserTools {
  /** Prisma over `writes`. */
  prisma: PrismaClient;
  pools: Pick<Pools, 'writes'>;
  clock: Clock;
  /** Makes every process look keys up again. */
  forgetKeys: () => void;
  logger: Logger;
}

/**
 * Disables or enables a user. Disabling again keeps the first time.
 *
 * @returns whether the user was not in this state already.
 */
export async function setDisabled(
  db: PrismaQueries,
  clock: Clock,
  by: AdminActor,
  { id, organizationId, email }: User,
  isDisabled: boolean,
): Promise<boolean> {
  const { count } = await db.user.updateMany({
    where: { id, disabledAt: isDisabled ? null : { not: null } },
    data: { disabledAt: isDisabled ? clock.now() : null },
  });
  if (count === 0) return false;
  const action = isDisabled ? 'user_disabled' : 'user_enabled';
  await recordAdminEvent(db, clock, by, { action, organizationId, details: { user_id: id, email } });
  return true;
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
  /** Changes a user, one at a time in an organization, and only while the admin's own key is still valid. */
  async function change(admin: UserPrincipal, userId: number, isDisabled: boolean): Promise<User> {
    requireAdmin(admin);
    const { organizationId, keyId } = admin;
    const store = async (db: PrismaQueries): Promise<boolean> => {
      // When two admins disable each other at once, the second waits here, and is then refused.
      await db.$queryRaw`
        SELECT id FROM "user" WHERE id = ANY (${[admin.userId, userId]}::int[]) AND organization_id = ${organizationId}
        ORDER BY id FOR NO KEY UPDATE`;
      if (!(await isStillValid(db, keyId))) throw invalidApiKey();
      const user = await db.user.findFirst({ where: { id: userId, organizationId } });
      if (!user) throw new Fault('user_not_found', 'User not found in your organization.');
      return setDisabled(db, clock, admin, user, isDisabled);
    };
    // Needs the replay log: another admin may have changed the user again before a retry.
    const isChanged = await withMutex(pools.writes, `users ${organizationId}`, () =>
      prismaEffect(prisma, store),
    );
    forgetKeys();
    const by = { byUserId: admin.userId, byKeyId: keyId, organizationId };
    const audit = isDisabled ? 'user_disabled' : 'user_enabled';
    if (isChanged) logger.info({ audit, userId, ...by }, 'administration');
    return prisma.user.findUniqueOrThrow({ where: { id: userId } });
  }

  return {
    /**
     * Disables a user: their personal keys are refused on every process within five seconds. Disabling again changes
     * nothing.
     *
     * @throws Fault insufficient_access unless the caller is an admin; user_not_found; validation_error for the caller
     */
    async disable(admin: UserPrincipal, userId: number): Promise<Disabled> {
      requireAdmin(admin);
      if (userId === admin.userId)
        throw invalidValue('/userId', 'must not be your own: another admin can disable you');
      const user = await change(admin, userId, true);
      return { user, createdKeys: await findMadeBy(prisma, clock, userId) };
    },

    /**
     * Enables a user: personal keys that were neither revoked nor expired meanwhile work again. Enabling again changes
     * nothing.
     *
     * @throws Fault insufficient_access unless the caller is an admin; user_not_found
     */
    enable: (admin: UserPrincipal, userId: number): Promise<User> => change(admin, userId, false),

    /** @throws Fault insufficient_access unless the caller is an admin */
    requireAdmin,

    /** Returns whether the users of the organization, as the caller can list them, include a user of it. */
    isListedFor: (caller: UserPrincipal, { id, disabledAt }: Pick<User, 'id' | 'disabledAt'>): boolean =>
      disabledAt === null || caller.role === 'admin' || id === caller.userId,
  };
}

function requireAdmin({ role }: UserPrincipal): void {
  if (role === 'admin') return;
  throw new Fault('insufficient_access', 'Only an admin of the organization can manage its users.');
}
