import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { noteError } from '../../graphql/errors.ts';
import { Fault } from '../../lib/fault.ts';
import { queryOf } from '../../lib/query-string.ts';
import { sendNothing } from '../../lib/send.ts';
import { CHALLENGE_LIFETIME_MS } from '../../modules/sign-in/challenges.ts';
import type { Oidc, OidcAttempt } from '../../modules/sign-in/oidc.ts';
import { signInFailed } from '../../modules/sign-in/sessions.ts';
import type { Credentials } from '../authentication.ts';
import type { Middleware } from '../middleware.ts';
import { stateOf } from '../request-state.ts';
import { type PlainRoute, visitOf } from './session-routes.ts';

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
