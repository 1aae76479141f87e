import type { List } from '../list.ts';
import type { ListUser } from '../list-user.ts';

/** What about a list has changed. */
export type ListChangeKind = 'NAME' | 'DEFINITION' | 'MEMBERS' | 'SHARING' | 'GONE' | 'RESYNC';

/** A change as one subscriber sees it. */
export interface ListChange {
  kind: ListChangeKind;
  /** As it is now; null once it is deleted or no longer shared with the subscriber, who is not told which. */
  list: List | null;
  at: Date;
  /** Who did it; null where nobody did, and for a list that is gone. */
  actor: ListUser | null;
}

/** A change that waits to be read. */
export interface PendingChange {
  kind: ListChangeKind;
  /** Larger for later ones of a list; null where nothing was recorded. */
  eventId: number | null;
  at: Date;
  actorId: number | null;
}

type Step = IteratorResult<ListChange, undefined>;

/**
 * The changes of a list for one subscriber, who pulls them. Of those that wait, the latest of each kind is kept: a
 * subscriber who reads slowly costs no memory, and misses nothing that the list as it is now would not tell.
 */
export class ListStream implements AsyncIterableIterator<ListChange, undefined> {
  readonly #pending = new Map<ListChangeKind, PendingChange>();
  readonly #read: (change: PendingChange) => Promise<ListChange>;
  readonly #onEnd: () => void;
  #wakers: Array<() => void> = [];
  #startAfter = 0;
  #ended = false;
  #fault: Error | undefined;

  /** @param read looks at the list once more, for this subscriber; what it throws ends the stream. */
  constructor(read: (change: PendingChange) => Promise<ListChange>, onEnd: () => void) {
    this.#read = read;
    this.#onEnd = onEnd;
  }

  push(change: PendingChange): void {
    if (this.#ended || (change.eventId ?? Number.POSITIVE_INFINITY) <= this.#startAfter) return;
    this.#pending.set(change.kind, change);
    this.#wake();
  }

  /** Forgets changes that had been made when the stream was opened, and were announced only then. */
  startAfter(eventId: number): void {
    for (const change of this.#pending.values()) {
      if (change.eventId !== null && change.eventId <= eventId) this.#pending.delete(change.kind);
    }
    this.#startAfter = eventId;
  }

  /** @param fault what the subscriber is told; nothing when it was they who went. */
  end(fault?: Error): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#fault = fault;
    this.#pending.clear();
    this.#onEnd();
    this.#wake();
  }

  async next(): Promise<Step> {
    for (;;) {
      const fault = this.#fault;
      this.#fault = undefined;
      if (fault) throw fault;
      if (this.#ended) return { done: true, value: undefined };
      const [change] = this.#pending.values();
      if (!change) await new Promise<void>((resolve) => this.#wakers.push(resolve));
      else {
        const value = await this.#take(change);
        if (value) return { done: false, value };
      }
    }
  }

  return(): Promise<Step> {
    this.end();
    return Promise.resolve({ done: true, value: undefined });
  }

  throw(error: unknown): Promise<Step> {
    this.end();
    return Promise.reject(error);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** @returns nothing when the stream has ended meanwhile: what was read then may be no longer for them to see. */
  async #take(change: PendingChange): Promise<ListChange | undefined> {
    this.#pending.delete(change.kind);
    try {
      const value = await this.#read(change);
      if (this.#ended) return undefined;
      if (value.kind === 'GONE') this.end();
      return value;
    } catch (error) {
      this.end(error instanceof Error ? error : new Error(String(error)));
      return undefined;
    }
  }

  #wake(): void {
    for (const wake of this.#wakers.splice(0)) wake();
  }
}
