import type { User, Webhook } from '../../generated/prisma/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { isStorable } from '../../lib/domain-name.ts';
import { Fault, type Violation, validationFault } from '../../lib/fault.ts';
import type { UserPrincipal } from '../../lib/principal.ts';
import { isWithin, TEXT_LIMITS } from '../../lib/request-limits.ts';
import { storedText } from '../../lib/text-key.ts';
import { type LockedCaller, lockCaller } from '../access/locked-caller.ts';
import { type DisabledReason, EVENT_TYPES, type EventType } from '../events/event.ts';
import { eventCursor } from '../events/queries.ts';
import type { PrismaQueries } from '../idempotency/effects.ts';
import type { TargetRules } from './connector.ts';
import type { WebhookFormat } from './signing.ts';

/** A webhook as callers see it. */
export type ShownWebhook = ReturnType<typeof toShown>;

export type StoredWebhook = Webhook & { user: User };

/** @param epoch that of the feed: a webhook of another one waits. */
export function toShown(webhook: StoredWebhook, epoch: string, now: Date) {
  const { id, user, url, label, createdAt, disabledAt, attempts, failingSince, pendingEventId } = webhook;
  const isRestored = webhook.epoch !== epoch;
  const reason = isRestored ? 'restored' : (webhook.disabledReason as DisabledReason | null);
  const isEnabled = disabledAt === null && !isRestored;
  const { previousSecretUntil: until } = webhook;
  return {
    webhookId: id,
    owner: user,
    url,
    label,
    format: webhook.format as WebhookFormat,
    /** Types and lists; empty: all. */
    types: webhook.types.filter((type): type is EventType => type in EVENT_TYPES),
    listIds: webhook.listIds,
    createdAt,
    enabled: isEnabled,
    disabledAt,
    disabledReason: reason,
    /** Leads to the event that is sent next. */
    cursor: eventCursor(webhook.epoch, Number(webhook.position)),
    attempts,
    failingSince,
    /** Null unless an attempt has failed. */
    nextAttemptAt: isEnabled && attempts > 0 ? webhook.nextAttemptAt : null,
    /** The event that it hangs on. */
    pendingEventId: pendingEventId === null ? null : Number(pendingEventId),
    /** Until when the previous secret signs as well; null if none does. */
    previousSecretUntil: until && until > now ? until : null,
  };
}

export const WITH_OWNER = { user: true } as const;

/** Selects the webhooks that a user may see: their own; admins see all of the organization. */
export function visibleTo({ organizationId, userId, role }: UserPrincipal) {
  return role === 'admin' ? { organizationId } : { organizationId, userId };
}

type Find = (db: Pick<PrismaQueries, 'webhook'>, user: UserPrincipal, id: number) => Promise<StoredWebhook>;

/** Finds a webhook that the caller sees. @throws Fault webhook_not_found */
export const requireWebhook: Find = async (db, user, id) => {
  const where = { id, ...visibleTo(user) };
  const webhook = await db.webhook.findFirst({ where, include: WITH_OWNER });
  if (!webhook) throw new Fault('webhook_not_found', 'Webhook not found, or it is not yours.');
  return webhook;
};

/** Finds a webhook that the caller owns. @throws Fault webhook_not_found, insufficient_access */
export const requireOwnWebhook: Find = async (db, user, id) => {
  const webhook = await requireWebhook(db, user, id);
  if (webhook.userId === user.userId) return webhook;
  const message =
    'Only its owner can do this with a webhook. Admins of the organization can see and delete it.';
  throw new Fault('insufficient_access', message);
};

/**
 * Locks the caller and a webhook for a change. A run that sends its events waits, or finds that it must end.
 *
 * @param require `requireWebhook` or `requireOwnWebhook`, whose faults it throws; invalid_api_key as well.
 */
export async function lockWebhook(
  db: PrismaQueries,
  clock: Clock,
  user: UserPrincipal,
  id: number,
  require: Find,
): Promise<{ caller: LockedCaller; webhook: StoredWebhook }> {
  // Access first: callers never wait for webhooks that they cannot see.
  await require(db, user, id);
  const caller = await lockCaller(db, clock, user);
  await db.$queryRaw`SELECT id FROM webhook WHERE id = ${id} FOR NO KEY UPDATE`;
  return { caller, webhook: await require(db, caller, id) };
}

/** Most lists that a webhook names. */
export const MAX_LISTS = 100;

/** Fields of a webhook that its owner sets. */
export interface WebhookFields {
  url: string;
  /** Null: all. */
  types?: readonly EventType[] | null | undefined;
  /** Ids of lists; 0 for one that is malformed. Null: all. */
  listIds?: readonly number[] | null | undefined;
  label?: string | null | undefined;
  format?: WebhookFormat | null | undefined;
}

/** Fields as they are stored. */
export type StoredFields = Pick<Webhook, 'url' | 'types' | 'listIds' | 'label'> & { format: WebhookFormat };

/**
 * Checks the fields that are given.
 *
 * @returns what is stored of them.
 * @throws Fault validation_error
 */
export function checkFields(
  rules: TargetRules,
  fields: { [Name in keyof WebhookFields]?: WebhookFields[Name] | undefined },
): Partial<StoredFields> {
  const violations: Violation[] = [];
  const { url: rawUrl, types, listIds, label, format } = fields;
  const stored: Partial<StoredFields> = {};
  if (rawUrl !== undefined) {
    const url = readUrl(rawUrl, rules);
    if ('message' in url) violations.push({ pointer: '/url', message: url.message });
    else stored.url = url.href;
  }
  if (types !== undefined) stored.types = [...new Set(types)];
  if (listIds !== undefined) {
    stored.listIds = [...new Set(listIds)];
    if (stored.listIds.length > MAX_LISTS)
      violations.push({ pointer: '/listIds', message: `must have at most ${MAX_LISTS} lists` });
    listIds?.forEach((id, index) => {
      if (id === 0) violations.push({ pointer: `/listIds/${index}`, message: 'must be the id of a list' });
    });
  }
  if (label !== undefined) {
    stored.label = storedText(label?.trim() ?? '') || null;
    if (stored.label !== null && !isWithin(stored.label, TEXT_LIMITS.webhookLabel)) {
      const message = `must be at most ${TEXT_LIMITS.webhookLabel.maxLength} characters`;
      violations.push({ pointer: '/label', message });
    } else if (stored.label !== null && !isStorable(stored.label))
      violations.push({ pointer: '/label', message: 'must not contain U+0000 or half of a surrogate pair' });
  }
  if (format) stored.format = format;
  if (violations.length > 0) throw validationFault(violations);
  return stored;
}

/** Reads a URL, and leaves out its fragment, which is never sent. */
function readUrl(text: string, rules: TargetRules): { href: string } | { message: string } {
  if (!isWithin(text, TEXT_LIMITS.webhookUrl))
    return { message: `must be at most ${TEXT_LIMITS.webhookUrl.maxLength} characters` };
  if (!URL.canParse(text)) return { message: 'must be a URL such as https://hooks.example/events' };
  const url = new URL(text);
  url.hash = '';
  const message = rules.refusalOf(url);
  return message === undefined ? { href: url.href } : { message };
}

/** Returns what the audit log says of fields. Paths of URLs are secrets of other services, such as Slack. */
export function fieldDetails({ url, listIds, ...rest }: Partial<StoredFields>): object {
  return {
    ...rest,
    ...(listIds === undefined ? {} : { list_ids: listIds }),
    ...(url === undefined ? {} : { origin: new URL(url).origin }),
  };
}
