import { route } from '../route.ts';
import { PASSKEY_PARAMETERS } from './passkey-parameters.ts';

export default route('RemovePasskey', 'DELETE /account/passkeys/:passkey_id', {
  summary: 'Remove a passkey',
  needsUser: true,
  description:
    'Nobody signs in with it any more. Sessions that it opened go on until they are ended. Needs a person who is signed in.',
  parameters: { passkey_id: PASSKEY_PARAMETERS.passkey_id },
  errors: ['passkey_not_found', 'session_required'],
});
