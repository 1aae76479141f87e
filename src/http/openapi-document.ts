import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { readOpenApi } from '../rest/openapi/served.ts';
import type { Middleware } from './middleware.ts';
import { serveStatic } from './static-page.ts';

/** Addresses for which the document is kept with its compressed forms. Services have one or two. */
const MAX_ADDRESSES = 8;

/**
 * Serves openapi.json. Its server is the address through which the request came, so that a client that was generated from
 * it needs no other.
 */
export function serveOpenApi(): Middleware {
  const writeFor = readOpenApi();
  const served = new LRUCache<string, Middleware>({ max: MAX_ADDRESSES });
  return (req, res, next) => {
    res.appendHeader('Vary', 'X-Forwarded-Proto');
    const address = addressOf(req);
    const known = served.get(address) ?? serveStatic('application/json', writeFor(address));
    served.set(address, known);
    return known(req, res, next);
  };
}

/**
 * Returns the origin of a request: its host, and `https` if a proxy ended TLS and says so. The service itself speaks plain
 * HTTP. Without a valid Host header it is `/`, the server from which the document came.
 */
function addressOf({ headers: { host, 'x-forwarded-proto': forwarded } }: IncomingMessage): string {
  const scheme = forwarded === 'https' ? 'https' : 'http';
  const url = `${scheme}://${host}`;
  return host !== undefined && URL.canParse(url) ? new URL(url).origin : '/';
}
