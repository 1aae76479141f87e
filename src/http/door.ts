import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request } from 'express';

/**
 * What handlers of the REST door may use of a request: Node's own object with what the router and the body parser add.
 * None of Express' helpers: they need its prototypes, and putting those on costs more than answering (docs/decisions/0009).
 */
export type DoorRequest = IncomingMessage & Pick<Request, 'params' | 'body' | 'originalUrl'>;

export type DoorHandler = (
  req: DoorRequest,
  res: ServerResponse,
  next: (error?: unknown) => void,
) => void | Promise<void>;

/** Whether a URL is that of a path, or of one below it. */
export function isBelow(path: string, url: string): boolean {
  return url.startsWith(path) && [undefined, '/', '?'].includes(url[path.length]);
}

/** The path that was asked for, without the query. */
export function pathOf(req: IncomingMessage & { originalUrl?: string }): string {
  return (req.originalUrl ?? req.url ?? '/').split('?', 1)[0] ?? '/';
}
