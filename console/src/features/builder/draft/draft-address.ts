import { type Draft, storedLink, toDraftLink } from '../../../filter/draft-link.ts';
import { removeDraft, unsavedId, writeDraft } from './stored-drafts.ts';

/** Shortest time between two changes of the address. Browsers limit how often an address may change. */
const PAUSE_MS = 200;

export interface DraftAddressOptions {
  /** Key prefix of the caller's stored drafts. */
  caller: string;
  /** List that the draft is of; undefined for a new one. */
  listId: string | undefined;
  /** Returns the draft as it is now; undefined when the address needs none. */
  read(): Draft | undefined;
  /** Adds an entry to the browser's history. */
  push(href: string): void;
  /** Tells whether the draft now stands in this browser alone. */
  onStored(isStored: boolean): void;
  onFailure(): void;
}

/**
 * Keeps the draft in the fragment of the address, or in this browser under an id that the fragment names. Each instance
 * writes ids of its own, so that two tabs that began with one draft do not overwrite each other.
 *
 * What was edited is also kept as the unsaved draft of its list, for those who return without the address.
 */
export class DraftAddress {
  readonly #options: DraftAddressOptions;
  #id = newId();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Time on the clock of `performance.now()`. */
  #writtenAt = Number.NEGATIVE_INFINITY;
  /** Whether the draft is kept as unsaved: not a link that was only looked at, nor what is saved. */
  #isKept = false;
  /** Fragment that was written or read last. */
  #current = window.location.hash;
  readonly #path = window.location.pathname;

  constructor(options: DraftAddressOptions) {
    this.#options = options;
  }

  /** Tells whether the address has changed by other means, such as Back. */
  get isForeign(): boolean {
    return window.location.pathname === this.#path && window.location.hash !== this.#current;
  }

  /** Takes the address as it is for the current draft. */
  adopt(): void {
    this.#cancel();
    this.#current = window.location.hash;
  }

  /** Notes an edit of the draft, and writes it in a moment. */
  edited(): void {
    this.#isKept = true;
    this.schedule();
  }

  /** Stops keeping the draft, which is saved now. */
  forget(): void {
    this.#cancel();
    this.#isKept = false;
    this.#removeUnsaved();
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
    this.#keep();
    if (window.location.pathname !== this.#path || this.isForeign) return;
    this.#replace(this.#write());
  }

  /** Writes the draft as a new entry of the browser's history, so that Back returns to the one before. */
  push(): void {
    this.#cancel();
    this.#keep();
    // The entry before keeps its own stored draft.
    this.#id = newId();
    const fragment = this.#write();
    if (fragment === this.#current) return;
    this.#options.push(hrefOf(fragment));
    this.#current = fragment;
  }

  #keep(): void {
    if (!this.#isKept) return;
    const { caller, listId, read, onFailure } = this.#options;
    const draft = read();
    if (draft === undefined) this.#removeUnsaved();
    else writeDraft(caller, unsavedId(listId), draft).catch(onFailure);
  }

  #removeUnsaved(): void {
    const { caller, listId } = this.#options;
    // A browser that keeps nothing has nothing to remove.
    removeDraft(caller, unsavedId(listId)).catch(() => undefined);
  }

  #write(): string {
    this.#writtenAt = performance.now();
    const draft = this.#options.read();
    const link = draft ? toDraftLink(draft) : '';
    this.#options.onStored(link === undefined);
    if (link !== undefined || draft === undefined) return link ?? '';
    writeDraft(this.#options.caller, this.#id, draft).catch(() => this.#options.onFailure());
    return storedLink(this.#id);
  }

  #replace(fragment: string): void {
    if (fragment === this.#current) return;
    // The router need not know: it would match, load and scroll after each pause in typing.
    History.prototype.replaceState.call(window.history, window.history.state, '', hrefOf(fragment));
    // Browsers escape some signs.
    this.#current = window.location.hash;
  }

  #cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

function newId(): string {
  // randomUUID is missing where the console is served over plain HTTP.
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(36)).join('');
}

function hrefOf(fragment: string): string {
  return window.location.pathname + window.location.search + fragment;
}
