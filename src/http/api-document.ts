import type { IncomingMessage } from 'node:http';
import { RELATIVE, type WriteFor } from '../rest/openapi/served.ts';
import type { Middleware } from './middleware.ts';
import { serveStatic } from './static-page.ts';

/** Addresses for which a document is written, and compressed. Services have one or two; anybody can send others. */
const MAX_ADDRESSES = 8;

/**
 * Serves openapi.json or asyncapi.json. Its server is the address through which the request came, so that a client that was
 * generated from it needs no other. Once the first eight addresses have their documents, others share one for none of them.
 */
export function serveApiDocument(writeFor: WriteFor): Middleware {
  const write = (address: string) => serveStatic('application/json', writeFor(address));
  const relative = write(RELATIVE);
  const served = new Map<string, Middleware>();
  return (req, res, next) => {
    res.appendHeader('Vary', 'X-Forwarded-Proto');
    const address = addressOf(req);
    const known = served.get(address);
    if (known) return known(req, res, next);
    if (address === RELATIVE || served.size >= MAX_ADDRESSES) return relative(req, res, next);
    const written = write(address);
    served.set(address, written);
    return written(req, res, next);
  };
}

/**
 * Returns the origin of a request: its host, and `https` if a proxy ended TLS and says so. The service itself speaks plain
 * HTTP. Without a valid Host header it is `/`.
 */
function addressOf({ headers: { host, 'x-forwarded-proto': forwarded } }: IncomingMessage): string {
  const scheme = forwarded === 'https' ? 'https' : 'http';
  const url = `${scheme}://${host}`;
  return host !== undefined && URL.canParse(url) ? new URL(url).origin : RELATIVE;
}
