import type { Pools } from '../../database/pools.ts';
import { inTurn } from '../../database/turns.ts';
import type { ApiKey, PrismaClient, User } from '../../generated/prisma/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { Fault, invalidValue } from '../../lib/fault.ts';
import type { Logger } from '../../lib/logger.ts';
import { invalidApiKey, type UserPrincipal } from '../../lib/principal.ts';
import { type PrismaQueries, prismaEffect } from '../idempotency/effects.ts';
import { recordAdminEvent } from './admin-events.ts';
import { isActive } from './api-keys.ts';
import { isStillValid } from './made-keys.ts';

export interface Disabled {
  user: User;
  /** Active organization keys that the user created: they stay valid. */
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

export type UserManagement = ReturnType<typeof createUserManagement>;

/** Actions of admins on the users of their organization. */
export function createUserManagement({ prisma, pools, clock, forgetKeys, logger }: UserTools) {
  /** Changes a user, one at a time in an organization, and only while the admin's own key is still valid. */
  async function change(admin: UserPrincipal, userId: number, disabledAt: Date | null): Promise<User> {
    const { organizationId, keyId } = admin;
    const action = disabledAt === null ? 'user_enabled' : 'user_disabled';
    /** @returns whether the user was not in this state already. */
    const store = async (db: PrismaQueries): Promise<boolean> => {
      // When two admins disable each other at once, the second waits here, and is then refused.
      await db.$queryRaw`
        SELECT id FROM "user" WHERE id = ANY (${[admin.userId, userId]}::int[]) AND organization_id = ${organizationId}
        ORDER BY id FOR NO KEY UPDATE`;
      if (!(await isStillValid(db, keyId))) throw invalidApiKey();
      const user = await db.user.findFirst({ where: { id: userId, organizationId } });
      if (!user) throw new Fault('user_not_found', 'User not found in your organization.');
      // Disabling again keeps the first time.
      if ((user.disabledAt === null) === (disabledAt === null)) return false;
      const details = { user_id: userId, email: user.email };
      await recordAdminEvent(db, clock, admin, { action, organizationId, details });
      await db.user.update({ where: { id: userId }, data: { disabledAt } });
      return true;
    };
    // Needs the replay log: another admin may have changed the user again before a retry.
    const isChanged = await inTurn(pools.writes, `users ${organizationId}`, () =>
      prismaEffect(prisma, store),
    );
    forgetKeys();
    const by = { byUserId: admin.userId, byKeyId: keyId, organizationId };
    if (isChanged) logger.info({ audit: action, userId, ...by }, 'administration');
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
      const user = await change(admin, userId, clock.now());
      const createdKeys = await prisma.apiKey.findMany({
        where: { createdById: userId, userId: null, ...isActive(clock.now()) },
        orderBy: { id: 'asc' },
      });
      return { user, createdKeys };
    },

    /**
     * Enables a user: personal keys that were neither revoked nor expired meanwhile work again. Enabling again changes
     * nothing.
     *
     * @throws Fault insufficient_access unless the caller is an admin; user_not_found
     */
    async enable(admin: UserPrincipal, userId: number): Promise<User> {
      requireAdmin(admin);
      return change(admin, userId, null);
    },

    /** @throws Fault insufficient_access unless the caller is an admin */
    requireAdmin,
  };
}

function requireAdmin({ role }: UserPrincipal): void {
  if (role === 'admin') return;
  throw new Fault('insufficient_access', 'Only an admin of the organization can manage its users.');
}
