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
  type WebhookOutcome,
  WebhooksDocument,
} from '../../../generated/graphql.ts';
import { TimeAgo } from '../../../ui/time-ago.tsx';

const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `one ${one}` : `${count} ${many}`;

const eventTypes: Record<EventType, string> = {
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

const formats: Record<WebhookFormat, string> = { STANDARD: 'JSON', SLACK: 'Slack' };

const disabledReasons: Record<WebhookDisabledReason, string> = {
  BY_OWNER: 'It sends nothing, and keeps its place for 30 days.',
  FAILING:
    'Its endpoint failed for five days. Repair the endpoint, and enable the webhook. It goes on where it stopped.',
  GONE: 'Its endpoint answered with the status 410: it wants no more events. Delete the webhook, or enable it.',
  EXPIRED:
    'It waited for more than 30 days, and the events that came next are no longer kept. Choose where it goes on, then enable it.',
  RESTORED:
    'The database was restored from a backup. Read again what you follow, then enable it. It goes on where it stopped.',
};

const shortReasons: Record<WebhookDisabledReason, string> = {
  BY_OWNER: 'paused',
  FAILING: 'failed for five days, disabled',
  GONE: 'wants no more events, disabled',
  EXPIRED: 'waited for too long, disabled',
  RESTORED: 'waits since the database was restored',
};

const outcomes: Record<WebhookOutcome, string> = {
  DELIVERED: 'Delivered',
  REJECTED: 'Refused',
  TIMEOUT: 'No answer',
  UNREACHABLE: 'Not reached',
};

/** What went wrong, by the code of the service. Others are shown as they are. */
const reasons: Readonly<Record<string, string>> = {
  TIMEOUT: 'There was no answer within 15 seconds.',
  NO_ALLOWED_ADDRESS: 'The host has no address, or one that is not allowed.',
  ECONNREFUSED: 'Nothing listens at this address and port.',
  ECONNRESET: 'The endpoint closed the connection.',
  UND_ERR_SOCKET: 'The endpoint closed the connection.',
  CERT_HAS_EXPIRED: 'The certificate of the endpoint has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the endpoint is self-signed.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the endpoint is for another host.',
};

export const webhooksText = {
  eventTypes,
  formats,
  typeCount: (count: number) => counted(count, 'type of event', 'types of events'),
  listCount: (count: number) => `of ${counted(count, 'list', 'lists')}`,
  states: {
    enabled: 'Enabled',
    failing: 'Failing',
    paused: 'Paused',
    disabled: 'Disabled',
    ownerDisabled: 'Owner disabled',
  },
  shortReasons,
  formatHints: {
    STANDARD: 'The event as JSON, signed with a secret.',
    SLACK: 'A message for an incoming webhook of Slack.',
  },
  created: {
    title: 'The secret of your webhook',
    warning: 'Your receiver checks the signatures with it. Copy it now: it is not shown again.',
    stored: 'I have stored it',
    done: 'Done',
    field: 'Secret',
  },
  page: {
    waiting: (count: number, more: boolean) =>
      more ? `More than ${count} events, the oldest` : `${counted(count, 'event', 'events')}, the oldest`,
  },
  notices: {
    paused: 'Paused',
    disabled: 'Disabled',
    failing: 'The endpoint fails',
    /** The time of the first attempt follows. */
    hangs: (event: number, attempts: number) =>
      attempts === 1 ? `Event ${event} failed` : `Event ${event} failed ${attempts} times, first`,
    next: 'The next attempt follows',
    failingBody: 'Later events wait behind it, and none is lost.',
    ownerDisabled: 'Its owner is disabled',
    ownerDisabledBody: 'It waits until an admin enables them.',
  },
  disabledReasons,
  reasons,
  outcomes,
  errors: {
    quota: (limit: number) =>
      `Your organization has all the ${limit} webhooks that it may have. Delete one that is no longer needed. Admins see those of others.`,
    nothing_to_skip: 'It hangs on no event any more, so nothing was skipped.',
    cursor_expired:
      'The events that come next are no longer kept. Choose where it goes on: at a later event, or at the oldest that is kept.',
    webhook_not_found: 'The webhook was deleted meanwhile.',
    insufficient_access: 'Only its owner can do this. Admins can see and delete it.',
  },
} as const;

export type Webhook = WebhookFieldsFragment;

/** Queries that are read again after a change of a webhook. */
export const CHANGES = [WebhooksDocument, WebhookDocument, WebhookDeliveriesDocument, WebhookEventsDocument];

export type WebhookState = keyof typeof webhooksText.states;

/** Returns what a webhook does at the moment. */
export function stateOf({ enabled, disabledReason, failedAttempts, owner }: Webhook): WebhookState {
  if (!enabled) return disabledReason === 'BY_OWNER' ? 'paused' : 'disabled';
  if (owner.disabledAt != null) return 'ownerDisabled';
  return failedAttempts > 0 ? 'failing' : 'enabled';
}

/** Returns the label of a webhook; without one, the host of its URL. */
export const nameOf = ({ label, url }: Pick<Webhook, 'label' | 'url'>): string => label ?? new URL(url).host;

/** Returns what became of a request, in a sentence. */
export function explainAttempt({ status, reason }: AttemptFieldsFragment): string {
  if (status == null) return webhooksText.reasons[reason ?? ''] ?? reason ?? '';
  const said = `The endpoint answered with the status ${status}.`;
  return status >= 300 && status < 400 ? `${said} ${'Redirects are not followed.'}` : said;
}

/** Returns an error of an operation on webhooks, in words that say what to do here. */
export function explainError(error: CompanyDataError | null): CompanyDataError | null {
  if (!error) return null;
  const message = messageOf(error);
  return message === undefined ? error : new CompanyDataError({ ...error, message });
}

function messageOf({ code, details }: CompanyDataError): string | undefined {
  const { quota, ...messages } = webhooksText.errors;
  if (code === 'quota_exceeded') return quota(Number(details.limit));
  return Object.hasOwn(messages, code) ? messages[code as keyof typeof messages] : undefined;
}

const COLORS: Record<WebhookState, string> = {
  enabled: 'green',
  failing: 'orange',
  paused: 'gray.6',
  disabled: 'red',
  ownerDisabled: 'gray.6',
};

/** The state of a webhook in a word. */
export function StateBadge({ webhook }: { webhook: Webhook }) {
  const state = stateOf(webhook);
  return (
    <Badge variant="dot" color={COLORS[state]} tt="none" flex="none">
      {webhooksText.states[state]}
    </Badge>
  );
}

/** Why and since when a webhook sends nothing, or how often it failed and when it tries again. Nothing for one that works. */
export function StateDetails({ webhook }: { webhook: Webhook }) {
  const { disabledAt, disabledReason, failedAttempts, failingSince, nextAttemptAt } = webhook;
  if (disabledReason != null) {
    return (
      <>
        {webhooksText.shortReasons[disabledReason]} {disabledAt != null && <TimeAgo at={disabledAt} />}
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
