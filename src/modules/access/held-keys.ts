import type { ApiKey, PrismaClient } from '../../generated/prisma/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { StartupError } from '../../lib/fault.ts';
import { recordAdminEvent } from './admin-events.ts';
import { isActive, keyDetails, statusOf } from './api-keys.ts';
import { lockCredentials } from './locked-caller.ts';

interface HeldKeyTools {
  prisma: PrismaClient;
  clock: Clock;
  /** System user who runs the command, for the audit log. */
  operator: string;
}

/** Creates the operations of the command line on keys that a restore holds. */
export function createHeldKeyAdministration({ prisma, clock, operator }: HeldKeyTools) {
  return {
    /**
     * Lets held keys work again, in one transaction. A key that was not held stays as it is; a revoked or expired one does
     * not come back.
     *
     * @param chosen ids of keys; `all` for each held key that is neither revoked nor expired.
     * @returns the keys that were held until now, oldest first.
     * @throws StartupError if an id is that of no key, or of a revoked or expired one. Nothing is confirmed then.
     */
    confirmKeys: (chosen: readonly number[] | 'all'): Promise<ApiKey[]> =>
      prisma.$transaction(async (db) => {
        const now = clock.now();
        const held = { heldAt: { not: null }, signedInBy: null, ...isActive(now) };
        const ids =
          chosen === 'all'
            ? (await db.apiKey.findMany({ where: held, select: { id: true } })).map(({ id }) => id)
            : [...new Set(chosen)];
        await lockCredentials(db, clock, ids);
        const found = await db.apiKey.findMany({
          where: { id: { in: ids }, signedInBy: null },
          orderBy: { id: 'asc' },
        });
        if (chosen !== 'all') refuseOthers(ids, found, now);
        const confirmed = found.filter((apiKey) => statusOf(apiKey, now) === 'held');
        await db.apiKey.updateMany({
          where: { id: { in: confirmed.map(({ id }) => id) } },
          data: { heldAt: null, heldReason: null },
        });
        for (const apiKey of confirmed) {
          const { organizationId, heldReason: reason } = apiKey;
          const details = { ...keyDetails(apiKey), reason };
          await recordAdminEvent(
            db,
            clock,
            { operator },
            { action: 'key_confirmed', organizationId, details },
          );
        }
        return confirmed;
      }),
  };
}

function refuseOthers(ids: readonly number[], found: readonly ApiKey[], now: Date): void {
  const missing = ids.find((id) => !found.some((apiKey) => apiKey.id === id));
  if (missing !== undefined) throw new StartupError(`no key has the id ${missing}; nothing was confirmed`);
  for (const apiKey of found) {
    const status = statusOf(apiKey, now);
    if (status === 'revoked' || status === 'expired')
      throw new StartupError(`key ${apiKey.id} is ${status} and cannot come back; nothing was confirmed`);
  }
}
