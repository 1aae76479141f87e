import { type Owner, SHARED } from './owner.ts';

type Listener = (reason: Error) => void;

/** Bytes and rows that a statement has returned so far. */
export interface StatementRead {
  bytes: number;
  rows: number;
}

/** Limits on what an operation may read from the database. */
export interface ReadBudget {
  maxBytes: number;
  /** Bytes of bitmaps, which are no part of `maxBytes`: they are read without being counted there, or not at all. */
  maxBitmapBytes: number;
  /** Called once, with the bytes of all statements and the counts of the running one. */
  exceeded(bytes: number, running: StatementRead): void;
}

/**
 * Cancellation and read budget of one operation, shared by all work that services do for it. A time limit, a read budget
 * or a caller who disconnects stops that work. Code that waits on behalf of the operation subscribes with `onStop`.
 */
export class OperationScope {
  /** Organization that the operation works for; `SHARED` for work that belongs to none. */
  readonly owner: Owner;
  /** Reason why the operation was stopped; undefined while it may continue. */
  stopped: Error | undefined;
  /** Takes the points of cost that shows only while the operation runs; undefined for work that takes none. */
  readonly charge: ((cost: number) => Promise<void>) | undefined;
  /** Undefined for work without limits, and once the operation has ended. */
  readBudget: ReadBudget | undefined;
  readonly #listeners = new Set<Listener>();
  #bytes = 0;

  constructor(owner: Owner = SHARED, reads?: ReadBudget, charge?: (cost: number) => Promise<void>) {
    this.owner = owner;
    this.readBudget = reads;
    this.charge = charge;
  }

  /** Whether code is still waiting on behalf of the operation. */
  get isBusy(): boolean {
    return this.#listeners.size > 0;
  }

  /** Counts bytes that the database returned. @param running is called only when they exceed the budget. */
  addRead(bytes: number, running: () => StatementRead): void {
    const { readBudget } = this;
    if (!readBudget || this.#bytes > readBudget.maxBytes) return;
    this.#bytes += bytes;
    if (this.#bytes > readBudget.maxBytes) readBudget.exceeded(this.#bytes, running());
  }

  /** Calls `listener` when the operation is stopped. @returns a function that unsubscribes it. */
  onStop(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Stops the operation. Only the first call has an effect. */
  stop(reason: Error): void {
    if (this.stopped) return;
    this.stopped = reason;
    const listeners = [...this.#listeners];
    this.#listeners.clear();
    for (const listener of listeners) listener(reason);
  }
}
