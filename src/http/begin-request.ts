import type { RequestObserver } from '../observability/observability.ts';
import type { Middleware } from './middleware.ts';
import { observeRequest } from './observe-request.ts';
import { REQUEST_ID_HEADER, requestIdOf } from './request-id.ts';
import { openState } from './request-state.ts';

/** Headers of every response. Routes whose responses may be stored replace `Cache-Control`. */
export const DEFAULT_HEADERS = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Cache-Control', 'no-store'],
] as const;

/**
 * Runs before all other middleware: opens the request's state, sets the request id and safe default headers, and starts
 * observing the request.
 */
export function beginRequest(observer: RequestObserver | undefined): Middleware {
  return (req, res, next) => {
    const requestId = requestIdOf(req);
    const state = openState(req, requestId);
    res.setHeader(REQUEST_ID_HEADER, requestId);
    for (const [name, value] of DEFAULT_HEADERS) res.setHeader(name, value);
    if (observer) observeRequest(observer, req, res, state, next);
    else next();
  };
}
