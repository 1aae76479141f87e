import { z } from 'zod';
import { isJsonObject } from '../../lib/json-object.ts';
import { route } from '../route.ts';
import { PASSKEY_PARAMETERS } from './passkey-parameters.ts';

export default route('AddPasskey', 'POST /account/passkeys', {
  summary: 'Add a passkey',
  needsUser: true,
  description:
    'Adds the passkey that a browser made of the options. From now on, the caller can sign in with it. Needs a person who is signed in, and not by an API key that was pasted.',
  parameters: {
    name: PASSKEY_PARAMETERS.name,
    response: z.custom<Record<string, unknown>>(isJsonObject, 'must be a JSON object').meta({
      type: 'object',
      additionalProperties: true,
      description: '`RegistrationResponseJSON` of Web Authentication, as the browser gives it.',
      example: {
        id: 'q3Vm…',
        rawId: 'q3Vm…',
        type: 'public-key',
        response: { clientDataJSON: 'eyJ0…', attestationObject: 'o2Nm…', transports: ['internal'] },
        clientExtensionResults: {},
      },
    }),
  },
  status: 201,
  errors: ['passkeys_unavailable', 'session_required', 'sign_in_closed'],
});
