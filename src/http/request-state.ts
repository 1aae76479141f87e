import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { hasCredential } from '../lib/credentials.ts';
import type { HelpLinks } from '../lib/help-links.ts';
import type { OperationReport, RequestScope } from '../lib/request-context.ts';

export const REQUEST_ID_HEADER = 'X-Request-Id';
const VALID_ID = /^[\w.:@/+=-]{1,128}$/;

/**
 * Returns the caller's request id if it is a plain token of up to 128 characters; otherwise a new one. Ids are logged and
 * stored, so a credential that was sent in this header by mistake is not accepted.
 */
export function requestIdOf(req: IncomingMessage): string {
  const given = req.headers['x-request-id'];
  const isAccepted = typeof given === 'string' && VALID_ID.test(given) && !hasCredential(given);
  return isAccepted ? given : randomUUID();
}

const scopes = new WeakMap<IncomingMessage, RequestScope>();

/** @param helpLinks headers of errors; absent while the guide is not served */
export function openState(req: IncomingMessage, requestId: string, helpLinks?: HelpLinks): RequestScope {
  const sql = { statements: 0, rows: 0, ms: 0 };
  const report: OperationReport = { helpLinks };
  const scope = { requestId, principal: undefined, identifiedAt: 0, report, sql, credits: 0 };
  scopes.set(req, scope);
  return scope;
}

/** Returns the data that middleware attaches to a request. */
export function stateOf(req: IncomingMessage): RequestScope {
  return scopes.get(req) ?? openState(req, 'unknown');
}
