import type { Logger } from '../lib/logger.ts';
import type { DoorHandler } from './door.ts';
import { REQUEST_ID_HEADER, requestIdOf } from './request-id.ts';
import { logWhenDone } from './request-log.ts';
import { openState } from './request-state.ts';

/** What every request passes first: its id, its log line, and the header that keeps browsers from guessing types. */
export function entry(logger: Logger): DoorHandler {
  return (req, res, next) => {
    const requestId = requestIdOf(req);
    logWhenDone(logger, req, res, openState(req, requestId));
    res.setHeader(REQUEST_ID_HEADER, requestId);
    res.setHeader('X-Content-Type-Options', 'nosniff');
    next();
  };
}
