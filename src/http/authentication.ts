import type { IncomingMessage } from 'node:http';
import { invalidApiKey, type Principal } from '../lib/principal.ts';
import { whenClosed } from '../lib/when-closed.ts';
import type { Authenticator } from '../modules/access/authenticate.ts';
import type { Middleware } from './middleware.ts';
import { stateOf } from './request-state.ts';
import type { SessionCookie } from './session/cookie.ts';
import type { OwnPage } from './session/own-page.ts';

/** What callers are identified by. */
export interface Credentials {
  authenticator: Authenticator;
  cookie: SessionCookie;
  ownPage: OwnPage;
}

/** Reads the API key from X-API-Key or a bearer token; never from the query string (contract, section 1). */
export function readKey({ headers }: IncomingMessage): string | undefined {
  const key = headers['x-api-key'];
  if (typeof key === 'string') return key.trim();
  const [scheme, token] = (headers.authorization ?? '').split(/ +/, 2);
  return scheme?.toLowerCase() === 'bearer' ? token?.trim() : undefined;
}

/** Returns the key or the session that a request brings, checked or not; nothing without one. */
export function credentialOf(
  req: IncomingMessage,
  cookie: SessionCookie,
): { text: string; as: 'key' | 'session' } | undefined {
  const key = readKey(req);
  const text = key ?? cookie.read(req);
  return text ? { text, as: key === undefined ? 'session' : 'key' } : undefined;
}

const FIRST_ERROR_STATUS = 400;

/**
 * Identifies the caller by the API key, or else by the session of the console. Requests without a valid one continue
 * without a principal.
 *
 * @throws Fault cross_site_request for a session that another site makes a browser send
 */
export function identify({ authenticator, cookie, ownPage }: Credentials): Middleware {
  return (req, res, next) => {
    const shown = credentialOf(req, cookie);
    if (!shown) return next();
    const { text, as } = shown;
    if (as === 'session') ownPage.require(req);
    const proceed = (principal: Principal | undefined) => {
      const state = stateOf(req);
      state.principal = principal;
      state.identifiedAt = performance.now();
      if (principal) {
        const countError = authenticator.countUse(principal);
        whenClosed(res, () => {
          if (res.statusCode >= FIRST_ERROR_STATUS) countError();
        });
      }
      next();
    };
    const known = authenticator.recall(text, as);
    if (known) proceed(known);
    else authenticator.authenticate(text, as).then(proceed, next);
  };
}

/** Most bodies arrive sooner. Later, the key may have been refused meanwhile. */
const SLOW_MS = 1_000;

/** Identifies the caller again if the body took long to arrive. @throws Fault invalid_api_key */
export function identifyAgain({ authenticator, cookie }: Credentials): Middleware {
  return async (req, _res, next) => {
    const state = stateOf(req);
    if (state.principal && performance.now() - state.identifiedAt >= SLOW_MS) {
      const shown = credentialOf(req, cookie);
      state.principal = shown && (await authenticator.authenticate(shown.text, shown.as));
      if (!state.principal) throw invalidApiKey();
    }
    next();
  };
}

/** Refuses requests without a valid key or session. */
export const requireCaller: Middleware = (req, _res, next) => {
  if (!stateOf(req).principal) throw invalidApiKey();
  next();
};
