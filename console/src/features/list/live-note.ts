import type { ListChangedSubscription } from '../../generated/graphql.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { listText } from '../../text/list.ts';

type Change = ListChangedSubscription['listChanged'];

/** A change that somebody else made while the list was open. */
export interface LiveNote {
  kind: string;
  at: string;
  message: string;
}

const MAX_NOTES = 3;
const text = listText.live;

/** Returns the note of a change; undefined for events that are no change. */
export function noteOf({ kind, at, actor, definitionVersion, list }: Change): LiveNote | undefined {
  const who = actor?.name ?? text.somebody;
  const message = {
    DEFINITION: () => text.DEFINITION(who, definitionVersion ?? undefined),
    MEMBERS: () => text.MEMBERS(who),
    NAME: () => text.NAME(who, list?.name ?? ''),
    TAGS: () => text.TAGS(who),
    SHARING: () => text.SHARING(who),
    GONE: () => undefined,
    RESYNC: () => undefined,
  }[kind]();
  return message === undefined ? undefined : { kind, at, message: visibleText(message) };
}

/** Adds a note, the newest first. It takes the place of an earlier one of its kind. */
export function withNote(notes: readonly LiveNote[], note: LiveNote): LiveNote[] {
  return [note, ...notes.filter(({ kind }) => kind !== note.kind)].slice(0, MAX_NOTES);
}
