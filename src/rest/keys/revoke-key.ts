import { flag } from '../parameters.ts';
import { route } from '../route.ts';

export default route('RevokeApiKey', 'DELETE /keys/:key_id', {
  summary: 'Revoke an API key',
  needsUser: true,
  description:
    'Every process refuses the key within five seconds. Users revoke their own keys, admins any key of the organization. Revoking it again changes nothing. `created_by_key_id` in `GET /v1/keys` shows which keys were created with it.',
  parameters: {
    include_created: flag(
      'Also revoke the keys that were created with this key, directly or through other keys.',
    ),
  },
  errors: ['api_key_not_found'],
});
