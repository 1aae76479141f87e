import type { Organization, PrismaClient } from '../../generated/prisma/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { invalidValue } from '../../lib/fault.ts';
import type { Logger } from '../../lib/logger.ts';
import type { UserPrincipal } from '../../lib/principal.ts';
import { MAX_BALANCE } from '../../lib/request-limits.ts';
import { recordAdminEvent } from '../access/admin-events.ts';
import { lockAdmin, requireAdmin } from '../access/locked-caller.ts';
import { prismaEffect } from '../idempotency/effects.ts';

const ADMINS_ONLY = 'Only an admin of the organization can change its settings.';

interface LowCreditsTools {
  /** Prisma over `writes`. */
  prisma: PrismaClient;
  clock: Clock;
  logger: Logger;
}

export type LowCredits = ReturnType<typeof createLowCredits>;

/** The setting for the event of a low balance. The charge itself writes the event (service.ts). */
export function createLowCredits({ prisma, clock, logger }: LowCreditsTools) {
  return {
    /**
     * Sets the balance below which the feed has an event, once each time a charge takes the balance below it. A repetition
     * changes nothing.
     *
     * @param threshold in credits; null for no event, undefined for no change.
     * @throws Fault insufficient_access unless the caller is an admin; validation_error, invalid_api_key
     */
    async setThreshold(admin: UserPrincipal, threshold: number | null | undefined): Promise<Organization> {
      requireAdmin(admin, ADMINS_ONLY);
      if (typeof threshold === 'number' && (threshold < 1 || threshold > MAX_BALANCE))
        throw invalidValue('/creditsLowThreshold', `must be 1 to ${MAX_BALANCE}, or null`);
      const { organizationId } = admin;
      const { organization, isNew } = await prismaEffect(prisma, async (db) => {
        const caller = await lockAdmin(db, clock, admin, {}, ADMINS_ONLY);
        await db.$queryRaw`SELECT id FROM organization WHERE id = ${organizationId} FOR NO KEY UPDATE`;
        const organization = await db.organization.findUniqueOrThrow({ where: { id: organizationId } });
        const { creditsLowThreshold: from } = organization;
        if (threshold === undefined || from === threshold) return { organization, isNew: false };
        const details = { credits_low_threshold: { from, to: threshold } };
        await recordAdminEvent(db, clock, caller, {
          action: 'organization_changed',
          organizationId,
          details,
        });
        const data = { creditsLowThreshold: threshold };
        return {
          organization: await db.organization.update({ where: { id: organizationId }, data }),
          isNew: true,
        };
      });
      const { userId: byUserId, keyId: byKeyId } = admin;
      if (isNew)
        logger.info({ audit: 'organization_changed', byUserId, byKeyId, organizationId }, 'administration');
      return organization;
    },
  };
}
