import { EXAMPLES } from '../examples.ts';
import { PARAMETERS, word } from '../parameters.ts';
import { route } from '../route.ts';

export default route('CreateApiKey', 'POST /keys', {
  summary: 'Create an API key',
  needsUser: true,
  description:
    'Creates a personal key of the caller, or, for admins, a key of a service account or of the organization. The complete key is shown only here: store it safely. A retry with the same `Idempotency-Key` creates no second key and cannot show the first again: it gets 409 `idempotency_response_lost`.',
  parameters: {
    kind: word(['user', 'org'], 'must be user or org').meta({
      description: '`user`: a personal key, or one of a service account. `org`: a key of the organization.',
      example: 'user',
    }),
    user_id: PARAMETERS.user_id.meta({
      description:
        'The service account that gets a key of kind `user`. Needs an admin. Without it, the caller gets the key.',
      minimum: 1,
    }),
    label: PARAMETERS.label,
    expires_at: PARAMETERS.expires_at.meta({
      description: 'When the key expires, in the future. Without it, never.',
    }),
  },
  status: 201,
  headers: { Location: ({ createApiKey }) => `/v1/keys/${createApiKey.api_key.key_id}` },
  example: EXAMPLES.NewKey,
  errors: ['insufficient_access'],
});
