import type { IncomingMessage } from 'node:http';
import type { OperationReport } from '../graphql/context.ts';
import type { Principal } from '../modules/access/principal.ts';

/** Data that middleware attaches to a request. */
export interface RequestState {
  requestId: string;
  principal: Principal | undefined;
  report: OperationReport;
  /** Pattern of the route, for requests that Express does not route. */
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
