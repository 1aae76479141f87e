import { z } from 'zod';
import { isJsonObject } from '../lib/json.ts';
import { TEXT_LIMITS } from '../lib/request-limits.ts';
import { EXAMPLES } from './examples.ts';
import { pathId } from './parameters.ts';
import { route } from './route.ts';

export const sessions = [
  route('GetSession', 'GET /session', {
    summary: 'Get who is signed in',
    description:
      'The session of this request, its person and their organization. A request with an API key has no `session`.',
    example: {
      session: EXAMPLES.Session,
      user: EXAMPLES.Person,
      organization: { organization_id: 1, name: 'Demo', credit_balance: 9999 },
    },
  }),

  route('GetSessions', 'GET /account/sessions', {
    summary: 'Get the browsers in which the caller is signed in',
    needsUser: true,
    description: 'The latest first, at most 100. `current` marks the one that sent this request.',
    example: { sessions: [EXAMPLES.Session] },
  }),

  route('RevokeSession', 'DELETE /account/sessions/:session_id', {
    summary: 'Sign out in one browser',
    needsUser: true,
    parameters: { session_id: pathId('The `session_id` of a session of the caller.', 12) },
    errors: ['session_not_found'],
  }),

  route('RevokeSessions', 'DELETE /account/sessions', {
    summary: 'Sign out everywhere',
    needsUser: true,
    description:
      'Ends all sessions of the caller, within five seconds on every process. API keys keep working.',
  }),

  route('RevokeUserSessions', 'DELETE /account/users/:user_id/sessions', {
    summary: 'Sign a person out everywhere',
    needsUser: true,
    description:
      'Ends all sessions of a person of the organization, within five seconds on every process. Needs an admin. API keys keep working, and so does signing in again: disable the user to prevent both.',
    parameters: { user_id: pathId('The `user_id` of a user of the organization.', 2) },
    errors: ['insufficient_access', 'user_not_found'],
  }),
];

const PASSKEY_PARAMETERS = {
  passkey_id: pathId('The `passkey_id` of a passkey of the caller.', EXAMPLES.Passkey.passkey_id),
  name: z.string().meta({
    ...TEXT_LIMITS.passkeyName,
    description: `Name for the passkey, such as the device: 1 to ${TEXT_LIMITS.passkeyName.maxLength} characters after trimming.`,
    example: 'MacBook',
  }),
};

export const passkeys = [
  route('GetPasskeys', 'GET /account/passkeys', {
    summary: 'Get the passkeys of the caller',
    needsUser: true,
    description: 'The oldest first, at most 20.',
    example: { passkeys: [EXAMPLES.Passkey] },
  }),

  route('GetPasskey', 'GET /account/passkeys/:passkey_id', {
    summary: 'Get a passkey of the caller',
    needsUser: true,
    description: 'One of the passkeys that `GET /v1/account/passkeys` lists.',
    parameters: { passkey_id: PASSKEY_PARAMETERS.passkey_id },
    errors: ['passkey_not_found'],
  }),

  route('CreatePasskeyOptions', 'POST /account/passkeys/options', {
    summary: 'Get options for a new passkey',
    needsUser: true,
    description:
      'Options for `navigator.credentials.create()`: `PublicKeyCredentialCreationOptionsJSON` of Web Authentication. Nothing is stored. The challenge can be answered once, within ten minutes. Needs a person who is signed in, and not by an API key that was pasted.',
    answer: ['createPasskeyOptions', 'options'],
    example: {
      rp: { id: 'data.acme.example', name: 'Company data' },
      user: {
        id: 'VGhlIGhhbmRsZSBvZiB0aGUgdXNlciwgMzIgYnl0ZXM',
        name: 'ada@demo.example',
        displayName: 'Ada',
      },
      challenge: 'AZx…',
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
      timeout: 300_000,
      excludeCredentials: [],
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    },
    errors: ['passkeys_unavailable', 'session_required', 'sign_in_closed'],
  }),

  route('AddPasskey', 'POST /account/passkeys', {
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
    headers: { Location: ({ addPasskey }) => `/v1/account/passkeys/${addPasskey.passkey.passkey_id}` },
    errors: ['passkeys_unavailable', 'session_required', 'sign_in_closed'],
  }),

  route('RenamePasskey', 'PATCH /account/passkeys/:passkey_id', {
    summary: 'Rename a passkey',
    needsUser: true,
    description: 'Nothing else changes. Needs a person who is signed in.',
    parameters: { ...PASSKEY_PARAMETERS, name: PASSKEY_PARAMETERS.name.optional() },
    errors: ['passkey_not_found', 'session_required'],
  }),

  route('RemovePasskey', 'DELETE /account/passkeys/:passkey_id', {
    summary: 'Remove a passkey',
    needsUser: true,
    description:
      'Nobody signs in with it any more. Sessions that it opened go on until they are ended. Needs a person who is signed in.',
    parameters: { passkey_id: PASSKEY_PARAMETERS.passkey_id },
    errors: ['passkey_not_found', 'session_required'],
  }),
];
