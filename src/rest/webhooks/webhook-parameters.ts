import { z } from 'zod';
import { TEXT_LIMITS } from '../../lib/request-limits.ts';
import { ID } from '../answers/shapes.ts';
import { TYPES } from '../events/event-types.ts';
import { EXAMPLES } from '../examples.ts';
import { pathId, word } from '../parameters.ts';

/** Most lists of a webhook. */
const MAX_LISTS = 100;

export const WEBHOOK_ID = pathId('The `webhook_id` of a webhook.', EXAMPLES.Webhook.webhook_id);

export const URL_TEXT = z.string().meta({
  ...TEXT_LIMITS.webhookUrl,
  format: 'uri',
  description:
    'Where to send the requests: an `https` URL whose host has public addresses only, without a user name.',
  example: EXAMPLES.Webhook.url,
});

/** What a webhook sends, and how. */
export const WEBHOOK_PARAMETERS = {
  types: z
    .array(z.enum(TYPES, `must be one of ${TYPES.join(', ')}`))
    .max(TYPES.length)
    .nullable()
    .optional()
    .meta({ description: 'Types of the events to send. Null or empty: all.', example: ['list.deleted'] }),
  list_ids: z
    .array(z.int().min(1).max(ID.maximum))
    .max(MAX_LISTS)
    .nullable()
    .optional()
    .meta({
      description:
        'Lists of which events are sent. Events without a list are then left out. Null or empty: all events.',
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
