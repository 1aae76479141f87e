import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useMemo, useState } from 'react';
import type { Resync } from '../../../../clients/typescript/src/client.ts';
import { queryKey, readsList, useApiQuery } from '../../api/hooks.ts';
import { useSubscription } from '../../api/subscription.ts';
import { useViewer } from '../../api/viewer.ts';
import { type Condition, conditionsOf } from '../../filter/definition.ts';
import { parseDefinition } from '../../filter/parse-definition.ts';
import {
  ListChangedDocument,
  type ListChangedSubscription,
  ListFrameDocument,
  type ListFrameQuery,
  ListMembershipDocument,
  type ListMembershipQuery,
  ListsOverviewDocument,
} from '../../generated/graphql.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { useListId } from './search.ts';

export type ListFrame = NonNullable<ListFrameQuery['list']>;
export type Membership = NonNullable<NonNullable<ListMembershipQuery['list']>['members']>['materialization'];

/** Current members of the list in the address, as numbers. The service computes them if the list changed since the last time. */
export function useMembership() {
  const query = useApiQuery(ListMembershipDocument, { listId: useListId() });
  return { ...query, membership: query.data?.list?.members?.materialization };
}

/** Returns the conditions of the list's filter; none for a filter in a form that is not known here. */
export function useListConditions(): readonly Condition[] {
  const { definition } = useOpenList().list;
  return useMemo(() => {
    const parsed = parseDefinition(definition);
    return parsed.ok ? [...conditionsOf(parsed.value.root)] : [];
  }, [definition]);
}

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

/** A change that somebody else made while the list was open. */
interface LiveNote {
  kind: string;
  at: string;
  message: string;
}

const MAX_NOTES = 3;

/** Returns the note of a change; undefined for events that are no change. */
function noteOf(change: ListChangedSubscription['listChanged']): LiveNote | undefined {
  const { kind, at, actor, definitionVersion, list } = change;
  const who = actor?.name ?? 'Somebody';
  const did = {
    DEFINITION: `changed the filter${definitionVersion == null ? '' : ` to version ${definitionVersion}`}`,
    MEMBERS: 'added or excluded domains',
    NAME: `renamed the list to “${list?.name ?? ''}”`,
    TAGS: 'changed the tags of the list',
    SHARING: 'changed who can see the list',
    GONE: undefined,
    RESYNC: undefined,
  }[kind];
  return did === undefined ? undefined : { kind, at, message: visibleText(`${who} ${did}.`) };
}

/** Adds a note, the newest first. It takes the place of an earlier one of its kind. */
function withNote(notes: readonly LiveNote[], note: LiveNote): LiveNote[] {
  return [note, ...notes.filter(({ kind }) => kind !== note.kind)].slice(0, MAX_NOTES);
}

interface OpenList {
  list: ListFrame;
  /** Whether the list was deleted, or is no longer shared, while the page was open. */
  isGone: boolean;
  /** Elements of the head into which a draft puts its own parts. */
  slots: { head: HTMLElement | null; facts: HTMLElement | null };
}

export const ListContext = createContext<OpenList | undefined>(undefined);

/** Returns the list of the page around the component. */
export function useOpenList(): OpenList {
  const open = use(ListContext);
  if (!open) throw new Error('This component belongs into the page of a list.');
  return open;
}
