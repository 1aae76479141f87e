import { Fault } from '../lib/fault.ts';
import { RESPONSE_HEADERS } from '../rest/openapi/headers.ts';
import type { Middleware } from './request.ts';

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';

const REQUEST_HEADERS = [
  'Authorization',
  'X-API-Key',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'MCP-Protocol-Version',
  'Mcp-Method',
  'Mcp-Name',
  'X-Request-Id',
].join(', ');

/** Every documented header, and that of 405, which openapi.json states only in its description. */
const EXPOSED_HEADERS = [...Object.keys(RESPONSE_HEADERS), 'Allow'].join(', ');

/** Time for which browsers cache a preflight. No browser caches it longer than a day. */
const MAX_AGE_SECONDS = 86_400;

/**
 * Lets pages of other origins call the service from a browser. Keys are sent in headers, never in cookies, so a page
 * needs a key of its own for everything that is allowed here.
 *
 * @param origins allowed origins; `*` for all. If empty, no CORS header is ever sent.
 */
export function cors(origins: readonly string[]): readonly Middleware[] {
  if (origins.length === 0) return [];
  const allowed = new Set(origins);
  const all = allowed.has('*');
  const allow: Middleware = (req, res, next) => {
    const { origin } = req.headers;
    if (!all) res.appendHeader('Vary', 'Origin');
    if (origin === undefined || !(all || allowed.has(origin))) return next();
    res.setHeader('Access-Control-Allow-Origin', all ? '*' : origin);
    if (req.method !== 'OPTIONS' || !req.headers['access-control-request-method']) {
      res.setHeader('Access-Control-Expose-Headers', EXPOSED_HEADERS);
      return next();
    }
    res.setHeader('Access-Control-Allow-Methods', METHODS);
    res.setHeader('Access-Control-Allow-Headers', REQUEST_HEADERS);
    res.setHeader('Access-Control-Max-Age', MAX_AGE_SECONDS);
    res.writeHead(204).end();
  };
  return [allow];
}

/**
 * Creates the handler of OPTIONS that `cors` did not answer. It runs before a key is required: browsers send preflights
 * without one, so 401 would hide that the origin is not allowed.
 *
 * @param methods methods of the path.
 */
export function refusePreflight(methods: readonly string[]): Middleware {
  return (_req, res) => {
    res.setHeader('Allow', methods.join(', '));
    throw new Fault(
      'cross_site_request',
      'OPTIONS is answered for preflights of browsers alone, from origins that CORS_ORIGINS names. Operators: add the origin of the page to this setting.',
    );
  };
}
