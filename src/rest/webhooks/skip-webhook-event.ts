import { route } from '../route.ts';
import { WEBHOOK_ID } from './webhook-parameters.ts';

export default route('SkipWebhookEvent', 'POST /webhooks/:webhook_id/skip', {
  summary: 'Leave out the event that a webhook hangs on',
  needsUser: true,
  description: 'The next event is sent at once. Needs its owner.',
  parameters: { webhook_id: WEBHOOK_ID },
  errors: ['insufficient_access', 'nothing_to_skip', 'webhook_not_found'],
});
