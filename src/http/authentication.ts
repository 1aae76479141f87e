import type { IncomingMessage, ServerResponse } from 'node:http';
import { describeSite } from '../lib/addresses.ts';
import { Fault } from '../lib/fault.ts';
import { invalidApiKey, type Principal } from '../lib/principal.ts';
import { whenClosed } from '../lib/send.ts';
import type { Authenticator } from '../modules/access/authenticate.ts';
import { SESSION_LIFETIME_MS } from '../modules/access/credential-rules.ts';
import { senderOf } from './client-address.ts';
import { hasBody } from './read-json.ts';
import { type Middleware, stateOf } from './request.ts';

/** What callers are identified by. */
export interface Credentials {
  authenticator: Authenticator;
  cookie: SessionCookie;
  sameSite: SameSiteGuard;
}

/** Reads the API key from X-API-Key or a bearer token; never from the query string (contract, section 1). */
function readKey({ headers }: IncomingMessage): string | undefined {
  const key = headers['x-api-key'];
  if (typeof key === 'string') return key.trim();
  const [scheme, token] = (headers.authorization ?? '').split(/ +/, 2);
  return scheme?.toLowerCase() === 'bearer' ? token?.trim() : undefined;
}

/** Returns the key or the session that a request brings, checked or not; nothing without one. */
export function credentialOf(
  req: IncomingMessage,
  cookie: SessionCookie,
): { text: string; as: 'key' | 'session' } | undefined {
  const key = readKey(req);
  const text = key ?? cookie.read(req);
  return text ? { text, as: key === undefined ? 'session' : 'key' } : undefined;
}

const FIRST_ERROR_STATUS = 400;

/**
 * Identifies the caller by the API key, or else by the session of the console. Requests without a valid one continue
 * without a principal.
 *
 * @throws Fault cross_site_request for a session that another site makes a browser send
 */
export function identify({ authenticator, cookie, sameSite }: Credentials): Middleware {
  return (req, res, next) => {
    const shown = credentialOf(req, cookie);
    if (!shown) return next();
    const { text, as } = shown;
    if (as === 'session') sameSite.require(req);
    const proceed = (principal: Principal | undefined) => {
      const state = stateOf(req);
      state.principal = principal;
      state.identifiedAt = performance.now();
      if (principal) {
        const countError = authenticator.countUse(principal);
        whenClosed(res, () => {
          if (res.statusCode >= FIRST_ERROR_STATUS) countError();
        });
      }
      next();
    };
    const known = authenticator.recall(text, as);
    if (known) proceed(known);
    else authenticator.authenticate(text, as, senderOf(req)).then(proceed, next);
  };
}

/** Most bodies arrive sooner. Later, the key may have been refused meanwhile. */
const SLOW_MS = 1_000;

/** Identifies the caller again if the body took long to arrive. @throws Fault invalid_api_key */
export function identifyAgain({ authenticator, cookie }: Credentials): Middleware {
  return async (req, _res, next) => {
    const state = stateOf(req);
    if (state.principal && performance.now() - state.identifiedAt >= SLOW_MS) {
      const shown = credentialOf(req, cookie);
      state.principal = shown && (await authenticator.authenticate(shown.text, shown.as, senderOf(req)));
      if (!state.principal) throw invalidApiKey();
    }
    next();
  };
}

/** Refuses requests without a valid key or session. */
export const requireCaller: Middleware = (req, _res, next) => {
  if (!stateOf(req).principal) throw invalidApiKey();
  next();
};

type SessionCookie = ReturnType<typeof createSessionCookie>;

/**
 * The cookie of sessions (contract, section 17). Where browsers reach the service by https, it has the prefix `__Host-`: no
 * other host can set it, and it is never sent in plain text. On loopback it has a plain name, because Safari keeps no
 * secure cookie there.
 *
 * @param publicUrl origin under which browsers reach the service.
 */
export function createSessionCookie(publicUrl: string) {
  const { isSecure, isSafe, cookieName: name } = describeSite(publicUrl);
  const attemptName = isSecure ? '__Host-sign-in' : 'sign-in';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const readerOf = (name: string) => {
    const pattern = new RegExp(`(?:^|; *)${name}=([^;]*)`);
    return ({ headers }: IncomingMessage): string | undefined => pattern.exec(headers.cookie ?? '')?.[1];
  };
  const write = (res: ServerResponse, name: string, value: string, ms: number) =>
    res.appendHeader('Set-Cookie', `${name}=${value}; ${attributes}; Max-Age=${ms / 1000}`);
  return {
    /** Returns the token that a request brings. */
    read: readerOf(name),
    set: (res: ServerResponse, token: string) => write(res, name, token, SESSION_LIFETIME_MS),
    clear: (res: ServerResponse) => write(res, name, '', 0),
    /** Reads what the browser keeps while a person is at the OpenID provider. */
    readKept: readerOf(attemptName),
    keep: (res: ServerResponse, text: string, ms: number) => write(res, attemptName, text, ms),
    forgetKept: (res: ServerResponse) => write(res, attemptName, '', 0),
    /** @throws Fault insecure_origin where it is not safe */
    requireSafe(): void {
      if (isSafe) return;
      throw new Fault(
        'insecure_origin',
        `Nobody can sign in at ${publicUrl}: over plain HTTP, others could read the session. Put a proxy with TLS in front, and set PUBLIC_URL to its https:// address.`,
      );
    },
  };
}

/** Media types of bodies that no form of another site can send without a preflight. */
const MEDIA_TYPES = new Set([
  'application/json',
  'application/graphql+json',
  'text/csv',
  'application/x-ndjson',
  'application/vnd.apache.parquet',
  'application/gzip',
  'application/zstd',
]);

type SameSiteGuard = ReturnType<typeof createSameSiteGuard>;

/**
 * Tells requests of the service's own pages from those that another site makes a browser send. Browsers send a cookie with
 * both (contract, section 17; docs/decisions/0051).
 *
 * @param publicUrl origin under which browsers reach the service.
 */
export function createSameSiteGuard(publicUrl: string) {
  const isOwn = ({ headers }: IncomingMessage) =>
    headers['sec-fetch-site'] === 'same-origin' || headers.origin === publicUrl;
  const refused = () =>
    new Fault(
      'cross_site_request',
      `A session is accepted from the pages of ${publicUrl} only. Open the console there, or send an API key in the X-API-Key header. If this is the page, its address differs from PUBLIC_URL.`,
    );
  return {
    /**
     * Requires a page of the service behind a request with a session. A tool that sends the cookie has to say so, too.
     *
     * @throws Fault cross_site_request; unsupported_media_type for a body that a form could send
     */
    require(req: IncomingMessage): void {
      if (!isOwn(req)) throw refused();
      requireData(req);
    },

    /** Refuses what another site sends; passes tools, which send neither header. @throws Fault as `require` does */
    refuseOthers(req: IncomingMessage): void {
      const { origin, 'sec-fetch-site': site } = req.headers;
      if (!isOwn(req) && (origin !== undefined || site !== undefined)) throw refused();
      requireData(req);
    },
  };
}

function requireData(req: IncomingMessage): void {
  if (!hasBody(req) || req.headers['content-length'] === '0') return;
  const type = req.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (MEDIA_TYPES.has(type)) return;
  throw new Fault(
    'unsupported_media_type',
    'With a session, a body must say what it is: send Content-Type: application/json.',
  );
}
