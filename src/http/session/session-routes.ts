import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { Fault, invalidValue } from '../../lib/fault.ts';
import { requireSession } from '../../lib/principal.ts';
import { sendJson, sendNothing } from '../../lib/send.ts';
import type { PasskeySignIn } from '../../modules/sign-in/passkey-sign-in.ts';
import type { Sessions, SignedIn, Visit } from '../../modules/sign-in/sessions.ts';
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
  const { cookie, ownPage } = credentials;

  const exchange = (shown: z.output<typeof bodySchema>, visit: Visit): Promise<SignedIn> => {
    if ('code' in shown) return sessions.byCode(shown.code, visit);
    if ('key' in shown) return sessions.byKey(shown.key.trim(), visit);
    return passkeys.signIn(shown.passkey, visit);
  };

  const signIn: Middleware = async (req, res) => {
    ownPage.refuseOthers(req);
    cookie.requireSafe();
    const { data } = bodySchema.safeParse(await readJson(req, res, MAX_BODY_BYTES));
    if (!data)
      throw invalidValue('', 'must be a JSON object with a string "code" or "key", or an object "passkey"');
    const signedIn = await exchange(data, await visitOf(credentials, req));
    res.setHeader('Cache-Control', 'no-store');
    cookie.set(res, signedIn.token);
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

/** Reads what a browser brings to a sign-in beside what the person shows. */
export async function visitOf({ authenticator, cookie }: Credentials, req: IncomingMessage): Promise<Visit> {
  const former = await authenticator.authenticate(cookie.read(req) ?? '', 'session');
  return { userAgent: req.headers['user-agent'], former: former && requireSession(former) };
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
