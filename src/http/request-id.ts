import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export const REQUEST_ID_HEADER = 'X-Request-Id';
/** Ids are logged, so an API key that was sent in this header by mistake is not accepted. */
const VALID = /^(?!.*cds_(?:user|org)_)[\w.:@/+=-]{1,128}$/;

/** Returns the caller's request id if it is a plain token of up to 128 characters and not a key; otherwise a new one. */
export function requestIdOf(req: IncomingMessage): string {
  const given = req.headers['x-request-id'];
  return typeof given === 'string' && VALID.test(given) ? given : randomUUID();
}
