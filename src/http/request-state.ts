import type { IncomingMessage } from 'node:http';
import type { Principal } from '../modules/access/principal.ts';

/** What the middleware has found out about a request. */
export interface RequestState {
  requestId: string;
  principal: Principal | undefined;
}

const states = new WeakMap<IncomingMessage, RequestState>();

export function openState(req: IncomingMessage, requestId: string): RequestState {
  const state: RequestState = { requestId, principal: undefined };
  states.set(req, state);
  return state;
}

export function stateOf(req: IncomingMessage): RequestState {
  return states.get(req) ?? openState(req, 'unknown');
}
