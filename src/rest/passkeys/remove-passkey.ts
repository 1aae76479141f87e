import { EXAMPLES } from '../examples.ts';
import { pathId } from '../parameters.ts';
import { route } from '../route.ts';

export default route('RemovePasskey', 'DELETE /account/passkeys/:passkey_id', {
  summary: 'Remove a passkey',
  needsUser: true,
  description:
    'Nobody signs in with it any more. Sessions that it opened go on until they are ended. Needs a person who is signed in.',
  parameters: {
    passkey_id: pathId('The `passkey_id` of a passkey of the caller.', EXAMPLES.Passkey.passkey_id),
  },
  errors: ['passkey_not_found', 'session_required'],
});
