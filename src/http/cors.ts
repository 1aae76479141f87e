import type { DoorHandler } from './door.ts';

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';

const REQUEST_HEADERS = [
  'Authorization',
  'X-API-Key',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'X-Request-Id',
].join(', ');

const ANSWER_HEADERS = [
  'X-Request-Id',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'ETag',
  'X-Credits-Charged',
  'X-Credits-Remaining',
  'Location',
  'Content-Location',
  'Content-Disposition',
].join(', ');

/** For which browsers ask again; none keeps an answer longer than a day. */
const MAX_AGE_SECONDS = 86_400;

/**
 * Lets pages of other origins use the service from a browser. Keys travel in headers, never in cookies, so nothing is
 * allowed here that a page could use without having a key of its own.
 *
 * @param origins which; `*` for all. With none, nothing is ever said of CORS.
 */
export function cors(origins: readonly string[]): DoorHandler {
  if (origins.length === 0) return (_req, _res, next) => next();
  const allowed = new Set(origins);
  const all = allowed.has('*');
  return (req, res, next) => {
    const { origin } = req.headers;
    if (!all) res.appendHeader('Vary', 'Origin');
    if (origin === undefined || !(all || allowed.has(origin))) return next();
    res.setHeader('Access-Control-Allow-Origin', all ? '*' : origin);
    if (req.method !== 'OPTIONS' || !req.headers['access-control-request-method']) {
      res.setHeader('Access-Control-Expose-Headers', ANSWER_HEADERS);
      return next();
    }
    res.setHeader('Access-Control-Allow-Methods', METHODS);
    res.setHeader('Access-Control-Allow-Headers', REQUEST_HEADERS);
    res.setHeader('Access-Control-Max-Age', MAX_AGE_SECONDS);
    res.writeHead(204).end();
  };
}
