import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Resync } from '../../../../clients/typescript/src/client.ts';
import { queryKey, readsList } from '../../api/hooks.ts';
import { useSubscription } from '../../api/subscription.ts';
import { useViewer } from '../../api/viewer.ts';
import {
  ListChangedDocument,
  type ListChangedSubscription,
  ListFrameDocument,
  ListMembershipDocument,
  ListsOverviewDocument,
} from '../../generated/graphql.ts';
import { type LiveNote, noteOf, withNote } from './live-note.ts';

/** Changes after which the members may be others. `RESYNC` says that events may be missing. */
const CHANGES_MEMBERS: readonly string[] = ['DEFINITION', 'MEMBERS', 'RESYNC'];

/**
 * Keeps an open list up to date while others change it. Changes of the caller are read as well, as they may come from
 * another tab, but not announced.
 *
 * @param isOpen false until the list is known to be visible.
 */
export function useLiveList(listId: string, isOpen: boolean) {
  const cache = useQueryClient();
  const me = useViewer().data?.viewer.user.userId;
  const [notes, setNotes] = useState<readonly LiveNote[]>([]);
  const [isGone, setGone] = useState(false);
  const isSubscribed = isOpen && me !== undefined && !isGone;
  const onEvent = (event: ListChangedSubscription['listChanged'] | Resync) => {
    void cache.invalidateQueries({ queryKey: queryKey(ListsOverviewDocument) });
    if (event.kind === 'GONE') {
      setGone(true);
      cache.removeQueries({ predicate: ({ queryKey: key }) => readsList(listId, key) });
      return;
    }
    const readsMembers = CHANGES_MEMBERS.includes(event.kind);
    void cache.invalidateQueries({
      predicate: ({ queryKey: key }) => readsList(listId, key) && (readsMembers || !isMembers(key)),
    });
    const note = 'actor' in event && event.actor?.userId !== me ? noteOf(event) : undefined;
    if (note) setNotes((earlier) => withNote(earlier, note));
  };
  // The list may have changed since it was read. Then all that the page shows of it is read again.
  const onOpen = async () => {
    const key = queryKey(ListFrameDocument, { listId });
    const before = cache.getQueryData(key);
    await cache.invalidateQueries({ queryKey: key });
    if (cache.getQueryData(key) === before) return;
    await cache.invalidateQueries({ predicate: ({ queryKey: each }) => readsList(listId, each) });
  };
  useSubscription(ListChangedDocument, isSubscribed ? { listId } : undefined, onEvent, () => void onOpen());
  const dismiss = (note: LiveNote) => setNotes((all) => all.filter((each) => each !== note));
  return { notes, isGone, dismiss };
}

const isMembers = (key: readonly unknown[]): boolean => key[0] === queryKey(ListMembershipDocument)[0];
