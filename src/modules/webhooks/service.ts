import type { Pools } from '../../database/pools.ts';
import type { Prisma, PrismaClient, Webhook, WebhookDelivery } from '../../generated/prisma/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { Fault } from '../../lib/fault.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Keyset } from '../../lib/page.ts';
import type { UserPrincipal } from '../../lib/principal.ts';
import { type AdminAction, recordAdminEvent } from '../access/admin-events.ts';
import { type LockedCaller, lockCaller } from '../access/locked-caller.ts';
import { findPlace, NOW, readPlace } from '../events/queries.ts';
import { type PrismaQueries, prismaEffect, prismaTransaction, recalled } from '../idempotency/effects.ts';
import type { Quotas } from '../quotas/quotas.ts';
import type { TargetRules } from './connector.ts';
import type { Attempt, Sender } from './sender.ts';
import { generateSecret, type SigningEndpoint, signedRequest, testMessage } from './signing.ts';
import {
  checkFields,
  fieldDetails,
  lockWebhook,
  requireOwnWebhook,
  requireWebhook,
  type ShownWebhook,
  type StoredFields,
  type StoredWebhook,
  toShown,
  visibleTo,
  type WebhookFields,
  WITH_OWNER,
} from './webhook.ts';

interface WebhookTools {
  /** Prisma over `writes`. */
  prisma: PrismaClient;
  pools: Pick<Pools, 'writes'>;
  clock: Clock;
  logger: Logger;
  quotas: Quotas;
  rules: TargetRules;
  sender: Sender;
}

/** A webhook with its secret, which is shown only now. */
export interface WebhookWithSecret {
  webhook: ShownWebhook;
  secret: string;
}

/** Fields to change; absent ones stay as they are. */
type WebhookChanges = { [Name in keyof WebhookFields]?: WebhookFields[Name] | undefined } & {
  enabled?: boolean | undefined;
};

/** Time for which the previous secret signs beside the new one. */
const ROTATION_MS = 24 * 60 * 60 * 1000;
/** An endpoint that has not failed. */
const WITHOUT_FAILURE = { attempts: 0, failingSince: null } as const;
const NOTHING_PENDING = { ...WITHOUT_FAILURE, pendingPosition: null, pendingEventId: null } as const;

export type Webhooks = ReturnType<typeof createWebhooks>;

/** Creates the operations of users on their webhooks. */
export function createWebhooks(tools: WebhookTools) {
  const { prisma, pools, clock, logger, quotas, rules, sender } = tools;

  async function readEpoch(db: Pick<PrismaQueries, 'eventFeed'>): Promise<string> {
    return (await db.eventFeed.findUniqueOrThrow({ where: { id: 1 }, select: { epoch: true } })).epoch;
  }

  async function show(db: Pick<PrismaQueries, 'eventFeed'>, webhook: StoredWebhook): Promise<ShownWebhook> {
    return toShown(webhook, await readEpoch(db), clock.now());
  }

  async function record(
    db: PrismaQueries,
    user: LockedCaller,
    action: AdminAction,
    { id: webhook_id, userId: owner_id }: Pick<Webhook, 'id' | 'userId'>,
    details: object = {},
  ): Promise<void> {
    const { organizationId } = user;
    await recordAdminEvent(db, clock, user, {
      action,
      organizationId,
      details: { webhook_id, owner_id, ...details },
    });
  }

  const log = (audit: AdminAction, { userId, keyId, organizationId }: UserPrincipal, webhookId: number) =>
    logger.info({ audit, webhookId, byUserId: userId, byKeyId: keyId, organizationId }, 'administration');

  /** Changes a webhook of the caller, unless there is nothing to change. */
  async function change(
    user: UserPrincipal,
    id: number,
    action: AdminAction,
    plan: (webhook: StoredWebhook, db: PrismaQueries) => Promise<{ data: Partial<Webhook>; details: object }>,
  ): Promise<ShownWebhook> {
    let isChanged = false;
    const shown = await prismaEffect(prisma, async (db) => {
      const { caller, webhook } = await lockWebhook(db, clock, user, id, requireOwnWebhook);
      const { data, details } = await plan(webhook, db);
      if (Object.keys(data).length === 0) return show(db, webhook);
      await record(db, caller, action, webhook, details);
      isChanged = true;
      return show(db, await db.webhook.update({ where: { id }, data, include: WITH_OWNER }));
    });
    if (isChanged) log(action, user, id);
    return shown;
  }

  async function findAll(where: Prisma.WebhookWhereInput): Promise<ShownWebhook[]> {
    const [epoch, webhooks] = await Promise.all([
      readEpoch(prisma),
      prisma.webhook.findMany({ where, include: WITH_OWNER, orderBy: { id: 'asc' } }),
    ]);
    return webhooks.map((webhook) => toShown(webhook, epoch, clock.now()));
  }

  /** Changes of a webhook that is enabled: it goes on where it stopped, at once. @throws Fault cursor_expired */
  async function enabling(webhook: StoredWebhook, db: PrismaQueries): Promise<Partial<Webhook>> {
    const feed = await db.eventFeed.findUniqueOrThrow({ where: { id: 1 } });
    if (webhook.position < feed.deletedThrough) {
      const message =
        'The events that this webhook would send next are no longer kept. Set its cursor first, by a replay.';
      throw new Fault('cursor_expired', message);
    }
    const enabled = { disabledAt: null, disabledReason: null, epoch: feed.epoch };
    return { ...enabled, ...WITHOUT_FAILURE, nextAttemptAt: clock.now() };
  }

  return {
    /** Lists the webhooks that the caller sees, the oldest first. */
    list: (user: UserPrincipal): Promise<ShownWebhook[]> => findAll(visibleTo(user)),

    /** Finds webhooks by id, in any order. Those that the caller does not see are left out. */
    findMany: (user: UserPrincipal, ids: readonly number[]): Promise<ShownWebhook[]> =>
      findAll({ ...visibleTo(user), id: { in: [...ids] } }),

    /** Counts the webhooks of an organization. */
    count: (organizationId: number): Promise<number> => prisma.webhook.count({ where: { organizationId } }),

    /** Finds a webhook that the caller sees. @throws Fault webhook_not_found */
    get: async (user: UserPrincipal, id: number): Promise<ShownWebhook> =>
      show(prisma, await requireWebhook(prisma, user, id)),

    /**
     * Creates a webhook, which sends the events from now on.
     *
     * @throws Fault validation_error, quota_exceeded, invalid_api_key
     */
    async create(user: UserPrincipal, fields: WebhookFields): Promise<WebhookWithSecret> {
      const { url = '', ...rest } = checkFields(rules, fields);
      const { organizationId, userId } = user;
      const place = await findPlace(pools.writes, readPlace(NOW));
      const make = async (db: PrismaQueries) => {
        const caller = await lockCaller(db, clock, user);
        await quotas.assertRoom('webhooks', 1, async () => {
          await db.$queryRaw`SELECT id FROM organization WHERE id = ${organizationId} FOR NO KEY UPDATE`;
          return db.webhook.count({ where: { organizationId } });
        });
        const now = clock.now();
        const secret = generateSecret();
        const stored: StoredFields = {
          format: 'standard',
          types: [],
          listIds: [],
          label: null,
          ...rest,
          url,
        };
        const data = {
          ...{ ...stored, organizationId, userId, secret, createdAt: now, nextAttemptAt: now },
          ...{ epoch: place.epoch, position: BigInt(place.position) },
        };
        const webhook = await db.webhook.create({ data, include: WITH_OWNER });
        await record(db, caller, 'webhook_created', webhook, fieldDetails(stored));
        return { webhook: await show(db, webhook), secret };
      };
      const made = await prismaEffect(prisma, make, ({ webhook: { webhookId } }) => lostSecret(webhookId));
      log('webhook_created', user, made.webhook.webhookId);
      return made;
    },

    /**
     * Changes a webhook of the caller. One that is enabled goes on where it stopped, at once.
     *
     * @throws Fault webhook_not_found, insufficient_access, validation_error, cursor_expired, invalid_api_key
     */
    update(user: UserPrincipal, id: number, { enabled, ...fields }: WebhookChanges): Promise<ShownWebhook> {
      const stored = checkFields(rules, fields);
      return change(user, id, 'webhook_changed', async (webhook, db) => {
        const disabling =
          enabled === false && webhook.disabledAt === null
            ? { disabledAt: clock.now(), disabledReason: 'by_owner' }
            : {};
        const switching = enabled === true ? await enabling(webhook, db) : disabling;
        const switched = typeof enabled === 'boolean' ? { enabled } : {};
        return { data: { ...stored, ...switching }, details: { ...fieldDetails(stored), ...switched } };
      });
    },

    /**
     * Gives a webhook of the caller a new secret. For 24 hours, the previous one signs as well.
     *
     * @throws Fault webhook_not_found, insufficient_access, invalid_api_key
     */
    async rotateSecret(user: UserPrincipal, id: number): Promise<WebhookWithSecret> {
      const rotate = async (db: PrismaQueries) => {
        const { caller, webhook: former } = await lockWebhook(db, clock, user, id, requireOwnWebhook);
        const { secret: previousSecret, ...webhook } = former;
        const secret = generateSecret();
        const previousSecretUntil = new Date(clock.now().getTime() + ROTATION_MS);
        const data = { secret, previousSecret, previousSecretUntil };
        const changed = await db.webhook.update({ where: { id }, data, include: WITH_OWNER });
        await record(db, caller, 'webhook_secret_rotated', webhook);
        return { webhook: await show(db, changed), secret };
      };
      const rotated = await prismaEffect(prisma, rotate, () => lostSecret(id));
      log('webhook_secret_rotated', user, id);
      return rotated;
    },

    /**
     * Sets the cursor of a webhook of the caller: it sends the events after it, also those that it has sent before.
     *
     * @param cursor as of the feed; without one, the oldest event that is kept comes next.
     * @throws Fault webhook_not_found, insufficient_access, validation_error, cursor_expired, invalid_api_key
     */
    replay(user: UserPrincipal, id: number, cursor: string | null | undefined): Promise<ShownWebhook> {
      return recalled(async () => {
        const { position } = await findPlace(pools.writes, readPlace(cursor, '/cursor'));
        // The epoch stays: a webhook of a restored database waits until it is enabled.
        return change(user, id, 'webhook_cursor_moved', async () => {
          const data = { position: BigInt(position), ...NOTHING_PENDING, nextAttemptAt: clock.now() };
          return { data, details: { position } };
        });
      });
    },

    /**
     * Leaves out the event that a webhook of the caller hangs on.
     *
     * @throws Fault webhook_not_found, insufficient_access, nothing_to_skip, invalid_api_key
     */
    skip: (user: UserPrincipal, id: number): Promise<ShownWebhook> =>
      change(user, id, 'webhook_cursor_moved', async ({ pendingPosition, pendingEventId }) => {
        if (pendingPosition === null || pendingEventId === null) {
          const message = 'No event is blocking the webhook: its last attempt did not fail.';
          throw new Fault('nothing_to_skip', message);
        }
        const data = { position: pendingPosition, ...NOTHING_PENDING, nextAttemptAt: clock.now() };
        return { data, details: { skipped_event_id: Number(pendingEventId) } };
      }),

    /** Deletes a webhook of the caller, or, for admins, of the organization. @throws Fault webhook_not_found, invalid_api_key */
    async delete(user: UserPrincipal, id: number): Promise<void> {
      await prismaEffect(prisma, async (db) => {
        const { caller, webhook } = await lockWebhook(db, clock, user, id, requireWebhook);
        await db.webhook.delete({ where: { id } });
        await record(db, caller, 'webhook_deleted', webhook);
      });
      log('webhook_deleted', user, id);
    },

    /** Sends a message once, outside the feed. @throws Fault webhook_not_found, insufficient_access, invalid_api_key */
    async test(user: UserPrincipal, id: number): Promise<Attempt> {
      const webhook = await prismaTransaction(prisma, async (db) =>
        requireOwnWebhook(db, await lockCaller(db, clock, user), id),
      );
      const now = clock.now();
      return sender.send(signedRequest(webhook as Webhook & SigningEndpoint, testMessage(id, now), now));
    },

    /** Reads attempts to send events of a webhook, newest first. */
    deliveries: (webhookId: number, { limit, after, offset }: Keyset): Promise<WebhookDelivery[]> =>
      prisma.webhookDelivery.findMany({
        where: { webhookId, id: { lt: after ?? Number.MAX_SAFE_INTEGER } },
        orderBy: { id: 'desc' },
        skip: offset,
        take: limit,
      }),

    /** Finds attempts by id, in any order. Those of webhooks that the caller does not see are left out. */
    findDeliveries: (user: UserPrincipal, ids: readonly number[]): Promise<WebhookDelivery[]> =>
      prisma.webhookDelivery.findMany({ where: { id: { in: [...ids] }, webhook: visibleTo(user) } }),

    countDeliveries: (webhookId: number): Promise<number> =>
      prisma.webhookDelivery.count({ where: { webhookId } }),
  };
}

function lostSecret(id: number): string {
  return `An earlier request with this Idempotency-Key made the secret of webhook ${id}, which is shown only once. Rotate the secret of that webhook.`;
}
