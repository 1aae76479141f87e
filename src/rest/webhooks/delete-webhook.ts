import { route } from '../route.ts';
import { WEBHOOK_ID } from './webhook-parameters.ts';

export default route('DeleteWebhook', 'DELETE /webhooks/:webhook_id', {
  summary: 'Delete a webhook',
  needsUser: true,
  description: 'Nothing more is sent. Owners delete their own webhooks, admins any of the organization.',
  parameters: { webhook_id: WEBHOOK_ID },
  errors: ['webhook_not_found'],
});
