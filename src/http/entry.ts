import type { RequestWatcher } from '../observability/observability.ts';
import type { DoorHandler } from './door.ts';
import { REQUEST_ID_HEADER, requestIdOf } from './request-id.ts';
import { watchRequest } from './request-log.ts';
import { openState } from './request-state.ts';

/**
 * What every request passes first: its id, the header that keeps browsers from guessing types, and whoever watches it:
 * log, metrics, traces.
 */
export function entry(watcher: RequestWatcher | undefined): DoorHandler {
  return (req, res, next) => {
    const requestId = requestIdOf(req);
    const state = openState(req, requestId);
    res.setHeader(REQUEST_ID_HEADER, requestId);
    res.setHeader('X-Content-Type-Options', 'nosniff');
    if (watcher) watchRequest(watcher, req, res, state, next);
    else next();
  };
}
