import { route } from '../route.ts';
import { WEBHOOK_ID } from './webhook-parameters.ts';

export default route('GetWebhook', 'GET /webhooks/:webhook_id', {
  summary: 'Get a webhook',
  needsUser: true,
  description: 'One of the caller; for admins, of the organization.',
  parameters: { webhook_id: WEBHOOK_ID },
  errors: ['webhook_not_found'],
});
