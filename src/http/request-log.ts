import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OperationKind } from '../graphql/context.ts';
import { type RequestScope, runInRequest } from '../lib/request-scope.ts';
import type { Principal } from '../modules/access/principal.ts';
import type { RequestObserver } from '../observability/observability.ts';
import type { FinishedRequest } from '../observability/sink.ts';
import { pathOf } from './door.ts';
import type { RequestState } from './request-state.ts';

/** What Express' router notes at a request whose path it knows: the pattern, never what the caller put in its place. */
type Routed = IncomingMessage & { route?: { path?: unknown } };

/** Tells of a request at its start and when its answer is over; what it does meanwhile is added to its scope. */
export function watchRequest(
  watcher: RequestObserver,
  req: Routed,
  res: ServerResponse,
  state: RequestState,
  next: () => void,
): void {
  const startedAt = performance.now();
  const { socket } = req;
  const bytesBefore = socket.bytesWritten;
  const { requestId, report } = state;
  const scope = createScope(requestId, report);
  const method = req.method ?? '';
  report.onOperation = (operation: OperationKind) => watcher.operation({ scope, ...operation });
  watcher.started({ scope, method, path: pathOf(req), headers: req.headers });
  res.once('close', () => {
    const finished: FinishedRequest = {
      scope,
      method,
      route: routeOf(req, state),
      status: res.statusCode,
      operation: report.operation,
      cost: report.cost,
      errors: [...(report.errors ?? [])],
      keyId: state.principal?.keyId,
      organizationId: state.principal?.organizationId,
      responseBytes: socket.bytesWritten - bytesBefore,
      ms: performance.now() - startedAt,
      aborted: !res.writableFinished,
    };
    watcher.finished(finished);
  });
  if (watcher.needsScope) runInRequest(scope, next);
  else next();
}

/** What is known of a request that was answered at once, without an operation. */
export interface Refusal {
  requestId: string;
  /** The pattern of its path. */
  route: string;
  status: number;
  error: string;
  principal: Principal;
  responseBytes: number;
  ms: number;
}

/** Tells of a request that was refused before it got anywhere. */
export function tellRefusal(watcher: RequestObserver, req: IncomingMessage, refusal: Refusal): void {
  const { requestId, error, principal, ...rest } = refusal;
  const { keyId, organizationId } = principal;
  const scope = createScope(requestId, {});
  const method = req.method ?? '';
  watcher.started({ scope, method, path: pathOf(req), headers: req.headers });
  const nothing = { operation: undefined, cost: undefined, aborted: false };
  watcher.finished({ scope, method, ...rest, ...nothing, errors: [error], keyId, organizationId });
}

function createScope(requestId: string, report: RequestScope['report']): RequestScope {
  return { requestId, report, sql: { statements: 0, rows: 0, ms: 0 }, credits: 0 };
}

function routeOf({ route }: Routed, state: RequestState): string | undefined {
  return state.route ?? (typeof route?.path === 'string' ? route.path : undefined);
}
