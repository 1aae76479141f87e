import type { WebhookDelivery } from '../../generated/prisma/client.ts';
import { FREE, pagePrice } from '../../graphql/analysis/prices.ts';
import { builder, inheritsAccess, innerType } from '../../graphql/builder.ts';
import { AFTER_AN_ID, defineConnection, pageArguments, readPageById } from '../../graphql/connection.ts';
import { defineEnum } from '../../graphql/enums.ts';
import { wideRowKey } from '../../graphql/ids.ts';
import { defineKeyedNodes, defineNodes, inOrder } from '../../graphql/nodes.ts';
import { STANDARD_PAGE } from '../../lib/page.ts';
import { UserRef } from '../access/types.ts';
import type { EventType } from '../events/event.ts';
import { disabledReasons, eventTypes } from '../events/types.ts';
import type { Attempt, AttemptOutcome } from './sender.ts';
import type { Webhooks } from './service.ts';
import type { WebhookFormat } from './signing.ts';
import type { ShownWebhook } from './webhook.ts';

declare module '../../graphql/context.ts' {
  interface Services {
    webhooks: Webhooks;
  }
}

export const formats = defineEnum<WebhookFormat>('WebhookFormat', {
  description: 'Form of the bodies that a webhook sends.',
  values: {
    standard: 'The event as JSON, following Standard Webhooks.',
    slack: 'A message for an incoming webhook of Slack: `{"text": …}`.',
  },
});

const outcomes = defineEnum<AttemptOutcome>('WebhookOutcome', {
  description: 'Result of an attempt to send a request.',
  values: {
    delivered: 'The endpoint answered with a status between 200 and 299.',
    rejected: 'The endpoint answered with another status. Redirects are not followed.',
    timeout: 'The endpoint did not answer within 15 seconds.',
    unreachable:
      'The connection failed. The name, port or certificate is wrong, the address is not allowed, or the endpoint is down.',
  },
});

export const WebhookAttemptRef = innerType<Attempt>('WebhookAttempt', {
  description: 'Outcome of one request to an endpoint.',
  fields: (t) => ({
    outcome: t.field(outcomes.field('Result of the attempt.', ({ outcome }: Attempt) => outcome)),
    status: t.exposeInt('status', {
      nullable: true,
      description: 'HTTP status of the response; null if there was none.',
    }),
    reason: t.exposeString('reason', {
      nullable: true,
      description:
        'Error code, such as `HTTP_500` or `ECONNREFUSED`; null after a success. `NO_ALLOWED_ADDRESS`: the host has no address, or none that is allowed.',
    }),
    durationMs: t.exposeInt('durationMs', { description: 'Duration of the attempt, in milliseconds.' }),
  }),
});

const WebhookDeliveryRef = builder.objectRef<WebhookDelivery>('WebhookDelivery');

defineKeyedNodes<WebhookDelivery, number>(
  WebhookDeliveryRef,
  wideRowKey,
  async (ids, { user, services: { webhooks } }) =>
    inOrder(ids, user ? await webhooks.findDeliveries(user, ids) : [], ({ id }) => Number(id)),
);

builder.node(WebhookDeliveryRef, {
  description:
    'An attempt to send an event to an endpoint. Attempts are kept for 7 days, at most 1,000 of a webhook.',
  extensions: inheritsAccess,
  id: { resolve: ({ id }) => String(id), description: 'Global id of the attempt.' },
  fields: (t) => ({
    deliveryId: t.field({
      type: 'SafeInt',
      description: 'Numeric id of the attempt.',
      resolve: ({ id }) => Number(id),
    }),
    eventId: t.field({
      type: 'SafeInt',
      description: 'Numeric id of the event, as the feed shows it.',
      resolve: ({ eventId }) => Number(eventId),
    }),
    type: t.field(eventTypes.field('Type of the event.', ({ type }: WebhookDelivery) => type as EventType)),
    at: t.expose('at', { type: 'DateTime', description: 'When the request was sent.' }),
    attemptNumber: t.exposeInt('attempt', { description: '1 for the first attempt to send the event.' }),
    attempt: t.field({
      type: WebhookAttemptRef,
      price: FREE,
      description: 'Outcome of the request.',
      resolve: ({ outcome, ...rest }) => ({ ...rest, outcome: outcome as AttemptOutcome }),
    }),
  }),
});

export const WebhookRef = builder.objectRef<ShownWebhook>('Webhook');

defineNodes<ShownWebhook>(WebhookRef, async (ids, { user, services: { webhooks } }) =>
  inOrder(ids, user ? await webhooks.findMany(user, ids) : [], ({ webhookId }) => webhookId),
);

builder.node(WebhookRef, {
  description:
    'An endpoint to which the service sends the events that its owner may see, in the order of the feed.',
  extensions: inheritsAccess,
  id: { resolve: ({ webhookId }) => webhookId, description: 'Global id of the webhook.' },
  fields: (t) => ({
    webhookId: t.exposeInt('webhookId', { description: 'Numeric id of the webhook.' }),
    owner: t.expose('owner', {
      type: UserRef,
      description: 'Creator. Only events that this user can see are delivered.',
    }),
    url: t.exposeString('url', { description: 'Where the requests are sent.' }),
    label: t.exposeString('label', { nullable: true, description: 'Purpose of the webhook.' }),
    format: t.field(formats.field('Form of the bodies.', ({ format }: ShownWebhook) => format)),
    types: t.field({
      type: [eventTypes.type],
      description: 'Types of the events that are sent. Empty: all.',
      resolve: ({ types }) => types.map((type) => eventTypes.names[type]),
    }),
    listIds: t.exposeIntList('listIds', {
      description: 'Only events about these lists are delivered. Empty: all events.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    enabled: t.exposeBoolean('enabled', { description: 'Whether it sends events.' }),
    disabledAt: t.expose('disabledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was disabled; null while it is enabled, and after a restore of the database.',
    }),
    disabledReason: t.field(
      disabledReasons.nullableField(
        'Why it is disabled; null while it is enabled.',
        ({ disabledReason }: ShownWebhook) => disabledReason,
      ),
    ),
    cursor: t.exposeString('cursor', {
      description: 'Cursor of the feed: the events after it have not been sent yet.',
    }),
    failedAttempts: t.exposeInt('attempts', {
      description: 'Number of attempts that have failed since the last success.',
    }),
    failingSince: t.expose('failingSince', {
      type: 'DateTime',
      nullable: true,
      description: 'When the current failures began; null if there are none.',
    }),
    nextAttemptAt: t.expose('nextAttemptAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the next attempt follows; null unless an attempt has failed.',
    }),
    pendingEventId: t.expose('pendingEventId', {
      type: 'SafeInt',
      nullable: true,
      description: 'Numeric id of the event being retried; null unless an attempt has failed.',
    }),
    previousSecretUntil: t.expose('previousSecretUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'How long requests are also signed with the previous secret; null if they are not.',
    }),
    deliveries: t.field({
      type: defineConnection('WebhookDelivery', 'an attempt', WebhookDeliveryRef, {
        forwardsOnly: AFTER_AN_ID,
      }),
      price: pagePrice(STANDARD_PAGE),
      description: 'Attempts of the last days, newest first.',
      args: pageArguments,
      resolve: ({ webhookId }, args, { services: { webhooks } }) =>
        readPageById(args, {
          scope: ['deliveries', webhookId],
          hasBigIds: true,
          read: (page) => webhooks.deliveries(webhookId, page),
          countAll: () => webhooks.countDeliveries(webhookId),
          idOf: ({ id }) => Number(id),
        }),
    }),
  }),
});
