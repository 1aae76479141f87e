type Listener = (reason: Error) => void;

/** Bytes and rows that a statement has returned so far. */
export interface StatementRead {
  bytes: number;
  rows: number;
}

/** Limit on the bytes that an operation may read from the database. */
export interface ReadBudget {
  maxBytes: number;
  /** Called once, with the bytes of all statements and the counts of the running one. */
  exceeded(bytes: number, running: StatementRead): void;
}

/**
 * Cancellation and read budget of one operation, shared by all work that services do for it. A time limit, a read budget
 * or a caller who disconnects stops that work. Code that waits on behalf of the operation subscribes with `onStop`.
 */
export class OperationScope {
  /** Organization that the operation works for; undefined for work that belongs to no organization. */
  readonly owner: number | undefined;
  readonly #listeners = new Set<Listener>();
  #reason: Error | undefined;
  #reads: ReadBudget | undefined;
  #bytes = 0;

  constructor(owner?: number, reads?: ReadBudget) {
    this.owner = owner;
    this.#reads = reads;
  }

  /** Reason why the operation was stopped; undefined while it may continue. */
  get stopped(): Error | undefined {
    return this.#reason;
  }

  /** Whether code is still waiting on behalf of the operation. */
  get isBusy(): boolean {
    return this.#listeners.size > 0;
  }

  /** Whether bytes that are read for the operation are counted. */
  get hasReadBudget(): boolean {
    return this.#reads !== undefined;
  }

  /** Counts bytes that the database returned. @param running is called only when they exceed the budget. */
  addRead(bytes: number, running: () => StatementRead): void {
    if (!this.#reads || this.#bytes > this.#reads.maxBytes) return;
    this.#bytes += bytes;
    if (this.#bytes > this.#reads.maxBytes) this.#reads.exceeded(this.#bytes, running());
  }

  /** Stops counting and releases the budget with everything it references: timers of the operation may outlive it. */
  endReads(): void {
    this.#reads = undefined;
  }

  /** Calls `listener` when the operation is stopped. @returns a function that unsubscribes it. */
  onStop(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Stops the operation. Only the first call has an effect. */
  stop(reason: Error): void {
    if (this.#reason) return;
    this.#reason = reason;
    const listeners = [...this.#listeners];
    this.#listeners.clear();
    for (const listener of listeners) listener(reason);
  }
}
