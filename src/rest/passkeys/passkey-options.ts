import { route } from '../route.ts';

export default route('PasskeyOptions', 'POST /account/passkeys/options', {
  summary: 'Get options for a new passkey',
  needsUser: true,
  description:
    'Options for `navigator.credentials.create()`: `PublicKeyCredentialCreationOptionsJSON` of Web Authentication. Nothing is stored. The challenge can be answered once, within ten minutes. Needs a person who is signed in, and not by an API key that was pasted.',
  answer: ['passkeyOptions', 'options'],
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
});
