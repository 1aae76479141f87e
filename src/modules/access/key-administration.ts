import type { ApiKey, PrismaClient } from '../../generated/prisma/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { StartupError } from '../../lib/fault.ts';
import type { PrismaQueries } from '../idempotency/effects.ts';
import { Quotas } from '../quotas/quotas.ts';
import { type AdminAction, recordAdminEvent } from './admin-events.ts';
import {
  assertActive,
  keyDetails,
  type NewKey,
  type Rotation,
  revokeWithCreated,
  rotateKey,
} from './api-keys.ts';
import { budgetOf, writeLimit } from './key-spending.ts';
import { lockCredentials } from './locked-caller.ts';

interface KeyAdministrationTools {
  prisma: PrismaClient;
  clock: Clock;
  /** System user who runs the command, for the audit log. */
  operator: string;
}

/** Creates the operations of the command line on one key. */
export function createKeyAdministration({ prisma, clock, operator }: KeyAdministrationTools) {
  const record = (db: PrismaQueries, action: AdminAction, organizationId: number, details: object) =>
    recordAdminEvent(db, clock, { operator }, { action, organizationId, details });

  /** Finds an API key. Sessions share their ids with keys, and no command is for them. */
  async function keyWith(db: PrismaQueries, keyId: number): Promise<ApiKey> {
    const apiKey = await db.apiKey.findFirst({ where: { id: keyId, signedInBy: null } });
    if (apiKey) return apiKey;
    throw new StartupError(`no key has the id ${keyId}`);
  }

  return {
    /**
     * Sets the monthly credit limit of a key.
     *
     * @param limit in credits; null for none.
     * @throws StartupError if no key has the id; Fault api_key_inactive
     */
    limitKey: (keyId: number, limit: number | null): Promise<void> =>
      prisma.$transaction(async (db) => {
        await lockCredentials(db, clock, [keyId, budgetOf(await keyWith(db, keyId))]);
        const apiKey = await keyWith(db, keyId);
        const now = clock.now();
        assertActive(apiKey, now);
        const change = await writeLimit(db, apiKey, limit, now);
        await record(db, 'key_changed', apiKey.organizationId, { ...keyDetails(apiKey), ...change });
      }),

    /** Replaces a key by a successor. The old key keeps working for the overlap. */
    rotateKey: (keyId: number, rotation: Rotation): Promise<NewKey> =>
      prisma.$transaction(async (db) => {
        await lockCredentials(db, clock, [keyId]);
        const apiKey = await keyWith(db, keyId);
        const made = await rotateKey(db, { clock, quotas: new Quotas({}) }, rotation, apiKey);
        await record(db, 'key_rotated', made.apiKey.organizationId, keyDetails(made.apiKey));
        return made;
      }),

    /**
     * @returns the ids of keys that were created with it and were active until now. With `includeCreated` they are revoked
     *   too.
     */
    revokeKey: (keyId: number, includeCreated = false): Promise<number[]> =>
      prisma.$transaction(async (db) => {
        const { organizationId } = await keyWith(db, keyId);
        return revokeWithCreated(db, clock, {
          keyId,
          organizationId,
          includeCreated,
          manageable: {},
          record: (details) => record(db, 'key_revoked', organizationId, details),
        });
      }),
  };
}
