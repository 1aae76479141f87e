import type { Request, RequestHandler } from 'express';
import { invalidApiKey } from '../graphql/principal.ts';
import type { Authenticator } from '../modules/access/authenticate.ts';
import { stateOf } from './request-state.ts';

/** Keys come in X-API-Key, or as a bearer token; never in the query string (contract, section 1). */
function readKey(req: Request): string | undefined {
  const key = req.get('X-API-Key');
  if (key !== undefined) return key.trim();
  const [scheme, token] = (req.get('Authorization') ?? '').split(/ +/, 2);
  return scheme?.toLowerCase() === 'bearer' ? token?.trim() : undefined;
}

/** Finds out who sends the request; whoever that is, it goes on. */
export function identify(authenticator: Authenticator): RequestHandler {
  return async (req, _res, next) => {
    const key = readKey(req);
    if (key) stateOf(req).principal = await authenticator.authenticate(key);
    next();
  };
}

/** Lets nobody by who has no valid key. */
export const requireKey: RequestHandler = (req, _res, next) => {
  if (!stateOf(req).principal) throw invalidApiKey();
  next();
};
