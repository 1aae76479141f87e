import { type Client, CompanyDataError, createClient } from '../../../clients/typescript/src/client.ts';
import { reportReachable, reportUnreachable } from './reachability.ts';
import { currentSession, refuseSession } from './session.ts';

export { CompanyDataError };

/** Failures that say that the service, or its database, cannot be reached at the moment. */
const UNREACHABLE: readonly string[] = ['network_error', 'unavailable'];

export function isUnreachable(error: unknown): boolean {
  return error instanceof CompanyDataError && UNREACHABLE.includes(error.code);
}

/** Client of the pages. Its documents are sent by their hashes; the service trusts them. */
export const api: Client = clientOf(fetchSignedIn, 1);

/** Client that makes one attempt. Its callers wait and try again by themselves. */
export const apiOnce: Client = clientOf(fetchSignedIn, 0);

/** Bytes that browsers finish sending after a page is gone (Fetch, 4.6), with room for headers. */
const KEEPALIVE_BYTES = 60_000;

/** Client of what must arrive although the page is left meanwhile. */
export const apiKept: Client = clientOf((input, init) => {
  const keepalive = typeof init?.body === 'string' && 3 * init.body.length < KEEPALIVE_BYTES;
  return fetchSignedIn(input, { ...init, keepalive });
}, 1);

/** Client that signs in and out. What it is refused says nothing of the session, and a link works once. */
export const signInApi: Client = clientOf(fetchReporting, 0);

/** The browser adds the session to requests. Pages try again by themselves when the service is back. */
function clientOf(send: typeof fetch, retries: number): Client {
  const baseUrl = window.location.origin;
  return createClient({ baseUrl, trustedDocuments: true, retries, maxRetryAfter: 5, fetch: send });
}

/** Sends a request of a page, and notes what the response says of the service and the session. */
export async function fetchSignedIn(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { number } = currentSession();
  const response = await fetchReporting(input, init);
  if (response.status === 401) refuseSession(number);
  return response;
}

async function fetchReporting(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init).catch((error: unknown) => {
    if (!init?.signal?.aborted) reportUnreachable();
    throw error;
  });
  // 503: the service runs, but not its database.
  if (response.status === 503) reportUnreachable();
  else reportReachable();
  return response;
}
