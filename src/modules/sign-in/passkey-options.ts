import { hash } from 'node:crypto';
import { isIP } from 'node:net';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { z } from 'zod';
import type { Passkey, User } from '../../generated/prisma/client.ts';
import { isLoopback } from '../../lib/addresses.ts';
import { Fault } from '../../lib/fault.ts';
import { signInClosed } from './sessions.ts';

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
type Handled = Pick<User, 'id' | 'createdAt'>;

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

// What browsers return: RegistrationResponseJSON and AuthenticationResponseJSON of Web Authentication, Level 3. They have
// more fields, and will get new ones, which are ignored.

/** Characters in base64url of an id of 1,023 bytes, the longest that authenticators make. */
const MAX_ID = 1_364;
/** Characters of everything else: ten times what authenticators send. */
const MAX_TEXT = 16 * 1024;

/** Characters of a reason in the log: messages of the library repeat what was sent. */
export const MAX_REASON = 200;

const id = z.string().min(1).max(MAX_ID);
const text = z.string().min(1).max(MAX_TEXT);
const credential = { id, rawId: id, type: z.literal('public-key') };
/** Ways to the authenticator, such as `usb`: hints for browsers. If they are not of this form, there are none. */
const transports = z.array(z.string().regex(/^[a-z-]{1,20}$/)).max(10);

const registration = z.object({
  ...credential,
  response: z.object({ clientDataJSON: text, attestationObject: text, transports: transports.catch([]) }),
});

const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: text.nullish(),
  }),
});

/** Response of an authenticator that has made a passkey. */
export type Registration = z.output<typeof registration>;

/** Response of an authenticator that has signed with a passkey. */
export type Assertion = z.output<typeof assertion>;

/** @returns undefined for what no browser sends. */
export const readRegistration = (sent: unknown): Registration | undefined =>
  registration.safeParse(sent).data;

/** @returns undefined for what no browser sends. */
export const readAssertion = (sent: unknown): Assertion | undefined => assertion.safeParse(sent).data;

/** Web site that passkeys are for. Browsers offer a passkey to no other. */
export interface RelyingParty {
  /** Host name, without the port. */
  id: string;
  origin: string;
}

/** Settings on which passkeys depend. */
export interface SiteSettings {
  /** Origin under which browsers reach the service. */
  publicUrl: string;
  /** Whether only the OpenID provider signs people in, beside keys and the operator's links. */
  oidcOnly: boolean;
}

/**
 * Returns the site of the service, where passkeys are possible.
 *
 * @throws Fault sign_in_closed; passkeys_unavailable on an IP address, for which browsers make no passkeys
 */
export function requireRelyingParty({ publicUrl, oidcOnly }: SiteSettings): RelyingParty {
  if (oidcOnly) throw signInClosed();
  const { hostname, port, origin } = new URL(publicUrl);
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) === 0) return { id: hostname, origin };
  const better = isLoopback(address) ? `http://localhost${port && `:${port}`}` : 'https://data.acme.example';
  throw new Fault(
    'passkeys_unavailable',
    `There are no passkeys at ${publicUrl}: browsers make them for host names, never for IP addresses. Set PUBLIC_URL to an address with a host name, such as ${better}.`,
  );
}
