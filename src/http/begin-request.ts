import type { RequestObserver } from '../observability/observability.ts';
import type { Middleware } from './middleware.ts';
import { observeRequest } from './observe-request.ts';
import { REQUEST_ID_HEADER, requestIdOf } from './request-id.ts';
import { openState } from './request-state.ts';

/**
 * Runs before all other middleware: opens the request's state, sets the request id and safe default headers, and starts
 * observing the request. Routes whose responses may be stored replace the default `Cache-Control`.
 */
export function beginRequest(observer: RequestObserver | undefined): Middleware {
  return (req, res, next) => {
    const requestId = requestIdOf(req);
    const state = openState(req, requestId);
    res.setHeader(REQUEST_ID_HEADER, requestId);
    res.setHeader('X-Content-Type-Options', 'nosniff');
    res.setHeader('Cache-Control', 'no-store');
    if (observer) observeRequest(observer, req, res, state, next);
    else next();
  };
}
