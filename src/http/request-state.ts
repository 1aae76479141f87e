import type { IncomingMessage } from 'node:http';
import type { OperationReport } from '../graphql/context.ts';
import type { Principal } from '../modules/access/principal.ts';

/** What the middleware has found out about a request. */
export interface RequestState {
  requestId: string;
  principal: Principal | undefined;
  report: OperationReport;
  /** The pattern of the route, where Express does not note one. */
  route?: string;
}

const states = new WeakMap<IncomingMessage, RequestState>();

export function openState(req: IncomingMessage, requestId: string): RequestState {
  const state: RequestState = { requestId, principal: undefined, report: {} };
  states.set(req, state);
  return state;
}

export function stateOf(req: IncomingMessage): RequestState {
  return states.get(req) ?? openState(req, 'unknown');
}
