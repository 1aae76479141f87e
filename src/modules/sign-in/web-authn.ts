// The library takes 15 MB and a fifth of a second: import this file where a response is verified, not before.
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import {
  decodeAttestationObject,
  decodeClientDataJSON,
  isoBase64URL,
  isoCBOR,
} from '@simplewebauthn/server/helpers';
import { ALGORITHMS, type Assertion, type Registration, type RelyingParty } from './passkey-options.ts';

/** The public half of a passkey, and how often it has signed: 0 if the authenticator does not count. */
export interface PublicPasskey {
  publicKey: Uint8Array<ArrayBuffer>;
  counter: number;
}

/** Whoever asks has to check that the service made the challenge, and that it is new. */
interface Verified {
  challenge: string;
}

/**
 * Checks the response of an authenticator that has made a passkey. Its attestation, which says who built it, is dropped
 * unread: nobody asked for one, and the library would fetch the addresses in its certificates.
 *
 * @throws Error for anything else than a passkey for this site whose user the authenticator has verified
 */
export async function verifyRegistration(
  { id, origin }: RelyingParty,
  { response, ...credential }: Registration,
): Promise<Verified & PublicPasskey & { credentialId: Uint8Array<ArrayBuffer> }> {
  const challenge = challengeOf(response);
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject)).get('authData');
  const withoutAttestation = isoCBOR.encode(
    new Map<string, string | Uint8Array | Map<string, string>>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]),
  );
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: {
      ...credential,
      response: { ...response, attestationObject: isoBase64URL.fromBuffer(withoutAttestation) },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  });
  if (!verified) throw new Error('the attestation is not valid');
  const { id: madeId, publicKey, counter } = registrationInfo.credential;
  if (madeId !== credential.id) throw new Error('the response is of another passkey');
  return { challenge, credentialId: isoBase64URL.toBuffer(madeId), publicKey, counter };
}

/**
 * Checks a signature by a passkey.
 *
 * @throws Error unless the passkey has signed for this site, its user was verified, and its counter went up
 */
export async function verifyAssertion(
  { id, origin }: RelyingParty,
  passkey: PublicPasskey,
  assertion: Assertion,
): Promise<Verified & Pick<PublicPasskey, 'counter'>> {
  const { clientDataJSON, authenticatorData, signature } = assertion.response;
  const challenge = challengeOf(assertion.response);
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      ...assertion,
      response: { clientDataJSON, authenticatorData, signature },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    credential: { id: assertion.id, ...passkey },
    requireUserVerification: true,
  });
  if (!verified) throw new Error('the signature is not valid');
  return { challenge, counter: authenticationInfo.newCounter };
}

/** @throws Error in a frame of another site, where people do not see whom they answer */
function challengeOf({ clientDataJSON }: { clientDataJSON: string }): string {
  const { challenge, crossOrigin } = decodeClientDataJSON(clientDataJSON);
  if (crossOrigin) throw new Error('the page was in a frame of another site');
  if (typeof challenge !== 'string') throw new Error('the client data have no challenge');
  return challenge;
}
