import type { Queryable } from '../../database/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { currentContext } from '../../lib/request-context.ts';
import type { PrismaQueries } from '../idempotency/effects.ts';

/** Actions of the audit log of administration. */
export const ADMIN_ACTIONS = [
  'organization_created',
  'organization_changed',
  'user_created',
  'user_disabled',
  'user_enabled',
  'operator_granted',
  'operator_revoked',
  'user_role_changed',
  'user_renamed',
  'link_made',
  'key_created',
  'key_changed',
  'key_rotated',
  'key_revoked',
  'keys_held',
  'key_confirmed',
  'database_restored',
  'database_recovered',
  'credits_granted',
  'flag_resolved',
  'field_declared',
  'field_changed',
  'field_deleted',
  'list_transferred',
  'list_deleted',
  'session_opened',
  'sessions_ended',
  'identity_linked',
  'passkey_added',
  'passkey_renamed',
  'passkey_removed',
  'webhook_created',
  'webhook_changed',
  'webhook_secret_rotated',
  'webhook_cursor_moved',
  'webhook_deleted',
  'digest_changed',
  'import_uploaded',
  'import_applied',
] as const;
export type AdminAction = (typeof ADMIN_ACTIONS)[number];

/** Author of an action: the user of a request, without a key if a signed link names them, or the system user who runs a command. */
export type AdminActor = { userId: number; keyId: number | null } | { operator: string };

interface Action {
  action: AdminAction;
  organizationId: number | null;
  /** Values that the action changed. Never a key, nor its hash. */
  details: object;
}

const INSERT = `
  INSERT INTO admin_event (at, action, organization_id, actor_id, key_id, request_id, operator, details)
  VALUES ($1::timestamptz, $2, $3::int, $4::int, $5::int, $6, $7, $8::jsonb)`;

function valuesOf(clock: Clock, by: AdminActor, { action, organizationId, details }: Action): unknown[] {
  const request = currentContext().request?.requestId ?? null;
  const author = 'operator' in by ? [null, null, null, by.operator] : [by.userId, by.keyId, request, null];
  return [clock.now(), action, organizationId, ...author, JSON.stringify(details)];
}

/** Records an action in a transaction of Prisma, that of the change. */
export async function recordAdminEvent(
  db: Pick<PrismaQueries, '$executeRawUnsafe'>,
  ...event: Parameters<typeof valuesOf>
): Promise<void> {
  await db.$executeRawUnsafe(INSERT, ...valuesOf(...event));
}

/** Records an action in the transaction of a client, that of the change. */
export async function recordAdminEventIn(
  client: Queryable,
  ...event: Parameters<typeof valuesOf>
): Promise<void> {
  await client.query({ name: 'admin_event_record', text: INSERT, values: valuesOf(...event) });
}

/** Fields that an entry must have; an absent one selects all. */
export interface AdminEventFilter {
  organizationId?: number | undefined;
  action?: AdminAction | undefined;
  /** The earliest time. */
  since?: Date | undefined;
}

/** Reads the last entries, newest first. */
export async function readAdminEvents(
  db: Pick<PrismaQueries, 'adminEvent' | 'organization' | 'user'>,
  { organizationId, action, since }: AdminEventFilter,
  limit: number,
) {
  const where = {
    ...(organizationId === undefined ? {} : { organizationId }),
    ...(action === undefined ? {} : { action }),
    ...(since === undefined ? {} : { at: { gte: since } }),
  };
  const events = await db.adminEvent.findMany({ where, orderBy: { id: 'desc' }, take: limit });
  const actors = await db.user.findMany({
    where: { id: { in: events.flatMap(({ actorId }) => actorId ?? []) } },
    select: { id: true, email: true },
  });
  const organizations = await db.organization.findMany({
    where: { id: { in: events.flatMap((event) => event.organizationId ?? []) } },
    select: { id: true, name: true },
  });
  const emails = new Map(actors.map(({ id, email }) => [id, email]));
  const names = new Map(organizations.map(({ id, name }) => [id, name]));
  return events.map((event) => ({
    ...event,
    organization: names.get(event.organizationId ?? 0) ?? null,
    actor: emails.get(event.actorId ?? 0) ?? null,
  }));
}
