import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Principal } from '../lib/principal.ts';
import { type RequestScope, runWith } from '../lib/request-context.ts';
import type { RequestObserver } from '../observability/observability.ts';
import { pathOf } from './middleware.ts';
import { openState } from './request-state.ts';

/** Request with the route that Express' router matched: the pattern of its path, without the caller's values. */
type Routed = IncomingMessage & { route?: { path?: unknown } };

/** Reports the start and the end of a request. Its scope collects what it does in between. */
export function observeRequest(
  observer: RequestObserver,
  req: Routed,
  res: ServerResponse,
  scope: RequestScope,
  next: () => void,
): void {
  const startedAt = performance.now();
  const { socket } = req;
  const bytesBefore = socket.bytesWritten;
  const method = req.method ?? '';
  scope.report.onOperation = (operation) => observer.operation({ scope, ...operation });
  observer.started({ scope, method, path: pathOf(req), headers: req.headers });
  res.once('close', () =>
    observer.finished({
      scope,
      method,
      route: routeOf(req, scope),
      status: res.statusCode,
      responseBytes: socket.bytesWritten - bytesBefore,
      ms: performance.now() - startedAt,
      aborted: !res.writableFinished,
    }),
  );
  if (observer.needsScope) runWith({ request: scope }, next);
  else next();
}

/** Request that was refused by load shedding. */
interface ShedRequest {
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
  const scope = openState(req, requestId);
  scope.principal = principal;
  scope.report.errors = new Set([error]);
  const method = req.method ?? '';
  observer.started({ scope, method, path: pathOf(req), headers: req.headers });
  observer.finished({ scope, method, ...rest, aborted: false });
}

function routeOf({ route }: Routed, scope: RequestScope): string | undefined {
  return scope.route ?? (typeof route?.path === 'string' ? route.path : undefined);
}
