import type { RequestObserver } from '../observability/observability.ts';
import type { DoorHandler } from './door.ts';
import { REQUEST_ID_HEADER, requestIdOf } from './request-id.ts';
import { watchRequest } from './request-log.ts';
import { openState } from './request-state.ts';

/**
 * Runs before everything else: sets the request id, keeps browsers from guessing types and everybody from storing the
 * answer (routes whose answers may be stored say so), and tells log, metrics and traces.
 */
export function entry(watcher: RequestObserver | undefined): DoorHandler {
  return (req, res, next) => {
    const requestId = requestIdOf(req);
    const state = openState(req, requestId);
    res.setHeader(REQUEST_ID_HEADER, requestId);
    res.setHeader('X-Content-Type-Options', 'nosniff');
    res.setHeader('Cache-Control', 'no-store');
    if (watcher) watchRequest(watcher, req, res, state, next);
    else next();
  };
}
