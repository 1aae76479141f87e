import { EXAMPLES } from '../examples.ts';
import { route } from '../route.ts';
import { WEBHOOK_ID } from './webhook-parameters.ts';

export default route('TestWebhook', 'POST /webhooks/:webhook_id/test', {
  summary: 'Send a test to a webhook',
  needsUser: true,
  description:
    'Sends a message of the type `webhook.test`, once and outside the feed, and waits for the answer, for at most 15 seconds. The status is 200, whatever becomes of the message. Needs its owner.',
  parameters: { webhook_id: WEBHOOK_ID },
  example: EXAMPLES.WebhookAttempt,
  errors: ['insufficient_access', 'webhook_not_found'],
});
