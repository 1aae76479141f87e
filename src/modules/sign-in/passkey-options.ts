import { hash } from 'node:crypto';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import type { Passkey, User } from '../../generated/prisma/client.ts';
import type { RelyingParty } from './relying-party.ts';

// Options are made by hand: strangers ask for them, and the library takes 15 MB (web-authn.ts).

/** Product name, which some authenticators show. */
const RP_NAME = 'Company data';

/** How long the browser waits for the person. The challenge lasts twice as long. */
const TIMEOUT_MS = 5 * 60_000;

/** The passkey is all that is asked for, so the authenticator has to check who uses it, such as by a PIN or a finger. */
const USER_VERIFICATION = 'required';

/** Algorithms by their numbers in COSE, the preferred one first: ES256, EdDSA, RS256. Each authenticator has one of them. */
export const ALGORITHMS = [-7, -8, -257];

/** Columns of which the handle of a user is made. */
export type Handled = Pick<User, 'id' | 'createdAt'>;

/**
 * Names a user to authenticators: the same for ever, without anything personal. An authenticator keeps one passkey for a
 * host name and a handle. Several installations can have one host name, such as localhost, and a user 1 each, so the
 * time of creation is part of it.
 */
export function userHandleOf({ id, createdAt }: Handled): Buffer {
  return hash('sha256', `user ${id} ${createdAt.getTime()}`, 'buffer');
}

/** Describes the passkey that a browser shall make. */
export function creationOptions(
  { id }: RelyingParty,
  challenge: string,
  user: Handled & Pick<User, 'email' | 'name'>,
  existing: readonly Pick<Passkey, 'credentialId' | 'transports'>[],
): PublicKeyCredentialCreationOptionsJSON {
  return {
    rp: { id, name: RP_NAME },
    user: { id: userHandleOf(user).toString('base64url'), name: user.email, displayName: user.name },
    challenge,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: TIMEOUT_MS,
    // An authenticator that has a passkey of the person makes no second one.
    excludeCredentials: existing.map(({ credentialId, transports }) => ({
      type: 'public-key',
      id: Buffer.from(credentialId).toString('base64url'),
      transports,
    })),
    // The authenticator remembers the person, so that nobody types an e-mail address to sign in.
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: USER_VERIFICATION,
    },
    attestation: 'none',
  };
}

/** Asks for any passkey of the site: the person chooses in the browser. */
export function requestOptions(
  { id }: RelyingParty,
  challenge: string,
): PublicKeyCredentialRequestOptionsJSON {
  return { rpId: id, challenge, timeout: TIMEOUT_MS, userVerification: USER_VERIFICATION };
}
