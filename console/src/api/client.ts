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

/** Returns the client of the current session. Its documents are sent by their hashes; the service trusts them. */
export function api(): Client {
  const { key } = currentSession();
  if (known?.key !== key || !known) known = { key, client: clientFor(key) };
  return known.client;
}

/**
 * Creates a client for a key, also before it becomes the session's.
 *
 * @param key undefined for a caller who signed out meanwhile; the service then refuses.
 */
export function clientFor(key: string | undefined): Client {
  return createClient({
    baseUrl: window.location.origin,
    apiKey: key ?? '',
    trustedDocuments: true,
    // One retry here; pages try again by themselves when the service is back.
    retries: 1,
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
