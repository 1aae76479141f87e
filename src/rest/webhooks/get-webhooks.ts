import { EXAMPLES } from '../examples.ts';
import { route } from '../route.ts';

export default route('GetWebhooks', 'GET /webhooks', {
  summary: 'Get the webhooks of the caller',
  needsUser: true,
  description: 'The oldest first; for admins, all of the organization. At most 20.',
  example: { webhooks: [EXAMPLES.Webhook] },
});
