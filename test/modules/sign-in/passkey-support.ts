import { expect } from '@jest/globals';
import { Authenticator } from '../../harness/authenticator.ts';
import type { TestService } from '../../harness/service.ts';
import { type Answer, codeFor, ORIGIN, send, signIn } from '../../harness/sessions.ts';

type Faults = Parameters<Authenticator['create']>[1];

/** Gets what a browser hands to `navigator.credentials`. */
async function optionsAt(service: TestService, path: string, cookie?: string) {
  const { status, body } = await send(service, `POST ${path}`, cookie === undefined ? {} : { cookie });
  if (status !== 200) throw new Error(`there are no options: ${status} ${JSON.stringify(body)}`);
  return body as Parameters<Authenticator['get']>[0];
}

export const signInOptions = (service: TestService) => optionsAt(service, '/v1/session/passkey/options');
export const creationOptions = (service: TestService, cookie: string) =>
  optionsAt(service, '/v1/account/passkeys/options', cookie);

/** Signs a person in by a link. @returns the cookie. */
export const signInByLink = async (service: TestService, userId: number) =>
  signIn(service, { code: await codeFor(service, userId) });

/** Sends what an authenticator has made of new options. */
export async function add(
  service: TestService,
  cookie: string,
  authenticator: Authenticator,
  { name = 'MacBook', faults }: { name?: string; faults?: Faults } = {},
): Promise<Answer> {
  const response = authenticator.create(await creationOptions(service, cookie), faults);
  return send(service, 'POST /v1/account/passkeys', { cookie, body: { name, response } });
}

/** Gives a person a passkey. @returns its authenticator, and the number of the passkey. */
export async function givePasskey(
  service: TestService,
  userId: number,
  options: ConstructorParameters<typeof Authenticator>[1] = {},
): Promise<{ authenticator: Authenticator; passkeyId: number }> {
  const authenticator = new Authenticator(ORIGIN, options);
  const { status, body } = await add(service, await signInByLink(service, userId), authenticator);
  expect([status, body]).toEqual([201, expect.any(Object)]);
  return { authenticator, passkeyId: (body as { passkey_id: number }).passkey_id };
}

/** Signs in with a passkey, or with something like it. */
export const exchange = (service: TestService, passkey: unknown): Promise<Answer> =>
  send(service, 'POST /v1/session', { body: { passkey } });

/** Answer to everything that is not a passkey of a person who may sign in. */
export const FAILED = {
  detail: {
    error: 'sign_in_failed',
    message:
      'This link, passkey or key signs nobody in: it is wrong, was used before, or has expired. Try again, or ask an admin of your organization for a new link.',
  },
};
