import type { IncomingMessage } from 'node:http';
import { invalidApiKey, type Principal } from '../lib/principal.ts';
import type { Authenticator } from '../modules/access/authenticate.ts';
import type { Middleware } from './middleware.ts';
import { stateOf } from './request-state.ts';

/** Reads the API key from X-API-Key or a bearer token; never from the query string (contract, section 1). */
export function readKey({ headers }: IncomingMessage): string | undefined {
  const key = headers['x-api-key'];
  if (typeof key === 'string') return key.trim();
  const [scheme, token] = (headers.authorization ?? '').split(/ +/, 2);
  return scheme?.toLowerCase() === 'bearer' ? token?.trim() : undefined;
}

const FIRST_ERROR_STATUS = 400;

/** Identifies the caller. Requests without a valid key continue without a principal. */
export function identify(authenticator: Authenticator): Middleware {
  return (req, res, next) => {
    const key = readKey(req);
    if (!key) return next();
    const proceed = (principal: Principal | undefined) => {
      const state = stateOf(req);
      state.principal = principal;
      state.identifiedAt = performance.now();
      if (principal) {
        const countError = authenticator.countUse(principal);
        res.once('close', () => {
          if (res.statusCode >= FIRST_ERROR_STATUS) countError();
        });
      }
      next();
    };
    const known = authenticator.recall(key);
    if (known) proceed(known);
    else authenticator.authenticate(key).then(proceed, next);
  };
}

/** Most bodies arrive sooner. Later, the key may have been refused meanwhile. */
const SLOW_MS = 1_000;

/** Identifies the caller again if the body took long to arrive. @throws Fault invalid_api_key */
export function identifyAgain(authenticator: Authenticator): Middleware {
  return async (req, _res, next) => {
    const state = stateOf(req);
    if (state.principal && performance.now() - state.identifiedAt >= SLOW_MS) {
      state.principal = await authenticator.authenticate(readKey(req) ?? '');
      if (!state.principal) throw invalidApiKey();
    }
    next();
  };
}

/** Refuses requests without a valid key. */
export const requireKey: Middleware = (req, _res, next) => {
  if (!stateOf(req).principal) throw invalidApiKey();
  next();
};
