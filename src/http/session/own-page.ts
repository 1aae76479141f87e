import type { IncomingMessage } from 'node:http';
import { Fault } from '../../lib/fault.ts';
import { hasBody } from '../read-json.ts';

/** Media types of bodies that no form of another site can send without a preflight. */
const MEDIA_TYPES = new Set([
  'application/json',
  'application/graphql+json',
  'text/csv',
  'application/x-ndjson',
]);

export type OwnPage = ReturnType<typeof createOwnPage>;

/**
 * Tells requests of the service's own pages from those that another site makes a browser send. Browsers send a cookie with
 * both (contract, section 17; docs/decisions/0051).
 *
 * @param publicUrl origin under which browsers reach the service.
 */
export function createOwnPage(publicUrl: string) {
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
