import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Request, Response, Router } from 'express';

/**
 * Request that middleware of both APIs receives: Node's own object, with the properties that the router and the body
 * parser add. Express' helpers are missing: installing their prototypes costs more than answering (docs/decisions/0009).
 */
export type ApiRequest = IncomingMessage & Pick<Request, 'params' | 'body' | 'originalUrl'>;

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
