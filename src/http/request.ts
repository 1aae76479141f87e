import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Request, Response, Router } from 'express';
import { type HelpLinks, type OperationReport, type RequestScope, runWith } from '../lib/request-context.ts';
import { hasCredential } from '../lib/text.ts';
import type { RequestObserver } from '../observability/observability.ts';

/**
 * Request that middleware of both APIs receives: Node's own object, with the properties that the router and the body
 * parser add. Express' helpers are missing: installing their prototypes costs more than answering (docs/decisions/0009).
 */
type ApiRequest = IncomingMessage & Pick<Request, 'params' | 'body' | 'originalUrl'>;

export type Middleware = (
  req: ApiRequest,
  res: ServerResponse,
  next: (error?: unknown) => void,
) => void | Promise<void>;

/** Turns a router into a listener. It works on Node's objects, although its types require Express'. */
export function toListener(router: Router): RequestListener {
  return (req, res) => router(req as Request, res as Response, () => res.destroy());
}

/** Returns whether a URL has the given path or a path below it. */
export function isBelow(path: string, url = ''): boolean {
  return url.startsWith(path) && [undefined, '/', '?'].includes(url[path.length]);
}

/** Returns the requested path without the query. */
export function pathOf(req: IncomingMessage & { originalUrl?: string }): string {
  return (req.originalUrl ?? req.url ?? '/').split('?', 1)[0] ?? '/';
}

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
