import { nameOf } from '../../graphql/enums.ts';
import { EXAMPLES } from '../examples.ts';
import { route } from '../route.ts';
import { URL_TEXT, WEBHOOK_PARAMETERS } from './webhook-parameters.ts';

export default route('CreateWebhook', 'POST /webhooks', {
  summary: 'Create a webhook',
  needsUser: true,
  description:
    'The service sends to it the events that the caller may see, from now on, in the order of the feed. The secret is shown only here: store it safely. A retry with the same `Idempotency-Key` creates no second webhook and gets 409 `idempotency_response_lost`.',
  parameters: { url: URL_TEXT, ...WEBHOOK_PARAMETERS },
  variables: ({ types, ...rest }) => ({
    ...rest,
    ...(types === undefined ? {} : { types: types?.map(nameOf) ?? null }),
  }),
  sentAs: { '/listIds': '/list_ids' },
  status: 201,
  headers: { Location: ({ createWebhook }) => `/v1/webhooks/${createWebhook.webhook.webhook_id}` },
  example: EXAMPLES.CreatedWebhook,
});
