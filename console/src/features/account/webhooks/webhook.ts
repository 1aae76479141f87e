import { CompanyDataError } from '../../../api/client.ts';
import {
  type AttemptFieldsFragment,
  WebhookDeliveriesDocument,
  WebhookDocument,
  WebhookEventsDocument,
  type WebhookFieldsFragment,
  WebhooksDocument,
} from '../../../generated/graphql.ts';
import { webhooksText as text } from '../../../text/webhooks.ts';

export type Webhook = WebhookFieldsFragment;

/** Queries that are read again after a change of a webhook. */
export const CHANGES = [WebhooksDocument, WebhookDocument, WebhookDeliveriesDocument, WebhookEventsDocument];

export type WebhookState = keyof typeof text.states;

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
  if (status == null) return text.reasons[reason ?? ''] ?? reason ?? '';
  const said = text.testing.status(status);
  return status >= 300 && status < 400 ? `${said} ${text.testing.redirect}` : said;
}

/** Returns an error of an operation on webhooks, in words that say what to do here. */
export function explainError(error: CompanyDataError | null): CompanyDataError | null {
  if (!error) return null;
  const message = messageOf(error);
  return message === undefined ? error : new CompanyDataError({ ...error, message });
}

function messageOf({ code, details }: CompanyDataError): string | undefined {
  const { quota, ...messages } = text.errors;
  if (code === 'quota_exceeded') return quota(Number(details.limit));
  return Object.hasOwn(messages, code) ? messages[code as keyof typeof messages] : undefined;
}
