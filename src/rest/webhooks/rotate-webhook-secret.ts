import { EXAMPLES } from '../examples.ts';
import { route } from '../route.ts';
import { WEBHOOK_ID } from './webhook-parameters.ts';

export default route('RotateWebhookSecret', 'POST /webhooks/:webhook_id/rotate-secret', {
  summary: 'Replace the secret of a webhook',
  needsUser: true,
  description:
    'For 24 hours, requests are signed with the previous secret as well. The new one is shown only here: store it safely. A retry with the same `Idempotency-Key` gets 409 `idempotency_response_lost`. Needs its owner.',
  parameters: { webhook_id: WEBHOOK_ID },
  example: { ...EXAMPLES.CreatedWebhook, previous_secret_until: '2026-03-02T12:00:00.000Z' },
  errors: ['insufficient_access', 'webhook_not_found'],
});
