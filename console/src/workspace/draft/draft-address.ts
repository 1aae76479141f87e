import { type Draft, readDraftLink, storedLink, toDraftLink } from '../../filter/draft-link.ts';
import { isJsonObject } from '../../filter/parse-definition.ts';
import {
  type DraftPlace,
  isSentHere,
  noteAddress,
  readKept,
  repeatSave,
  type UnansweredSave,
} from './kept-draft.ts';

/** Shortest time between two changes of the address. Browsers limit how often an address may change. */
const PAUSE_MS = 200;

interface DraftAddressOptions {
  /** Returns the draft as it is now; undefined when the address needs none. */
  read(): Draft | undefined;
  /** Returns where the service keeps the draft; undefined before it does. */
  place(): DraftPlace | undefined;
  /** Returns the key of the save whose response has not arrived. */
  saveKey(): string | undefined;
  /** Adds an entry to the browser's history. */
  push(href: string): void;
  /** Tells whether the draft is too long for an address. */
  onLong(isLong: boolean): void;
}

/**
 * Keeps the draft in the fragment of the address. A longer one stands there by the id that it has on the service. The entry
 * of the browser's history also has that id, or the key of the save that asks for one, so that a reload goes on with the
 * same draft, and a shared link does not.
 */
export class DraftAddress {
  readonly #options: DraftAddressOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Time on the clock of `performance.now()`. */
  #writtenAt = Number.NEGATIVE_INFINITY;
  /** Whether a new entry waits until the service has the draft, which is too long for an address. */
  #isPushing = false;
  /** Fragment that was written or read last. */
  #current = window.location.hash;
  readonly #page = pageHere();

  constructor(options: DraftAddressOptions) {
    this.#options = options;
  }

  /** Tells whether the address has changed by other means, such as Back. */
  get isForeign(): boolean {
    return pageHere() === this.#page && window.location.hash !== this.#current;
  }

  /** Takes the address as it is for the current draft. */
  adopt(): void {
    this.#cancel();
    this.#current = window.location.hash;
  }

  /** Writes the draft once the present task has ended, but only after a pause since the last time. */
  schedule(): void {
    const pause = this.#writtenAt + PAUSE_MS - performance.now();
    this.#timer ??= setTimeout(() => this.flush(), Math.max(pause, 0));
  }

  /** Writes what waits, at once. */
  flush(): void {
    if (this.#timer === undefined) return;
    this.#cancel();
    if (pageHere() !== this.#page || this.isForeign) return;
    const fragment = this.#fragment();
    if (fragment !== undefined) this.#replace(fragment);
  }

  /** Writes the draft as a new entry of the browser's history, so that Back returns to the one before. */
  push(): void {
    this.#cancel();
    const fragment = this.#fragment();
    this.#isPushing = fragment === undefined;
    if (fragment === undefined || fragment === this.#current) return;
    this.#options.push(hrefOf(fragment));
    this.#current = fragment;
  }

  /** Notes that the service keeps the draft at another place, or no longer. */
  moved(): void {
    if (pageHere() !== this.#page) return;
    if (this.#isPushing) this.push();
    this.schedule();
  }

  /** @returns undefined for a draft that is too long, and that the service does not have yet. */
  #fragment(): string | undefined {
    this.#writtenAt = performance.now();
    const draft = this.#options.read();
    const link = draft ? toDraftLink(draft) : '';
    this.#options.onLong(link === undefined);
    if (link !== undefined) return link;
    const place = this.#options.place();
    return place && storedLink(String(place.id));
  }

  #replace(fragment: string): void {
    const { place, saveKey } = this.#options;
    const state = { ...window.history.state, draft: place(), save: saveKey() };
    noteAddress();
    // The router need not know: it would match, load and scroll after each pause in typing.
    History.prototype.replaceState.call(window.history, state, '', hrefOf(fragment));
    // Browsers escape some signs.
    this.#current = window.location.hash;
  }

  #cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

/** Page of the address. That of a list edits its filter while a parameter says so. */
function pageHere(): string {
  const { pathname, search } = window.location;
  return `${pathname} ${new URLSearchParams(search).has('edit')}`;
}

function hrefOf(fragment: string): string {
  return window.location.pathname + window.location.search + fragment;
}

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
      : { kind: 'broken', reason: 'This draft is one of somebody else, or was discarded.' };
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
