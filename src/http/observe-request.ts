import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OperationKind } from '../graphql/context.ts';
import { type RequestScope, runInRequest } from '../lib/request-scope.ts';
import type { Principal } from '../modules/access/principal.ts';
import type { RequestObserver } from '../observability/observability.ts';
import type { FinishedRequest } from '../observability/sink.ts';
import { pathOf } from './middleware.ts';
import type { RequestState } from './request-state.ts';

/** Request with the route that Express' router matched: the pattern of its path, without the caller's values. */
type Routed = IncomingMessage & { route?: { path?: unknown } };

/** Reports the start and the end of a request. Its scope collects what it does in between. */
export function observeRequest(
  observer: RequestObserver,
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
  report.onOperation = (operation: OperationKind) => observer.operation({ scope, ...operation });
  observer.started({ scope, method, path: pathOf(req), headers: req.headers });
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
    observer.finished(finished);
  });
  if (observer.needsScope) runInRequest(scope, next);
  else next();
}

/** Request that was refused by load shedding. */
export interface ShedRequest {
  requestId: string;
  /** Pattern of its path. */
  route: string;
  status: number;
  error: string;
  principal: Principal;
  responseBytes: number;
  ms: number;
}

/** Reports a request that was refused before it reached an API. */
export function reportShedRequest(observer: RequestObserver, req: IncomingMessage, shed: ShedRequest): void {
  const { requestId, error, principal, ...rest } = shed;
  const { keyId, organizationId } = principal;
  const scope = createScope(requestId, {});
  const method = req.method ?? '';
  observer.started({ scope, method, path: pathOf(req), headers: req.headers });
  const nothing = { operation: undefined, cost: undefined, aborted: false };
  observer.finished({ scope, method, ...rest, ...nothing, errors: [error], keyId, organizationId });
}

function createScope(requestId: string, report: RequestScope['report']): RequestScope {
  return { requestId, report, sql: { statements: 0, rows: 0, ms: 0 }, credits: 0 };
}

function routeOf({ route }: Routed, state: RequestState): string | undefined {
  return state.route ?? (typeof route?.path === 'string' ? route.path : undefined);
}
