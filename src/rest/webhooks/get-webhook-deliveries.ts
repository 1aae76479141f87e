import { route } from '../route.ts';
import { WEBHOOK_ID } from './webhook-parameters.ts';

export default route('GetWebhookDeliveries', 'GET /webhooks/:webhook_id/deliveries', {
  summary: 'Get the attempts of a webhook',
  needsUser: true,
  description: 'Newest first, of the last 7 days, at most 1,000.',
  parameters: { webhook_id: WEBHOOK_ID },
  errors: ['webhook_not_found'],
});
