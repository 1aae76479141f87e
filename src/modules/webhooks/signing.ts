import { randomBytes } from 'node:crypto';
import { Webhook as Signer } from 'standardwebhooks';
import { CREDENTIAL_PREFIX } from '../../lib/text.ts';
import { EVENT_TYPES, type EventType, type FeedEvent } from '../events/event.ts';
import type { OutgoingRequest } from './sender.ts';

export type WebhookFormat = 'standard' | 'slack';

/** What signs and shapes the requests to an endpoint. */
export interface SigningEndpoint {
  url: string;
  format: WebhookFormat;
  secret: string;
  /** Signs as well until the time beside it. */
  previousSecret: string | null;
  previousSecretUntil: Date | null;
}

/** What a request reports: an event of the feed, or a test. */
interface Message {
  /** The same at each attempt. */
  id: string;
  type: string;
  at: Date;
  /** As the feed shows an event over REST. */
  data: Record<string, unknown>;
}

/** 24 to 64 bytes, by Standard Webhooks. */
const SECRET_BYTES = 32;

export function generateSecret(): string {
  return `${CREDENTIAL_PREFIX.webhook}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** Returns the message of an event. */
export function messageOf({ eventId, type, at, listId, data }: FeedEvent): Message {
  const list = listId === null ? {} : { list_id: listId };
  return { id: String(eventId), type, at, data: { event_id: eventId, type, at, ...list, data } };
}

/** Returns the message of a test, which is no event of the feed. */
export function testMessage(webhookId: number, at: Date): Message {
  const id = `test_${randomBytes(12).toString('hex')}`;
  return {
    id,
    type: 'webhook.test',
    at,
    data: { type: 'webhook.test', at, data: { webhook_id: webhookId } },
  };
}

/** Writes and signs the request of a message (Standard Webhooks 1.0.0). */
export function signedRequest(endpoint: SigningEndpoint, message: Message, now: Date): OutgoingRequest {
  const { url, format, secret, previousSecret, previousSecretUntil } = endpoint;
  const { id, type, at, data } = message;
  const content = format === 'slack' ? { text: slackText(message) } : { type, timestamp: at, data };
  const body = JSON.stringify(content);
  const isRotating = previousSecret !== null && previousSecretUntil !== null && now < previousSecretUntil;
  const signatures = [secret, ...(isRotating ? [previousSecret] : [])].map((each) =>
    new Signer(each).sign(id, now, body),
  );
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'company-data-webhooks',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
  return { url, headers, body };
}

const isEventType = (type: string): type is EventType => type in EVENT_TYPES;

/** Writes a message for people: what happened, and its values. */
function slackText({ type, data }: Message): string {
  const title = isEventType(type) ? EVENT_TYPES[type] : 'This is a test of the webhook.';
  const { list_id, data: values } = data as { list_id?: number; data: Record<string, unknown> };
  const shown = { ...(list_id === undefined ? {} : { list_id }), ...values };
  const details = Object.entries(shown).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return escapeSlack([title, details.join(', ')].filter(Boolean).join('\n'));
}

/** Slack reads these three characters as the beginnings of links and mentions. */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
