import type { PoolClient, Queryable } from '../../database/client.ts';
import { transaction } from '../../database/client.ts';
import type { Pools } from '../../database/pools.ts';
import type { Clock } from '../../lib/clock.ts';
import { Fault, invalidValue } from '../../lib/fault.ts';
import type { UserPrincipal } from '../../lib/principal.ts';
import { type AdminActor, recordAdminEventIn } from '../access/admin-events.ts';
import { requireLive } from '../access/locked-caller.ts';
import { findPlace, NOW, readPlace } from '../events/queries.ts';
import { effect } from '../idempotency/effects.ts';
import type { Challenges } from '../sign-in/challenges.ts';
import { type DigestFrequency, PERIODS_MS } from './queries.ts';

/** The setting of a user. */
export interface DigestSetting {
  frequency: DigestFrequency;
  /** When the next mail is due; null without one. */
  nextAt: Date | null;
  /** Whether the service has a mail server. */
  isMailed: boolean;
}

interface DigestTools {
  pools: Pick<Pools, 'reads' | 'writes'>;
  clock: Clock;
  challenges: Pick<Challenges, 'seal' | 'unseal'>;
  isMailed: boolean;
}

export type Digests = ReturnType<typeof createDigests>;

const PURPOSE = 'digest_unsubscribe';
/** The path to which a mail program, or the page behind GET, posts. */
export const UNSUBSCRIBE_PATH = '/digest/unsubscribe';

/** The mails that users get about their watched lists: how often, and turning them off. The worker sends them. */
export function createDigests({ pools, clock, challenges, isMailed }: DigestTools) {
  const { reads, writes } = pools;

  async function read(db: Queryable, userId: number): Promise<DigestSetting> {
    const { rows } = await db.query<Pick<DigestSetting, 'frequency' | 'nextAt'>>({
      name: 'digest_setting',
      text: 'SELECT frequency, due_at AS "nextAt" FROM digest WHERE user_id = $1',
      values: [userId],
    });
    return { ...(rows[0] ?? { frequency: 'none', nextAt: null }), isMailed };
  }

  /** Locks the user, so that parallel changes of one person take turns. */
  async function lockOwner(client: PoolClient, userId: number) {
    const { rows } = await client.query<{ kind: string; organizationId: number }>({
      name: 'digest_owner_lock',
      text: 'SELECT kind, organization_id AS "organizationId" FROM "user" WHERE id = $1 FOR NO KEY UPDATE',
      values: [userId],
    });
    return rows[0];
  }

  async function record(
    client: PoolClient,
    by: AdminActor,
    [userId, organizationId]: [number, number],
    [from, to]: [DigestFrequency, DigestFrequency],
  ): Promise<void> {
    const details = { user_id: userId, from, to };
    await recordAdminEventIn(client, clock, by, { action: 'digest_changed', organizationId, details });
  }

  /** Returns the user whom a link of a mail names. @throws Fault not_found */
  async function userOf(token: string): Promise<number> {
    const payload = await challenges.unseal(PURPOSE, token);
    if (payload?.length !== 4)
      throw new Fault('not_found', 'This link is not complete. Use the whole link of the mail.');
    return payload.readUInt32BE();
  }

  return {
    /** Reads the setting of the caller. */
    find: ({ userId }: Pick<UserPrincipal, 'userId'>): Promise<DigestSetting> => read(reads, userId),

    /**
     * Sets how often the caller gets a mail. The first one comes after a whole period.
     *
     * @throws Fault validation_error for a service account, invalid_api_key
     */
    async set(caller: UserPrincipal, frequency: DigestFrequency | undefined): Promise<DigestSetting> {
      const { userId, organizationId } = caller;
      const { epoch, position } = await findPlace(writes, readPlace(NOW));
      return effect(writes, async (client) => {
        const owner = await lockOwner(client, userId);
        await requireLive(client, clock, caller);
        const before = await read(client, userId);
        if (frequency === undefined || frequency === before.frequency) return before;
        if (owner?.kind !== 'person')
          throw invalidValue('/frequency', 'cannot be set for a service account, which reads no mail');
        if (frequency === 'none') await remove(client, userId);
        else
          await client.query({
            name: 'digest_set',
            // A mail that was due before comes a period from now. It begins where the former one ended.
            text: `INSERT INTO digest (user_id, frequency, due_at, epoch, position) VALUES ($1, $2, $3, $4, $5)
              ON CONFLICT (user_id) DO UPDATE SET frequency = excluded.frequency, due_at = excluded.due_at, attempts = 0, lease = NULL`,
            values: [
              userId,
              frequency,
              new Date(clock.now().getTime() + PERIODS_MS[frequency]),
              epoch,
              position,
            ],
          });
        await record(client, caller, [userId, organizationId], [before.frequency, frequency]);
        return read(client, userId);
      });
    },

    /** Returns the token of a link that turns off the mails of a user. It does not expire. */
    tokenOf(userId: number): Promise<string> {
      const payload = Buffer.alloc(4);
      payload.writeUInt32BE(userId);
      return challenges.seal(PURPOSE, payload);
    },

    /** Checks the token of a link. @throws Fault not_found */
    check: async (token: string): Promise<void> => void (await userOf(token)),

    /** Turns off the mails of the user whom a link names. A repetition changes nothing. @throws Fault not_found */
    async unsubscribe(token: string): Promise<void> {
      const userId = await userOf(token);
      await transaction(writes, async (client) => {
        const owner = await lockOwner(client, userId);
        const { frequency } = await read(client, userId);
        if (!owner || frequency === 'none') return;
        await remove(client, userId);
        const by = { userId, keyId: null };
        await record(client, by, [userId, owner.organizationId], [frequency, 'none']);
      });
    },
  };
}

async function remove(client: Queryable, userId: number): Promise<void> {
  await client.query({
    name: 'digest_delete',
    text: 'DELETE FROM digest WHERE user_id = $1',
    values: [userId],
  });
}
