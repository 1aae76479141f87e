import { Badge } from '@mantine/core';
import { CompanyDataError } from '../../../api/client.ts';
import {
  type AttemptFieldsFragment,
  type EventType,
  WebhookDeliveriesDocument,
  type WebhookDisabledReason,
  WebhookDocument,
  WebhookEventsDocument,
  type WebhookFieldsFragment,
  type WebhookFormat,
  WebhooksDocument,
} from '../../../generated/graphql.ts';
import { TimeAgo } from '../../../ui/time-ago.tsx';

export const EVENT_TYPES: Record<EventType, string> = {
  LIST_MEMBERS_CHANGED: 'Members of a watched list changed',
  LIST_DEFINITION_CHANGED: 'Filter of a list changed',
  LIST_SHARED: 'List shared',
  LIST_UNSHARED: 'Access to a list ended',
  LIST_TRANSFERRED: 'List got another owner',
  LIST_DELETED: 'List deleted',
  CATALOGUE_IMPORTED: 'Catalogue imported',
  FLAG_RESOLVED: 'Report of wrong data resolved',
  JOB_FINISHED: 'Job ended',
  JOB_AWAITING_APPROVAL: 'Job waits for an approval',
  CREDITS_LOW: 'Credits low',
  WEBHOOK_DISABLED: 'Webhook disabled',
};

export const FORMATS: Record<WebhookFormat, string> = { STANDARD: 'JSON', SLACK: 'Slack' };

const SHORT_REASONS: Record<WebhookDisabledReason, string> = {
  BY_OWNER: 'paused',
  FAILING: 'failed for five days, disabled',
  GONE: 'wants no more events, disabled',
  EXPIRED: 'waited for too long, disabled',
  RESTORED: 'waits since the database was restored',
};

/** What went wrong, by the code of the service. Others are shown as they are. */
const REASONS: Readonly<Record<string, string>> = {
  TIMEOUT: 'There was no answer within 15 seconds.',
  NO_ALLOWED_ADDRESS: 'The host has no address, or one that is not allowed.',
  ECONNREFUSED: 'Nothing listens at this address and port.',
  ECONNRESET: 'The endpoint closed the connection.',
  UND_ERR_SOCKET: 'The endpoint closed the connection.',
  CERT_HAS_EXPIRED: 'The certificate of the endpoint has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the endpoint is self-signed.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the endpoint is for another host.',
};

export const CREATED_SECRET = {
  title: 'The secret of your webhook',
  warning: 'Your receiver checks the signatures with it. Copy it now: it is not shown again.',
  stored: 'I have stored it',
  done: 'Done',
  field: 'Secret',
};

const STATES = {
  enabled: 'Enabled',
  failing: 'Failing',
  paused: 'Paused',
  disabled: 'Disabled',
  ownerDisabled: 'Owner disabled',
} as const;

export type Webhook = WebhookFieldsFragment;

/** Queries that are read again after a change of a webhook. */
export const CHANGES = [WebhooksDocument, WebhookDocument, WebhookDeliveriesDocument, WebhookEventsDocument];

export type WebhookState = keyof typeof STATES;

export function stateOf({ enabled, disabledReason, failedAttempts, owner }: Webhook): WebhookState {
  if (!enabled) return disabledReason === 'BY_OWNER' ? 'paused' : 'disabled';
  if (owner.disabledAt != null) return 'ownerDisabled';
  return failedAttempts > 0 ? 'failing' : 'enabled';
}

/** Returns the label of a webhook; without one, the host of its URL. */
export const nameOf = ({ label, url }: Pick<Webhook, 'label' | 'url'>): string => label ?? new URL(url).host;

/** Returns what became of a request, in a sentence. */
export function explainAttempt({ status, reason }: AttemptFieldsFragment): string {
  if (status == null) return REASONS[reason ?? ''] ?? reason ?? '';
  const said = `The endpoint answered with the status ${status}.`;
  return status >= 300 && status < 400 ? `${said} Redirects are not followed.` : said;
}

/** What to do about errors of operations on webhooks, by their codes. */
const ADVICE: Readonly<Record<string, (details: CompanyDataError['details']) => string>> = {
  quota_exceeded: ({ limit }) =>
    `Your organization has all the ${limit} webhooks that it may have. Delete one that is no longer needed. Admins see those of others.`,
  nothing_to_skip: () => 'It hangs on no event any more, so nothing was skipped.',
  cursor_expired: () =>
    'The events that come next are no longer kept. Choose where it goes on: at a later event, or at the oldest that is kept.',
  webhook_not_found: () => 'The webhook was deleted meanwhile.',
  insufficient_access: () => 'Only its owner can do this. Admins can see and delete it.',
};

/** Returns an error of an operation on webhooks, in words that say what to do here. */
export function explainError(error: CompanyDataError | null): CompanyDataError | null {
  const message = error && ADVICE[error.code]?.(error.details);
  return message ? new CompanyDataError({ ...error, message }) : error;
}

const COLORS: Record<WebhookState, string> = {
  enabled: 'green',
  failing: 'orange',
  paused: 'gray.6',
  disabled: 'red',
  ownerDisabled: 'gray.6',
};

/** Says a number with its noun, where one is a word. */
export const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `one ${one}` : `${count} ${many}`;

export function StateBadge({ webhook }: { webhook: Webhook }) {
  const state = stateOf(webhook);
  return (
    <Badge variant="dot" color={COLORS[state]} tt="none" flex="none">
      {STATES[state]}
    </Badge>
  );
}

/** Why and since when a webhook sends nothing, or how often it failed and when it tries again. Nothing for one that works. */
export function StateDetails({ webhook }: { webhook: Webhook }) {
  const { disabledAt, disabledReason, failedAttempts, failingSince, nextAttemptAt } = webhook;
  if (disabledReason != null) {
    return (
      <>
        {SHORT_REASONS[disabledReason]} {disabledAt != null && <TimeAgo at={disabledAt} />}
      </>
    );
  }
  if (stateOf(webhook) !== 'failing' || failingSince == null) return null;
  return (
    <>
      {failedAttempts === 1 ? 'failed' : `failed ${failedAttempts} times, first`}{' '}
      <TimeAgo at={failingSince} />
      {nextAttemptAt != null && (
        <>
          , next attempt <TimeAgo at={nextAttemptAt} />
        </>
      )}
    </>
  );
}
