import type { User } from '../../../generated/prisma/client.ts';
import { PulledStream } from '../../../lib/streams.ts';
import type { List } from '../list.ts';

export type ListChangeKind = 'NAME' | 'TAGS' | 'DEFINITION' | 'MEMBERS' | 'SHARING' | 'GONE' | 'RESYNC';

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

/**
 * The changes of a list for one subscriber. Of the changes that wait, it keeps the latest of each kind: a slow subscriber
 * costs no memory, and what was combined shows in the list as it is now.
 */
export class ListStream extends PulledStream<ListChange> {
  readonly #pending = new Map<ListChangeKind, PendingChange>();
  readonly #read: (change: PendingChange) => Promise<ListChange>;
  #startAfter = 0;

  /** @param read reads the list again for this subscriber; an error of it ends the stream. */
  constructor(read: (change: PendingChange) => Promise<ListChange>, onEnd: () => void) {
    super(onEnd);
    this.#read = read;
  }

  push(change: PendingChange): void {
    if (this.isEnded || (change.eventId ?? Number.POSITIVE_INFINITY) <= this.#startAfter) return;
    this.#pending.set(change.kind, change);
    this.wake();
  }

  /** Drops changes that were made before the stream was opened, and are announced only now. */
  startAfter(eventId: number): void {
    for (const change of this.#pending.values()) {
      if (change.eventId !== null && change.eventId <= eventId) this.#pending.delete(change.kind);
    }
    this.#startAfter = eventId;
  }

  protected async take(): Promise<ListChange | undefined> {
    const [change] = this.#pending.values();
    if (!change) return undefined;
    this.#pending.delete(change.kind);
    return this.#read(change);
  }

  protected override isLast({ kind }: ListChange): boolean {
    return kind === 'GONE';
  }
}
