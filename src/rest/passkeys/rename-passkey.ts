import { route } from '../route.ts';
import { PASSKEY_PARAMETERS } from './passkey-parameters.ts';

export default route('RenamePasskey', 'PATCH /account/passkeys/:passkey_id', {
  summary: 'Rename a passkey',
  needsUser: true,
  description: 'The name is for people, and changes nothing else. Needs a person who is signed in.',
  parameters: PASSKEY_PARAMETERS,
  errors: ['passkey_not_found', 'session_required'],
});
