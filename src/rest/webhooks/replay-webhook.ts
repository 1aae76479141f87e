import { z } from 'zod';
import { TEXT_LIMITS } from '../../lib/request-limits.ts';
import { route } from '../route.ts';
import { WEBHOOK_ID } from './webhook-parameters.ts';

export default route('ReplayWebhook', 'POST /webhooks/:webhook_id/replay', {
  summary: 'Set the cursor of a webhook',
  needsUser: true,
  description: 'It sends the events after the cursor, also those that it has sent before. Needs its owner.',
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
});
