import { z } from 'zod';
import { nameOf } from '../graphql/enums.ts';
import { TEXT_LIMITS } from '../lib/request-limits.ts';
import { ROW_ID } from './answers/serializers.ts';
import { TYPES } from './events.ts';
import { EXAMPLES } from './examples.ts';
import { pathId, word } from './parameters.ts';
import { route } from './route.ts';

/** Most lists of a webhook. */
const MAX_LISTS = 100;

const WEBHOOK_ID = pathId('The `webhook_id` of a webhook.', EXAMPLES.Webhook.webhook_id);

const URL_TEXT = z.string().meta({
  ...TEXT_LIMITS.webhookUrl,
  format: 'uri',
  description:
    'Where to send the requests: an `https` URL whose host has public addresses only, without a user name.',
  example: EXAMPLES.Webhook.url,
});

/** What a webhook sends, and how. */
const WEBHOOK_PARAMETERS = {
  types: z
    .array(z.enum(TYPES, `must be one of ${TYPES.join(', ')}`))
    .max(TYPES.length)
    .nullable()
    .optional()
    .meta({ description: 'Types of the events to send. Null or empty: all.', example: ['list.deleted'] }),
  list_ids: z
    .array(ROW_ID)
    .max(MAX_LISTS)
    .nullable()
    .optional()
    .meta({
      description:
        'Lists whose events are sent. Events without a list are then left out. Null or empty: all events.',
      example: [1],
    }),
  label: z
    .string()
    .nullable()
    .optional()
    .meta({
      ...TEXT_LIMITS.webhookLabel,
      description: `Purpose of the webhook: at most ${TEXT_LIMITS.webhookLabel.maxLength} characters.`,
      example: EXAMPLES.Webhook.label,
    }),
  format: word(['standard', 'slack']).optional().meta({
    description: 'Form of the bodies: `standard` (Standard Webhooks) by default, or a message for `slack`.',
    example: 'standard',
  }),
};

/** Returns the variable of the types. Absent types have none: a variable that is undefined would clear the field. */
function typesOf(types: readonly (typeof TYPES)[number][] | null | undefined) {
  return types === undefined ? {} : { types: types?.map(nameOf) ?? null };
}

export const webhooks = [
  route('GetWebhooks', 'GET /webhooks', {
    summary: 'Get the webhooks of the caller',
    needsUser: true,
    description: 'The oldest first; for admins, all of the organization. At most 20.',
    example: { webhooks: [EXAMPLES.Webhook] },
  }),

  route('CreateWebhook', 'POST /webhooks', {
    summary: 'Create a webhook',
    needsUser: true,
    description:
      'The service sends to it the events that the caller may see, from now on, in the order of the feed. The secret is shown only here: store it safely. A retry with the same `Idempotency-Key` creates no second webhook and gets 409 `idempotency_response_lost`.',
    parameters: { url: URL_TEXT, ...WEBHOOK_PARAMETERS },
    variables: ({ types, ...rest }) => ({ ...rest, ...typesOf(types) }),
    sentAs: { '/listIds': '/list_ids' },
    status: 201,
    headers: { Location: ({ createWebhook }) => `/v1/webhooks/${createWebhook.webhook.webhook_id}` },
    example: EXAMPLES.CreatedWebhook,
  }),

  route('GetWebhook', 'GET /webhooks/:webhook_id', {
    summary: 'Get a webhook',
    needsUser: true,
    description: 'One of the caller; for admins, of the organization.',
    parameters: { webhook_id: WEBHOOK_ID },
    errors: ['webhook_not_found'],
  }),

  route('UpdateWebhook', 'PATCH /webhooks/:webhook_id', {
    summary: 'Change, disable or enable a webhook',
    needsUser: true,
    description:
      'A field that is left out stays as it is. With `enabled: true` it goes on where it stopped, at once. Needs its owner.',
    parameters: {
      webhook_id: WEBHOOK_ID,
      url: URL_TEXT.optional(),
      ...WEBHOOK_PARAMETERS,
      enabled: z.boolean().optional().meta({
        description: 'Whether it sends events. While it does not, it keeps its place.',
        example: true,
      }),
    },
    variables: ({ types, ...rest }) => ({ ...rest, ...typesOf(types) }),
    sentAs: { '/listIds': '/list_ids' },
    errors: ['cursor_expired', 'insufficient_access', 'webhook_not_found'],
  }),

  route('DeleteWebhook', 'DELETE /webhooks/:webhook_id', {
    summary: 'Delete a webhook',
    needsUser: true,
    description: 'Nothing more is sent. Owners delete their own webhooks, admins any of the organization.',
    parameters: { webhook_id: WEBHOOK_ID },
    errors: ['webhook_not_found'],
  }),

  route('TestWebhook', 'POST /webhooks/:webhook_id/test', {
    summary: 'Send a test to a webhook',
    needsUser: true,
    description:
      'Sends a message of the type `webhook.test`, once and outside the feed, and waits for the answer, for at most 15 seconds. The status is 200, whatever becomes of the message. Needs its owner.',
    parameters: { webhook_id: WEBHOOK_ID },
    example: EXAMPLES.WebhookAttempt,
    errors: ['insufficient_access', 'webhook_not_found'],
  }),

  route('RotateWebhookSecret', 'POST /webhooks/:webhook_id/rotate-secret', {
    summary: 'Replace the secret of a webhook',
    needsUser: true,
    description:
      'For 24 hours, requests are signed with the previous secret as well. The new one is shown only here: store it safely. A retry with the same `Idempotency-Key` gets 409 `idempotency_response_lost`. Needs its owner.',
    parameters: { webhook_id: WEBHOOK_ID },
    example: { ...EXAMPLES.CreatedWebhook, previous_secret_until: '2026-03-02T12:00:00.000Z' },
    errors: ['insufficient_access', 'webhook_not_found'],
  }),

  route('GetWebhookDeliveries', 'GET /webhooks/:webhook_id/deliveries', {
    summary: 'Get the attempts of a webhook',
    needsUser: true,
    description: 'Newest first, of the last 7 days, at most 1,000.',
    parameters: { webhook_id: WEBHOOK_ID },
    errors: ['webhook_not_found'],
  }),

  route('SkipWebhookEvent', 'POST /webhooks/:webhook_id/skip', {
    summary: 'Skip the event that blocks a webhook',
    needsUser: true,
    description: 'The next event is sent at once. Needs its owner.',
    parameters: { webhook_id: WEBHOOK_ID },
    errors: ['insufficient_access', 'nothing_to_skip', 'webhook_not_found'],
  }),

  route('ReplayWebhook', 'POST /webhooks/:webhook_id/replay', {
    summary: 'Set the cursor of a webhook',
    needsUser: true,
    description:
      'It sends the events after the cursor, including events that it has sent before. Needs its owner.',
    parameters: {
      webhook_id: WEBHOOK_ID,
      cursor: z
        .string()
        .optional()
        .meta({
          ...TEXT_LIMITS.cursor,
          description:
            'A `next_cursor` of `GET /v1/events`; `now` for events from now on. Without it, the oldest event that is kept comes next.',
          example: 'now',
        }),
    },
    isBodyOptional: true,
    errors: ['cursor_expired', 'insufficient_access', 'webhook_not_found'],
  }),
];
