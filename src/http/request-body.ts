import type { IncomingMessage, ServerResponse } from 'node:http';
import { subjectOf } from '../modules/limits/rate-limiter.ts';
import { type BodySlots, isLargeBody } from './body-slots.ts';
import type { Middleware } from './middleware.ts';
import { readJson } from './read-json.ts';
import { stateOf } from './request-state.ts';

/**
 * Reads the JSON body of an authenticated request. It ignores the Content-Type, because a missing header is no reason to
 * refuse a body that parses. Large bodies stay unread until they get a slot.
 */
export function readBody(slots: BodySlots): Middleware {
  return async (req, res, next) => {
    const { principal } = stateOf(req);
    if (principal && isLargeBody(req)) await slots.take(subjectOf(principal), res);
    req.body = await bodyOf(req, res);
    next();
  };
}

const bodies = new WeakMap<IncomingMessage, Promise<unknown>>();

/** Returns the parsed JSON body of a request. Reads it at the first call only. */
export function bodyOf(req: IncomingMessage, res: ServerResponse): Promise<unknown> {
  const known = bodies.get(req);
  if (known) return known;
  const body = readJson(req, res);
  bodies.set(req, body);
  return body;
}
