import { z } from 'zod';
import { Fault, invalidValue } from '../../lib/fault.ts';
import { requireSession } from '../../lib/principal.ts';
import { sendJson, sendNothing } from '../../lib/send.ts';
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
const MAX_BODY_BYTES = 16 * 1024;

/** What a person shows: exactly one of these. */
const bodySchema = z.union([z.strictObject({ code: z.string() }), z.strictObject({ key: z.string() })]);

/** Creates the routes by which people sign in and out (contract, section 17). The others of `/session` are documents. */
export function createSessionRoutes(credentials: Credentials, sessions: Sessions): readonly PlainRoute[] {
  const { cookie, ownPage } = credentials;

  const signIn: Middleware = async (req, res) => {
    ownPage.refuseOthers(req);
    cookie.requireSafe();
    const { data } = bodySchema.safeParse(await readJson(req, res, MAX_BODY_BYTES));
    if (!data) throw invalidValue('', 'must be a JSON object with one string, "code" or "key"');
    const agent = req.headers['user-agent'];
    const signedIn = await ('code' in data
      ? sessions.byCode(data.code, agent)
      : sessions.byKey(data.key.trim(), agent));
    cookie.set(res, signedIn.token);
    res.setHeader('Cache-Control', 'no-store');
    return sendJson(res, 201, toAnswer(signedIn));
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
    user: { user_id: user.id, name: user.name, email: user.email, role: user.role },
    organization: {
      organization_id: organization.id,
      name: organization.name,
      credit_balance: organization.creditBalance,
    },
  };
}
