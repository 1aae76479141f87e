import type { IncomingMessage } from 'node:http';
import { invalidApiKey } from '../graphql/principal.ts';
import type { Authenticator } from '../modules/access/authenticate.ts';
import type { Principal } from '../modules/access/principal.ts';
import type { DoorHandler } from './door.ts';
import { stateOf } from './request-state.ts';

/** Keys come in X-API-Key, or as a bearer token; never in the query string (contract, section 1). */
export function readKey({ headers }: IncomingMessage): string | undefined {
  const key = headers['x-api-key'];
  if (typeof key === 'string') return key.trim();
  const [scheme, token] = (headers.authorization ?? '').split(/ +/, 2);
  return scheme?.toLowerCase() === 'bearer' ? token?.trim() : undefined;
}

const FIRST_ERROR_STATUS = 400;

/** Finds out who sends the request; whoever that is, it goes on. */
export function identify(authenticator: Authenticator): DoorHandler {
  return (req, res, next) => {
    const key = readKey(req);
    if (!key) return next();
    const letIn = (principal: Principal | undefined) => {
      stateOf(req).principal = principal;
      if (principal) {
        const countError = authenticator.countUse(principal);
        res.once('close', () => {
          if (res.statusCode >= FIRST_ERROR_STATUS) countError();
        });
      }
      next();
    };
    const known = authenticator.recall(key);
    if (known) letIn(known);
    else authenticator.authenticate(key).then(letIn, next);
  };
}

/** Lets nobody by who has no valid key. */
export const requireKey: DoorHandler = (req, _res, next) => {
  if (!stateOf(req).principal) throw invalidApiKey();
  next();
};
