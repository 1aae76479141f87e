import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { queryKey, readsList } from '../../api/hooks.ts';
import { useSubscription } from '../../api/subscription.ts';
import {
  EventHappenedDocument,
  FileJobDocument,
  FileJobsDocument,
  HomeListsDocument,
  LatestEventsDocument,
  UnseenEventsDocument,
} from '../../generated/graphql.ts';

/** An import may change a thousand lists at once. What they ask for is asked for together. */
const TOGETHER_MS = 300;
const NAME = 'company-data.events';
/** What may have changed after any event. Only what is on the screen is asked for. */
const READ_AGAIN = [
  UnseenEventsDocument,
  LatestEventsDocument,
  HomeListsDocument,
  FileJobsDocument,
  FileJobDocument,
];

/**
 * Reads the feed again when something happens, and an open list when its members have changed. A browser opens six
 * connections to a service at most, so that one tab holds the stream and tells the others.
 *
 * @param after cursor of the feed as it was read first; undefined: it was not read yet.
 */
export function useLiveFeed(after: string | undefined): void {
  const cache = useQueryClient();
  const isLeader = useLeader(NAME);
  const [first, setFirst] = useState(after);
  // Without `after`, an event between the first answer and the stream would be missed.
  if (first === undefined && after !== undefined) setFirst(after);
  const refresh = useRef<ReturnType<typeof createRefresh>>(undefined);
  const tabs = useRef<BroadcastChannel>(undefined);
  useEffect(() => {
    const own = createRefresh(cache);
    const channel = new BroadcastChannel(NAME);
    channel.onmessage = ({ data }: MessageEvent<number | null>) => own.add(data);
    [refresh.current, tabs.current] = [own, channel];
    return () => {
      own.cancel();
      channel.close();
    };
  }, [cache]);
  useSubscription(EventHappenedDocument, isLeader && first ? { after: first } : undefined, (event) => {
    const changed = 'node' in event && event.node.type === 'LIST_MEMBERS_CHANGED' ? event.node.listId : null;
    refresh.current?.add(changed ?? null);
    tabs.current?.postMessage(changed ?? null);
  });
}

/** Collects what has changed, and reads it again a moment later. */
function createRefresh(cache: QueryClient) {
  const lists = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = () => {
    timer = undefined;
    for (const document of READ_AGAIN) void cache.invalidateQueries({ queryKey: queryKey(document) });
    const changed = [...lists];
    lists.clear();
    void cache.invalidateQueries({
      predicate: ({ queryKey: key }) => changed.some((each) => readsList(each, key)),
    });
  };
  return {
    /** @param listId of a list whose members have changed; null for other events. */
    add(listId: number | null): void {
      if (listId !== null) lists.add(String(listId));
      timer ??= setTimeout(run, TOGETHER_MS);
    },
    cancel: () => clearTimeout(timer),
  };
}

/**
 * Returns whether this tab acts for all tabs of the browser: the one that has been open for the longest. When it closes,
 * another takes over. Pages over plain http have no locks; each tab then acts for itself.
 */
function useLeader(name: string): boolean {
  const [isLeader, setLeader] = useState(!('locks' in navigator));
  useEffect(() => {
    if (!('locks' in navigator)) return;
    const control = new AbortController();
    const lead = () => {
      setLeader(true);
      return new Promise<void>((resolve) => control.signal.addEventListener('abort', () => resolve()));
    };
    navigator.locks.request(name, { signal: control.signal }, lead).catch(() => undefined);
    return () => {
      control.abort();
      setLeader(false);
    };
  }, [name]);
  return isLeader;
}
