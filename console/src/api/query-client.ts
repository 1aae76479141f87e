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

/** Reads failed queries again as soon as the service is back. */
onReachabilityChange(() => {
  if (isReachable()) {
    void queryClient.invalidateQueries({ predicate: ({ state }) => state.status === 'error' });
  }
});

let caller = currentSession().key;

/** Nothing that one caller read is shown to another. Pages that are open read everything again. */
onSessionChange(() => {
  const { key, continues } = currentSession();
  if (key === caller) return;
  caller = key;
  if (key === undefined) return queryClient.clear();
  if (continues) return void queryClient.invalidateQueries();
  queryClient.removeQueries({ type: 'inactive' });
  void queryClient.resetQueries();
});
