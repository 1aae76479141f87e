import type { User, Webhook } from '../../generated/prisma/client.ts';
import { EVENT_TYPES, type EventType } from '../events/event.ts';
import { eventCursor } from '../events/event-cursor.ts';
import type { WebhookFormat } from './signing.ts';

/** Why a webhook is disabled, with what each means. */
export const DISABLED_REASONS = {
  by_owner: 'Its owner disabled it.',
  failing: 'Its endpoint failed for five days.',
  gone: 'Its endpoint answered with the status 410.',
  expired:
    'It waited for so long that the next events are no longer kept. Set its cursor before you enable it.',
  restored: 'The database was restored from a backup. All webhooks wait until they are enabled.',
} as const;
export type DisabledReason = keyof typeof DISABLED_REASONS;

/** A webhook as callers see it. */
export interface ShownWebhook {
  webhookId: number;
  owner: User;
  url: string;
  label: string | null;
  format: WebhookFormat;
  /** Empty: all. */
  types: EventType[];
  /** Empty: all. */
  listIds: number[];
  createdAt: Date;
  isEnabled: boolean;
  disabledAt: Date | null;
  disabledReason: DisabledReason | null;
  /** Leads to the event that is sent next. */
  cursor: string;
  attempts: number;
  failingSince: Date | null;
  /** Null unless an attempt has failed. */
  nextAttemptAt: Date | null;
  /** The event that it hangs on. */
  pendingEventId: number | null;
  /** Until when the previous secret signs as well; null if none does. */
  previousSecretUntil: Date | null;
}

export type StoredWebhook = Webhook & { user: User };

/** @param epoch that of the feed: a webhook of another one waits. */
export function toShown(webhook: StoredWebhook, epoch: string, now: Date): ShownWebhook {
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
    types: webhook.types.filter((type): type is EventType => type in EVENT_TYPES),
    listIds: webhook.listIds,
    createdAt,
    isEnabled,
    disabledAt,
    disabledReason: reason,
    cursor: eventCursor(webhook.epoch, Number(webhook.position)),
    attempts,
    failingSince,
    nextAttemptAt: isEnabled && attempts > 0 ? webhook.nextAttemptAt : null,
    pendingEventId: pendingEventId === null ? null : Number(pendingEventId),
    previousSecretUntil: until && until > now ? until : null,
  };
}
