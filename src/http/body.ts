import type { IncomingMessage, ServerResponse } from 'node:http';
import { subjectOf } from '../modules/limits/rate-limiter.ts';
import { type BodySlots, isLargeBody } from './body-slots.ts';
import type { DoorHandler } from './door.ts';
import { readJson } from './read-json.ts';
import { stateOf } from './request-state.ts';

/**
 * Reads the JSON body of a request with a key, whatever its Content-Type says: a forgotten header is no reason to refuse
 * it. Large bodies wait for a slot, unread.
 */
export function jsonBody(slots: BodySlots): DoorHandler {
  return async (req, res, next) => {
    const { principal } = stateOf(req);
    if (principal && isLargeBody(req)) await slots.take(subjectOf(principal), res);
    req.body = await bodyOf(req, res);
    next();
  };
}

const begun = new WeakMap<IncomingMessage, Promise<unknown>>();

/** The JSON body of a request, read once however often it is asked for (`readJson`). */
export function bodyOf(req: IncomingMessage, res: ServerResponse): Promise<unknown> {
  const known = begun.get(req);
  if (known) return known;
  const body = readJson(req, res);
  begun.set(req, body);
  return body;
}
