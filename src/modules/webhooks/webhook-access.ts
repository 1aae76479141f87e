import type { Clock } from '../../lib/clock.ts';
import { Fault } from '../../lib/fault.ts';
import type { UserPrincipal } from '../../lib/principal.ts';
import { type LockedCaller, lockCaller } from '../access/locked-caller.ts';
import type { PrismaQueries } from '../idempotency/effects.ts';
import type { StoredWebhook } from './webhook.ts';

export const WITH_OWNER = { user: true } as const;

/** Selects the webhooks that a user may see: their own; admins see all of the organization. */
export function visibleTo({ organizationId, userId, role }: UserPrincipal) {
  return role === 'admin' ? { organizationId } : { organizationId, userId };
}

type Find = (db: Pick<PrismaQueries, 'webhook'>, user: UserPrincipal, id: number) => Promise<StoredWebhook>;

/** Finds a webhook that the caller sees. @throws Fault webhook_not_found */
export const find: Find = async (db, user, id) => {
  const where = { id, ...visibleTo(user) };
  const webhook = await db.webhook.findFirst({ where, include: WITH_OWNER });
  if (!webhook) throw new Fault('webhook_not_found', 'Webhook not found, or it is not yours.');
  return webhook;
};

/** Finds a webhook that the caller owns. @throws Fault webhook_not_found, insufficient_access */
export const findOwn: Find = async (db, user, id) => {
  const webhook = await find(db, user, id);
  if (webhook.userId === user.userId) return webhook;
  const message =
    'Only its owner can do this with a webhook. Admins of the organization can see and delete it.';
  throw new Fault('insufficient_access', message);
};

/**
 * Locks the caller and a webhook for a change. A run that sends its events waits, or finds that it must end.
 *
 * @throws Fault as of `find`, and invalid_api_key
 */
export async function lock(
  db: PrismaQueries,
  clock: Clock,
  user: UserPrincipal,
  id: number,
  find: Find,
): Promise<{ caller: LockedCaller; webhook: StoredWebhook }> {
  // Access first: callers never wait for webhooks that they cannot see.
  await find(db, user, id);
  const caller = await lockCaller(db, clock, user);
  await db.$queryRaw`SELECT id FROM webhook WHERE id = ${id} FOR NO KEY UPDATE`;
  return { caller, webhook: await find(db, caller, id) };
}
