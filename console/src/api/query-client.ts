import { QueryClient } from '@tanstack/react-query';
import { isReachable, onReachabilityChange } from './reachability.ts';
import { currentSession, onSessionChange } from './session.ts';

/** Data is shown from the cache for this long before a page asks again. */
const FRESH_MS = 5_000;

/** The cache of everything that the service answered. The client retries requests itself. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: FRESH_MS, networkMode: 'always', refetchOnWindowFocus: true },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/**
 * Reads a query again that was being read for the first time when a change made it invalid: the answer that is under way may
 * be from before the change. TanStack Query restarts only queries that have an answer already.
 */
queryClient.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated' || event.action.type !== 'invalidate') return;
  const { query } = event;
  if (query.state.data !== undefined || query.state.fetchStatus !== 'fetching') return;
  const readAgain = () => queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
  query.promise?.then(readAgain, () => undefined);
});

/** Reads failed queries again as soon as the service is back. */
onReachabilityChange(() => {
  if (isReachable()) {
    void queryClient.invalidateQueries({ predicate: ({ state }) => state.status === 'error' });
  }
});

let session = currentSession();

/** Nothing that one person read is shown to another. Whoever signs in again goes on: open pages read everything again. */
onSessionChange(() => {
  const before = session;
  session = currentSession();
  if (before.userId !== undefined && session.userId !== before.userId) queryClient.clear();
  else if (before.state === 'ended' && session.state === 'signed_in') void queryClient.invalidateQueries();
});
