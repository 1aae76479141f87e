import { z } from 'zod';

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
  response: z.object({
    clientDataJSON: text,
    attestationObject: text,
    transports: transports.catch([]),
  }),
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
