import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HelpLinks } from '../lib/help-links.ts';
import { type RequestScope, runWith } from '../lib/request-context.ts';
import type { RequestObserver } from '../observability/observability.ts';
import { type Middleware, pathOf } from './middleware.ts';
import { openState, REQUEST_ID_HEADER, requestIdOf } from './request-state.ts';

/** Headers of every response. Routes whose responses may be stored replace `Cache-Control`. */
export const DEFAULT_HEADERS = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Cache-Control', 'no-store'],
] as const;

/**
 * Runs before all other middleware: opens the request's state, sets the request id and safe default headers, and starts
 * observing the request.
 *
 * @param helpLinks headers of errors; undefined while the guide is not served.
 */
export function beginRequest(
  observer: RequestObserver | undefined,
  helpLinks: HelpLinks | undefined,
): Middleware {
  return (req, res, next) => {
    const requestId = requestIdOf(req);
    const scope = openState(req, requestId, helpLinks);
    res.setHeader(REQUEST_ID_HEADER, requestId);
    for (const [name, value] of DEFAULT_HEADERS) res.setHeader(name, value);
    if (observer) observe(observer, req, res, scope);
    if (observer?.needsScope) runWith({ request: scope }, next);
    else next();
  };
}

/** Request with the route that Express' router matched: the pattern of its path, without the caller's values. */
type Routed = IncomingMessage & { route?: { path?: unknown } };

/** Reports the start and the end of a request. Its scope collects what it does in between. */
function observe(observer: RequestObserver, req: Routed, res: ServerResponse, scope: RequestScope): void {
  const startedAt = performance.now();
  const { socket } = req;
  const bytesBefore = socket.bytesWritten;
  const method = req.method ?? '';
  const { started, finished, operation } = observer;
  if (operation) scope.report.onOperation = (begun) => operation({ scope, ...begun });
  started?.({ scope, method, path: pathOf(req), headers: req.headers });
  res.once('close', () => {
    const path = req.route?.path;
    finished?.({
      scope,
      method,
      route: scope.route ?? (typeof path === 'string' ? path : undefined),
      status: res.statusCode,
      responseBytes: socket.bytesWritten - bytesBefore,
      ms: performance.now() - startedAt,
      aborted: !res.writableFinished,
    });
  });
}
