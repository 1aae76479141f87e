import { PLAIN_LIST_SIZE, POINTS, priced } from '../../graphql/analysis/prices.ts';
import { builder, innerType } from '../../graphql/builder.ts';
import { toEnumValue } from '../../graphql/enums.ts';
import { inputOf } from '../../graphql/fields.ts';
import { toRowIdOf } from '../../graphql/ids.ts';
import { toRowId } from '../../lib/page.ts';
import { ViewerRef } from '../access/schema.ts';
import { eventTypes, toEventTypes } from '../events/event-types.ts';
import type { Attempt } from './sender.ts';
import type { WebhookWithSecret } from './service.ts';
import { MAX_LISTS, type ShownWebhook } from './webhook.ts';
import { formats, WebhookAttemptRef, WebhookRef } from './webhook-types.ts';

builder.objectFields(ViewerRef, (t) => ({
  webhooks: t.withAuth({ userKey: true }).field({
    type: [WebhookRef],
    price: { field: 50, multiplier: PLAIN_LIST_SIZE },
    description: 'Webhooks of the caller, the oldest first; for admins, all of the organization. At most 20.',
    resolve: (_viewer, _args, { user, services }) => services.webhooks.list(user),
  }),
  webhook: t.withAuth({ userKey: true }).field({
    type: WebhookRef,
    nullable: true,
    description:
      'One of these webhooks. For any other it is null, with the error WEBHOOK_NOT_FOUND. Needs a personal key.',
    args: { webhookId: t.arg.id({ required: true, description: 'Webhook: its webhookId.' }) },
    resolve: (_viewer, { webhookId }, { user, services }) => services.webhooks.get(user, toRowId(webhookId)),
  }),
}));

const URL_TEXT =
  'Where to send the requests: an `https` URL whose host has public addresses only, without a user name. At most 2,000 characters.';
const TYPES_TEXT = 'Types of the events to send. Null or empty: all.';
const LISTS_TEXT = `Lists of which events are sent, by global or numeric ids: at most ${MAX_LISTS}. Events without a list are then left out. Null or empty: all events.`;
const LABEL_TEXT = 'Purpose of the webhook: at most 100 characters.';

const CreateWebhookInput = builder.inputType('CreateWebhookInput', {
  description: 'Input of createWebhook.',
  fields: (t) => ({
    url: t.string({ required: true, description: URL_TEXT }),
    types: t.field({ type: [eventTypes.type], description: TYPES_TEXT }),
    listIds: t.idList({ description: LISTS_TEXT }),
    label: t.string({ description: LABEL_TEXT }),
    format: t.field({ type: formats.type, defaultValue: 'STANDARD', description: 'Form of the bodies.' }),
  }),
});

const WEBHOOK_ID = { required: true, description: 'Webhook: its webhookId.' } as const;

const UpdateWebhookInput = builder.inputType('UpdateWebhookInput', {
  description: 'Input of updateWebhook. A field that is left out stays as it is.',
  fields: (t) => ({
    webhookId: t.id(WEBHOOK_ID),
    url: t.string({ description: URL_TEXT }),
    types: t.field({ type: [eventTypes.type], description: TYPES_TEXT }),
    listIds: t.idList({ description: LISTS_TEXT }),
    label: t.string({ description: `${LABEL_TEXT} Null clears it.` }),
    format: t.field({ type: formats.type, description: 'Form of the bodies.' }),
    isEnabled: t.boolean({
      description:
        'True: it goes on where it stopped, at once. False: it sends nothing, and keeps its place.',
    }),
  }),
});

const webhookInput = (mutation: string) =>
  builder.inputType(`${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`, {
    description: `Input of ${mutation}.`,
    fields: (t) => ({ webhookId: t.id(WEBHOOK_ID) }),
  });
const RotateWebhookSecretInput = webhookInput('rotateWebhookSecret');
const SkipWebhookEventInput = webhookInput('skipWebhookEvent');
const TestWebhookInput = webhookInput('testWebhook');
const DeleteWebhookInput = webhookInput('deleteWebhook');

const ReplayWebhookInput = builder.inputType('ReplayWebhookInput', {
  description: 'Input of replayWebhook.',
  fields: (t) => ({
    webhookId: t.id(WEBHOOK_ID),
    cursor: t.string({
      description:
        'Cursor of the feed: the events after it are sent, also those that were sent before. `now`: those from now on. Default: the oldest event that is kept.',
    }),
  }),
});

const secretPayload = (name: string, description: string) =>
  innerType<WebhookWithSecret>(name, {
    description,
    fields: (t) => ({
      webhook: t.expose('webhook', { type: WebhookRef, description: 'The webhook.' }),
      secret: t.exposeString('secret', {
        description: 'Secret that signs the requests (`whsec_…`). It is shown only once: store it safely.',
      }),
    }),
  });

const CreateWebhookPayload = secretPayload('CreateWebhookPayload', 'Result of createWebhook.');
const RotateWebhookSecretPayload = secretPayload(
  'RotateWebhookSecretPayload',
  'Result of rotateWebhookSecret.',
);

const webhookPayload = (name: string, mutation: string) =>
  innerType<{ webhook: ShownWebhook }>(name, {
    description: `Result of ${mutation}.`,
    fields: (t) => ({
      webhook: t.expose('webhook', { type: WebhookRef, description: 'Webhook after the change.' }),
    }),
  });
const UpdateWebhookPayload = webhookPayload('UpdateWebhookPayload', 'updateWebhook');
const ReplayWebhookPayload = webhookPayload('ReplayWebhookPayload', 'replayWebhook');
const SkipWebhookEventPayload = webhookPayload('SkipWebhookEventPayload', 'skipWebhookEvent');

const TestWebhookPayload = innerType<{ attempt: Attempt }>('TestWebhookPayload', {
  description: 'Result of testWebhook.',
  fields: (t) => ({
    attempt: t.expose('attempt', { type: WebhookAttemptRef, description: 'What became of the request.' }),
  }),
});

const DeleteWebhookPayload = innerType<{ webhookId: number }>('DeleteWebhookPayload', {
  description: 'Result of deleteWebhook.',
  fields: (t) => ({
    webhookId: t.exposeInt('webhookId', { description: 'Webhook that was deleted.' }),
  }),
});

/** Returns the numbers of lists; 0 for a malformed id. */
const toListIds = (ids: readonly string[] | null | undefined) => ids?.map((id) => toRowIdOf('List', id));

builder.mutationFields((t) => ({
  createWebhook: t.withAuth({ userKey: true }).field({
    type: CreateWebhookPayload,
    description:
      'Creates a webhook: the service sends to it the events that the caller may see, from now on. An organization has at most 20.',
    args: { input: t.arg(inputOf(CreateWebhookInput, 'Endpoint, and the events to send.')) },
    resolve: (_root, { input: { types, listIds, format, ...fields } }, { user, services }) =>
      services.webhooks.create(user, {
        ...fields,
        types: types && toEventTypes(types),
        listIds: toListIds(listIds),
        format: format && toEnumValue(format),
      }),
  }),
  updateWebhook: t.withAuth({ userKey: true }).field({
    type: UpdateWebhookPayload,
    description: 'Changes, disables or enables a webhook of the caller.',
    args: { input: t.arg(inputOf(UpdateWebhookInput, 'Webhook, and the fields to change.')) },
    resolve: async (_root, { input }, { user, services }) => {
      const { webhookId, types, listIds, url, format, ...rest } = input;
      const changes = {
        ...rest,
        ...(url == null ? {} : { url }),
        ...(types === undefined ? {} : { types: toEventTypes(types ?? []) }),
        ...(listIds === undefined ? {} : { listIds: toListIds(listIds ?? []) }),
        ...(format == null ? {} : { format: toEnumValue(format) }),
      };
      return { webhook: await services.webhooks.update(user, toRowId(webhookId), changes) };
    },
  }),
  rotateWebhookSecret: t.withAuth({ userKey: true }).field({
    type: RotateWebhookSecretPayload,
    description:
      'Gives a webhook of the caller a new secret. For 24 hours, requests are signed with the previous one as well.',
    args: { input: t.arg(inputOf(RotateWebhookSecretInput, 'Webhook whose secret is replaced.')) },
    resolve: (_root, { input: { webhookId } }, { user, services }) =>
      services.webhooks.rotateSecret(user, toRowId(webhookId)),
  }),
  replayWebhook: t.withAuth({ userKey: true }).field({
    type: ReplayWebhookPayload,
    description: 'Sets the cursor of a webhook of the caller, back or forth.',
    args: { input: t.arg(inputOf(ReplayWebhookInput, 'Webhook, and where it goes on.')) },
    resolve: async (_root, { input: { webhookId, cursor } }, { user, services }) => ({
      webhook: await services.webhooks.replay(user, toRowId(webhookId), cursor),
    }),
  }),
  skipWebhookEvent: t.withAuth({ userKey: true }).field({
    type: SkipWebhookEventPayload,
    description:
      'Leaves out the event that a webhook of the caller hangs on, and sends the next one at once. Without such an event, the error is NOTHING_TO_SKIP.',
    args: { input: t.arg(inputOf(SkipWebhookEventInput, 'Webhook that hangs on an event.')) },
    resolve: async (_root, { input: { webhookId } }, { user, services }) => ({
      webhook: await services.webhooks.skip(user, toRowId(webhookId)),
    }),
  }),
  testWebhook: t.withAuth({ userKey: true }).field({
    type: TestWebhookPayload,
    price: priced(POINTS.webhookTest),
    description:
      'Sends a message of the type `webhook.test` to a webhook of the caller, once and outside the feed, and waits for the answer.',
    args: { input: t.arg(inputOf(TestWebhookInput, 'Webhook to test, enabled or not.')) },
    resolve: async (_root, { input: { webhookId } }, { user, services }) => ({
      attempt: await services.webhooks.test(user, toRowId(webhookId)),
    }),
  }),
  deleteWebhook: t.withAuth({ userKey: true }).field({
    type: DeleteWebhookPayload,
    description: 'Deletes a webhook of the caller, or, for admins, of the organization.',
    args: { input: t.arg(inputOf(DeleteWebhookInput, 'Webhook to delete.')) },
    resolve: async (_root, { input }, { user, services }) => {
      const webhookId = toRowId(input.webhookId);
      await services.webhooks.delete(user, webhookId);
      return { webhookId };
    },
  }),
}));
