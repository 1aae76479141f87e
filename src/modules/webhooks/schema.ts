import { PLAIN_LIST_SIZE, POINTS, priced } from '../../graphql/analysis/prices.ts';
import { builder } from '../../graphql/builder.ts';
import { toEnumValue } from '../../graphql/enums.ts';
import { idText, toRowIdOf } from '../../graphql/ids.ts';
import { deletionPayload, mutation, payload, update } from '../../graphql/mutation.ts';
import { ViewerRef } from '../access/schema.ts';
import { eventTypes, toEventTypes } from '../events/types.ts';
import type { Attempt } from './sender.ts';
import type { WebhookWithSecret } from './service.ts';
import { formats, WebhookAttemptRef, WebhookRef } from './types.ts';
import { MAX_LISTS, type ShownWebhook } from './webhook.ts';

const WEBHOOK_ID = { required: true, description: idText('Webhook') } as const;

/** Returns the number of the webhook that an argument names; 0, which no webhook has, for anything else. */
const toWebhookId = (id: string) => toRowIdOf('Webhook', id);

builder.objectFields(ViewerRef, (t) => ({
  webhooks: t.withAuth({ userKey: true }).field({
    type: [WebhookRef],
    price: { field: 50, multiplier: PLAIN_LIST_SIZE },
    description:
      'Webhooks of the caller, oldest first; for admins, all webhooks of the organization. At most 20.',
    resolve: (_viewer, _args, { user, services }) => services.webhooks.list(user),
  }),
  webhook: t.withAuth({ userKey: true }).field({
    type: WebhookRef,
    description:
      'One of these webhooks. Any other webhook is the error WEBHOOK_NOT_FOUND. Needs a personal key.',
    args: { webhookId: t.arg.id(WEBHOOK_ID) },
    resolve: (_viewer, { webhookId }, { user, services }) =>
      services.webhooks.get(user, toWebhookId(webhookId)),
  }),
}));

const URL_TEXT =
  'Where to send the requests: an `https` URL whose host has public addresses only, without a user name. At most 2,000 characters.';
const TYPES_TEXT = 'Types of the events to send. Null or empty: all.';
const LISTS_TEXT = `Lists whose events are sent, by global or numeric ids: at most ${MAX_LISTS}. Events without a list are then left out. Null or empty: all events.`;
const LABEL_TEXT = 'Purpose of the webhook: at most 100 characters.';

const secretPayload = payload<WebhookWithSecret>((t) => ({
  webhook: t.expose('webhook', { type: WebhookRef, description: 'The webhook.' }),
  secret: t.exposeString('secret', {
    description: 'Secret that signs the requests (`whsec_…`). It is shown only once: store it safely.',
  }),
}));

const webhookPayload = payload<{ webhook: ShownWebhook }>((t) => ({
  webhook: t.expose('webhook', { type: WebhookRef, description: 'Webhook after the change.' }),
}));

/** Returns the numbers of lists; 0 for a malformed id. */
const toListIds = (ids: readonly string[] | null | undefined) => ids?.map((id) => toRowIdOf('List', id));

mutation('createWebhook', {
  description:
    'Creates a webhook: from now on, the service sends it the events that the caller may see. An organization has at most 20.',
  takes: 'Endpoint, and the events to send.',
  input: (t) => ({
    url: t.string({ required: true, description: URL_TEXT }),
    types: t.field({ type: [eventTypes.type], description: TYPES_TEXT }),
    listIds: t.idList({ description: LISTS_TEXT }),
    label: t.string({ description: LABEL_TEXT }),
    format: t.field({ type: formats.type, defaultValue: 'STANDARD', description: 'Form of the bodies.' }),
  }),
  payload: secretPayload,
  resolve: ({ types, listIds, format, ...fields }, { user, services }) =>
    services.webhooks.create(user, {
      ...fields,
      types: types && toEventTypes(types),
      listIds: toListIds(listIds),
      format: format && toEnumValue(format),
    }),
});

update('updateWebhook', {
  description: 'Changes, disables or enables a webhook of the caller.',
  takes: 'Webhook, and the fields to change.',
  clears: ['types', 'listIds', 'label'],
  input: (t) => ({
    webhookId: t.id(WEBHOOK_ID),
    url: t.string({ description: URL_TEXT }),
    types: t.field({ type: [eventTypes.type], description: TYPES_TEXT }),
    listIds: t.idList({ description: LISTS_TEXT }),
    label: t.string({ description: `${LABEL_TEXT} Null clears it.` }),
    format: t.field({ type: formats.type, description: 'Form of the bodies.' }),
    enabled: t.boolean({
      description:
        'True: it continues at once where it stopped. False: it sends nothing and keeps its position.',
    }),
  }),
  payload: webhookPayload,
  resolve: async (input, { user, services }) => {
    const { webhookId, types, listIds, format, ...rest } = input;
    const changes = {
      ...rest,
      ...(types === undefined ? {} : { types: toEventTypes(types ?? []) }),
      ...(listIds === undefined ? {} : { listIds: toListIds(listIds ?? []) }),
      ...(format === undefined ? {} : { format: toEnumValue(format) }),
    };
    return { webhook: await services.webhooks.update(user, toWebhookId(webhookId), changes) };
  },
});

mutation('rotateWebhookSecret', {
  description:
    'Gives a webhook of the caller a new secret. For 24 hours, requests are also signed with the previous secret.',
  takes: 'Webhook whose secret is replaced.',
  input: (t) => ({ webhookId: t.id(WEBHOOK_ID) }),
  payload: secretPayload,
  resolve: ({ webhookId }, { user, services }) =>
    services.webhooks.rotateSecret(user, toWebhookId(webhookId)),
});

mutation('replayWebhook', {
  description: 'Moves the cursor of a webhook of the caller back or forward.',
  takes: 'Webhook, and the position from which it continues.',
  input: (t) => ({
    webhookId: t.id(WEBHOOK_ID),
    cursor: t.string({
      description:
        'Cursor of the feed: the events after it are sent, including events that were sent before. `now`: sends only new events. Default: starts with the oldest stored event.',
    }),
  }),
  payload: webhookPayload,
  resolve: async ({ webhookId, cursor }, { user, services }) => ({
    webhook: await services.webhooks.replay(user, toWebhookId(webhookId), cursor),
  }),
});

mutation('skipWebhookEvent', {
  description:
    'Skips the event that blocks a webhook of the caller, and sends the next one at once. If no event is blocking it, the error is NOTHING_TO_SKIP.',
  takes: 'Webhook that is blocked by an event.',
  input: (t) => ({ webhookId: t.id(WEBHOOK_ID) }),
  payload: webhookPayload,
  resolve: async ({ webhookId }, { user, services }) => ({
    webhook: await services.webhooks.skip(user, toWebhookId(webhookId)),
  }),
});

mutation('testWebhook', {
  description:
    'Sends a message of the type `webhook.test` to a webhook of the caller, once and outside the feed, and waits for the answer. It succeeds whatever the endpoint answers: read `outcome`.',
  price: priced(POINTS.webhookTest),
  takes: 'Webhook to test, whether enabled or not.',
  input: (t) => ({ webhookId: t.id(WEBHOOK_ID) }),
  payload: payload<{ attempt: Attempt }>((t) => ({
    attempt: t.expose('attempt', { type: WebhookAttemptRef, description: 'Outcome of the request.' }),
  })),
  resolve: async ({ webhookId }, { user, services }) => ({
    attempt: await services.webhooks.test(user, toWebhookId(webhookId)),
  }),
});

mutation('deleteWebhook', {
  description: 'Deletes a webhook of the caller, or, for admins, of the organization.',
  takes: 'Webhook to delete.',
  input: (t) => ({ webhookId: t.id(WEBHOOK_ID) }),
  payload: deletionPayload('Webhook'),
  resolve: async ({ webhookId }, { user, services }) => {
    const deletedId = toWebhookId(webhookId);
    await services.webhooks.delete(user, deletedId);
    return { deletedId };
  },
});
