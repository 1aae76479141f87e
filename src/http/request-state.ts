import type { IncomingMessage } from 'node:http';
import type { RequestScope } from '../lib/request-context.ts';

const scopes = new WeakMap<IncomingMessage, RequestScope>();

export function openState(req: IncomingMessage, requestId: string): RequestScope {
  const sql = { statements: 0, rows: 0, ms: 0 };
  const scope = { requestId, principal: undefined, report: {}, sql, credits: 0 };
  scopes.set(req, scope);
  return scope;
}

/** Returns the data that middleware attaches to a request. */
export function stateOf(req: IncomingMessage): RequestScope {
  return scopes.get(req) ?? openState(req, 'unknown');
}
