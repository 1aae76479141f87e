import { type Draft, readDraftLink } from '../../../filter/draft-link.ts';
import { isJsonObject } from '../../../filter/parse-definition.ts';
import { editorText } from '../../../text/builder-editor.ts';
import { type DraftPlace, readKept } from './kept-draft.ts';
import { isSentHere, repeatSave, type UnansweredSave } from './unanswered-save.ts';

/** Draft that the address names. `broken` says in words why there is none. */
export type AddressDraft =
  | { kind: 'none' }
  | {
      kind: 'draft';
      draft: Draft;
      /** Where the service keeps it, if it does. */
      place?: DraftPlace | undefined;
      /** Whether the address says more than the service has. */
      isAhead?: boolean;
      /** Save of it that is to be repeated before another one. */
      unanswered?: UnansweredSave | undefined;
    }
  | { kind: 'broken'; reason: string };

/** Reads the draft that a page begins with: that of a save with which the last page was left, else that of its address. */
export async function readFirst(): Promise<AddressDraft> {
  const link = readDraftLink(window.location.hash);
  const sent = await repeatSave();
  if (sent) {
    const { save, place, isOpen } = sent;
    const kept = { place, unanswered: isOpen ? save : undefined };
    // It was edited again while the save was on its way, perhaps back to what it said before.
    if (link.kind === 'draft' && window.history.state?.save === save.key)
      return { ...link, ...kept, isAhead: place === undefined || !isSame(save.draft, link.draft) };
    if (isSentHere(save)) return { kind: 'draft', draft: save.draft, ...kept, isAhead: place === undefined };
  }
  return readAddress();
}

/** Reads the draft of the current address. */
export async function readAddress(): Promise<AddressDraft> {
  const link = readDraftLink(window.location.hash);
  if (link.kind === 'stored') {
    const kept = await readKept(Number(link.id));
    return kept
      ? { kind: 'draft', draft: kept.draft, place: kept.place }
      : { kind: 'broken', reason: editorText.page.missing };
  }
  const place = placeOf(window.history.state);
  if (link.kind !== 'draft' || !place) return link;
  const kept = await readKept(place.id);
  // Another page saved it since: this one goes on with a draft of its own.
  if (kept?.place.version !== place.version) return link;
  return { ...link, place, isAhead: !isSame(kept.draft, link.draft) };
}

const isSame = (one: Draft, other: Draft): boolean =>
  JSON.stringify(one.definition) === JSON.stringify(other.definition) && one.name === other.name;

/** Reads the place that draft-address.ts keeps with an entry of the browser's history. */
function placeOf(state: unknown): DraftPlace | undefined {
  const place = isJsonObject(state) ? state.draft : undefined;
  if (!isJsonObject(place)) return undefined;
  const { id, version } = place;
  return typeof id === 'number' && typeof version === 'number' ? { id, version } : undefined;
}
