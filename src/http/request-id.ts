import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export const REQUEST_ID_HEADER = 'X-Request-Id';
/** A key in the wrong header is no id: ids are logged. */
const VALID = /^(?!.*cds_(?:user|org)_)[\w.:@/+=-]{1,128}$/;

/** The id of a request: the caller's own when it is a plain token of up to 128 characters and no key, else a new one. */
export function requestIdOf(req: IncomingMessage): string {
  const given = req.headers['x-request-id'];
  return typeof given === 'string' && VALID.test(given) ? given : randomUUID();
}
