import { type Client, CompanyDataError, createClient } from '../../../clients/typescript/src/client.ts';
import { reportReachable, reportUnreachable } from './reachability.ts';
import { currentSession, refuseSession } from './session.ts';

export { CompanyDataError };

/** Failures that say that the service, or its database, cannot be reached at the moment. */
const UNREACHABLE: readonly string[] = ['network_error', 'unavailable'];

export function isUnreachable(error: unknown): boolean {
  return error instanceof CompanyDataError && UNREACHABLE.includes(error.code);
}

let known: { key: string | undefined; client: Client } | undefined;
let knownOnce: { key: string | undefined; client: Client } | undefined;

/** Returns the client of the current session. Its documents are sent by their hashes; the service trusts them. */
export function api(): Client {
  const { key } = currentSession();
  if (known?.key !== key || !known) known = { key, client: clientFor(key) };
  return known.client;
}

/** Returns a client of the current session that makes one attempt. Its callers wait and try again by themselves. */
export function apiOnce(): Client {
  const { key } = currentSession();
  if (knownOnce?.key !== key || !knownOnce) knownOnce = { key, client: clientFor(key, 0) };
  return knownOnce.client;
}

/**
 * Creates a client for a key, also before it becomes the session's.
 *
 * @param key undefined for a caller who signed out meanwhile; the service then refuses.
 */
export function clientFor(key: string | undefined, retries = 1): Client {
  return createClient({
    baseUrl: window.location.origin,
    apiKey: key ?? '',
    trustedDocuments: true,
    // One retry by default; pages try again by themselves when the service is back.
    retries,
    maxRetryAfter: 5,
    fetch: async (input, init) => {
      const response = await fetch(input, init).catch((error: unknown) => {
        if (!init?.signal?.aborted) reportUnreachable();
        throw error;
      });
      if (response.status === 401 && key !== undefined) refuseSession(key);
      // 503: the service runs, but not its database.
      if (response.status === 503) reportUnreachable();
      else reportReachable();
      return response;
    },
  });
}
