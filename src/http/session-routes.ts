import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorRequestHandler } from 'express';
import { z } from 'zod';
import { noteError } from '../graphql/errors.ts';
import { Fault, invalidValue } from '../lib/fault.ts';
import { queryOf } from '../lib/http-headers.ts';
import { requireSession } from '../lib/principal.ts';
import { sendJson, sendNothing } from '../lib/send.ts';
import { CHALLENGE_LIFETIME_MS } from '../modules/sign-in/challenges.ts';
import type { Oidc, OidcAttempt } from '../modules/sign-in/oidc.ts';
import type { PasskeySignIn } from '../modules/sign-in/passkeys.ts';
import { type Sessions, type SignedIn, signInFailed, type Visit } from '../modules/sign-in/sessions.ts';
import { PREFIX } from '../rest/openapi/served.ts';
import { type Credentials, identify } from './authentication.ts';
import { senderOf } from './client-address.ts';
import { readJson } from './read-json.ts';
import { type Middleware, stateOf } from './request.ts';

/** A route that is no GraphQL document: it has no caller yet, or changes the cookie. */
export interface PlainRoute {
  /** Relative to /v1. */
  path: string;
  method: 'GET' | 'POST' | 'DELETE';
  steps: readonly Middleware[];
  /** Handles what a step has refused. */
  refused?: ErrorRequestHandler;
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
  const { cookie, sameSite } = credentials;

  const exchange = (shown: z.output<typeof bodySchema>, visit: Visit): Promise<SignedIn> => {
    if ('code' in shown) return sessions.byCode(shown.code, visit);
    if ('key' in shown) return sessions.byKey(shown.key.trim(), visit);
    return passkeys.signIn(shown.passkey, visit);
  };

  const signIn: Middleware = async (req, res) => {
    sameSite.refuseOthers(req);
    cookie.requireSafe();
    const { data } = bodySchema.safeParse(await readJson(req, res, MAX_BODY_BYTES));
    if (!data)
      throw invalidValue('', 'must be a JSON object with a string "code" or "key", or an object "passkey"');
    const signedIn = await exchange(data, await visitOf(credentials, req));
    res.setHeader('Cache-Control', 'no-store');
    cookie.set(res, signedIn.token);
    res.setHeader('Location', `${PREFIX}/session`);
    return sendJson(res, 201, toAnswer(signedIn));
  };

  const passkeyOptions: Middleware = async (req, res) => {
    sameSite.refuseOthers(req);
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
async function visitOf({ authenticator, cookie }: Credentials, req: IncomingMessage): Promise<Visit> {
  const from = senderOf(req);
  const former = await authenticator.authenticate(cookie.read(req) ?? '', 'session', from);
  return { from, userAgent: req.headers['user-agent'], former: former && requireSession(former) };
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

/** Relative to /v1, as it is registered at the provider. */
export const OIDC_CALLBACK_PATH = '/session/oidc/callback';

const MAX_PATH = 2_000;

const keptSchema = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), to: z.string() });

/** What the browser keeps: the attempt, and the page to which the person goes afterwards. */
type Kept = OidcAttempt & { to: string };

/** Creates the two addresses that a browser visits, one after the other, to sign in with the OpenID provider. */
export function createOidcRoutes(credentials: Credentials, oidc: Oidc | undefined): readonly PlainRoute[] {
  if (!oidc) return [];
  const { cookie } = credentials;

  const start: Middleware = async (req, res) => {
    try {
      cookie.requireSafe();
      const { location, attempt } = await oidc.start();
      cookie.keep(res, encode({ ...attempt, to: pagePath(queryOf(req.url).to) }), CHALLENGE_LIFETIME_MS);
      redirect(res, location);
    } catch (error) {
      redirect(res, pageOf(error, req, res));
    }
  };

  const finish: Middleware = async (req, res) => {
    const kept = decode(cookie.readKept(req));
    cookie.forgetKept(res);
    try {
      if (!kept) throw signInFailed();
      const [, query = ''] = (req.url ?? '').split('?', 2);
      const { token } = await oidc.finish(query, kept, await visitOf(credentials, req));
      cookie.set(res, token);
      // The browser kept it. Whoever can write cookies there has not passed the check at the start.
      redirect(res, pagePath(kept.to));
    } catch (error) {
      redirect(res, pageOf(error, req, res));
    }
  };

  return [
    { path: '/session/oidc/start', method: 'GET', steps: [start] },
    { path: OIDC_CALLBACK_PATH, method: 'GET', steps: [finish] },
  ];
}

/** Returns the sign-in page, with the code of what went wrong: a browser shows no JSON to a person. */
function pageOf(error: unknown, req: IncomingMessage, res: ServerResponse): string {
  if (!(error instanceof Fault)) throw error;
  noteError(stateOf(req).report, res, error.code);
  return `/#error=${error.code}`;
}

function redirect(res: ServerResponse, location: string): void {
  res.setHeader('Location', location);
  res.setHeader('Cache-Control', 'no-store');
  sendNothing(res, 303);
}

/** Returns the path of a page of this service; that of the first page for anything else. */
function pagePath(to: unknown): string {
  const isPath = typeof to === 'string' && to.length <= MAX_PATH && /^\/(?![/\\])[\x21-\x7e]*$/.test(to);
  return isPath ? to : '/';
}

const encode = (kept: Kept) => Buffer.from(JSON.stringify(kept)).toString('base64url');

function decode(text: string | undefined): Kept | undefined {
  try {
    return keptSchema.safeParse(JSON.parse(Buffer.from(text ?? '', 'base64url').toString())).data;
  } catch {
    return undefined;
  }
}
