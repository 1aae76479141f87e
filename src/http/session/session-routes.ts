import { z } from 'zod';
import { Fault, invalidValue } from '../../lib/fault.ts';
import { requireSession } from '../../lib/principal.ts';
import { sendJson, sendNothing } from '../../lib/send.ts';
import type { PasskeySignIn } from '../../modules/sign-in/passkey-sign-in.ts';
import type { Sessions, SignedIn } from '../../modules/sign-in/sessions.ts';
import { type Credentials, identify } from '../authentication.ts';
import type { Middleware } from '../middleware.ts';
import { readJson } from '../read-json.ts';
import { stateOf } from '../request-state.ts';

/** A route that is no GraphQL document: it has no caller yet, or changes the cookie. */
export interface PlainRoute {
  /** Relative to /v1. */
  path: string;
  method: 'GET' | 'POST' | 'DELETE';
  steps: readonly Middleware[];
}

/** Several times the size of a passkey's answer. */
export const MAX_BODY_BYTES = 16 * 1024;

/** What a person shows: exactly one of these. */
const bodySchema = z.union([
  z.strictObject({ code: z.string() }),
  z.strictObject({ key: z.string() }),
  z.strictObject({ passkey: z.looseObject({}) }),
]);

const noFields = z.strictObject({});

interface SignInWays {
  sessions: Sessions;
  passkeys: PasskeySignIn;
}

/** Creates the routes by which people sign in and out (contract, section 17). The others of `/session` are documents. */
export function createSessionRoutes(
  credentials: Credentials,
  { sessions, passkeys }: SignInWays,
): readonly PlainRoute[] {
  const { authenticator, cookie, ownPage } = credentials;

  const exchange = (shown: z.output<typeof bodySchema>, agent: string | undefined): Promise<SignedIn> => {
    if ('code' in shown) return sessions.byCode(shown.code, agent);
    if ('key' in shown) return sessions.byKey(shown.key.trim(), agent);
    return passkeys.signIn(shown.passkey, agent);
  };

  const signIn: Middleware = async (req, res) => {
    ownPage.refuseOthers(req);
    cookie.requireSafe();
    const { data } = bodySchema.safeParse(await readJson(req, res, MAX_BODY_BYTES));
    if (!data)
      throw invalidValue('', 'must be a JSON object with a string "code" or "key", or an object "passkey"');
    const before = await authenticator.authenticate(cookie.read(req) ?? '', 'session');
    const signedIn = await exchange(data, req.headers['user-agent']);
    cookie.set(res, signedIn.token);
    // The browser keeps one session. The token of the one before is lost with its cookie.
    if (before) await sessions.signOut(requireSession(before));
    res.setHeader('Cache-Control', 'no-store');
    return sendJson(res, 201, toAnswer(signedIn));
  };

  const passkeyOptions: Middleware = async (req, res) => {
    ownPage.refuseOthers(req);
    cookie.requireSafe();
    const body = (await readJson(req, res, MAX_BODY_BYTES)) ?? {};
    if (!noFields.safeParse(body).success) throw invalidValue('', 'must be a JSON object without fields');
    res.setHeader('Cache-Control', 'no-store');
    return sendJson(res, 200, await passkeys.options());
  };

  /** A session that has ended already leaves a cookie, which is removed as well. */
  const signOut: Middleware = async (req, res) => {
    const { principal } = stateOf(req);
    if (principal) await sessions.signOut(requireSession(principal));
    else if (cookie.read(req) === undefined) throw new Fault('invalid_api_key', 'Nobody is signed in.');
    cookie.clear(res);
    sendNothing(res, 204);
  };

  return [
    { path: '/session', method: 'POST', steps: [signIn] },
    { path: '/session/passkey/options', method: 'POST', steps: [passkeyOptions] },
    { path: '/session', method: 'DELETE', steps: [identify(credentials), signOut] },
  ];
}

/** Writes what `GET /v1/session` shows of a session that has just begun. */
function toAnswer({ session, user }: SignedIn) {
  const { organization } = user;
  return {
    session: {
      session_id: session.id,
      signed_in_by: session.signedInBy,
      created_at: session.createdAt,
      expires_at: session.expiresAt,
      ...(session.userAgent === null ? {} : { user_agent: session.userAgent }),
      current: true,
    },
    user: { user_id: user.id, name: user.name, email: user.email, role: user.role, kind: user.kind },
    organization: {
      organization_id: organization.id,
      name: organization.name,
      credit_balance: organization.creditBalance,
    },
  };
}
