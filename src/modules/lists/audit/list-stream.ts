import type { User } from '../../../generated/prisma/client.ts';
import type { List } from '../list.ts';

export type ListChangeKind = 'NAME' | 'DEFINITION' | 'MEMBERS' | 'SHARING' | 'GONE' | 'RESYNC';

/** A change as one subscriber sees it. */
export interface ListChange {
  kind: ListChangeKind;
  /** The list now; null once it is deleted or no longer shared with the subscriber, who does not learn which. */
  list: List | null;
  at: Date;
  /** User who made the change; null for RESYNC and GONE. */
  actor: User | null;
}

/** A change that waits to be read. */
export interface PendingChange {
  kind: ListChangeKind;
  /** Larger for later changes of a list; null for RESYNC. */
  eventId: number | null;
  at: Date;
  actorId: number | null;
}

type Step = IteratorResult<ListChange, undefined>;

/**
 * The changes of a list for one subscriber, who pulls them. Of the changes that wait, it keeps the latest of each kind:
 * a slow subscriber costs no memory, and what was combined shows in the list as it is now.
 */
export class ListStream implements AsyncIterableIterator<ListChange, undefined> {
  readonly #pending = new Map<ListChangeKind, PendingChange>();
  readonly #read: (change: PendingChange) => Promise<ListChange>;
  readonly #onEnd: () => void;
  readonly #changes = this.#takeAll();
  #wake: () => void = () => undefined;
  #startAfter = 0;
  #ended = false;
  #fault: Error | undefined;

  /** @param read reads the list again for this subscriber; an error of it ends the stream. */
  constructor(read: (change: PendingChange) => Promise<ListChange>, onEnd: () => void) {
    this.#read = read;
    this.#onEnd = onEnd;
  }

  push(change: PendingChange): void {
    if (this.#ended || (change.eventId ?? Number.POSITIVE_INFINITY) <= this.#startAfter) return;
    this.#pending.set(change.kind, change);
    this.#wake();
  }

  /** Drops changes that were made before the stream was opened, and are announced only now. */
  startAfter(eventId: number): void {
    for (const change of this.#pending.values()) {
      if (change.eventId !== null && change.eventId <= eventId) this.#pending.delete(change.kind);
    }
    this.#startAfter = eventId;
  }

  /** @param fault error for the subscriber; none if the subscriber ended the stream. */
  end(fault?: Error): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#fault = fault;
    this.#pending.clear();
    this.#onEnd();
    this.#wake();
  }

  next(): Promise<Step> {
    return this.#changes.next();
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

  async *#takeAll(): AsyncGenerator<ListChange, undefined> {
    while (!this.#ended) {
      const [change] = this.#pending.values();
      if (!change) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        continue;
      }
      this.#pending.delete(change.kind);
      try {
        const value = await this.#read(change);
        // The subscriber of a stream that has ended meanwhile may have lost access.
        if (this.#ended) break;
        if (value.kind === 'GONE') this.end();
        yield value;
      } catch (error) {
        this.end(error instanceof Error ? error : new Error(String(error)));
      }
    }
    if (this.#fault) throw this.#fault;
    return undefined;
  }
}
