import { AsyncLocalStorage } from 'node:async_hooks';

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

interface Stop {
  readonly listeners: Set<Listener>;
  reason: Error | undefined;
}

/**
 * Cancellation and read budget of one operation, shared by all work that services do for it. A time limit, a read budget
 * or a caller who disconnects stops that work. Code that waits on behalf of the operation subscribes with `onStop`.
 */
export class OperationScope {
  /** Organization that the operation works for; undefined for work that belongs to no organization. */
  readonly owner: number | undefined;
  readonly #stop: Stop;
  #reads: ReadBudget | undefined;
  #bytes = 0;

  constructor(owner?: number, reads?: ReadBudget, stop: Stop = { listeners: new Set(), reason: undefined }) {
    this.owner = owner;
    this.#reads = reads;
    this.#stop = stop;
  }

  /** Identity of the operation: equal for all of its scopes. */
  get operation(): object {
    return this.#stop;
  }

  /** Reason why the operation was stopped; undefined while it may continue. */
  get stopped(): Error | undefined {
    return this.#stop.reason;
  }

  /** Whether code is still waiting on behalf of the operation. */
  get isBusy(): boolean {
    return this.#stop.listeners.size > 0;
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

  /**
   * Stops counting and releases the budget with everything it references. Connections and timers that an operation opened
   * keep its scope alive for as long as they live.
   */
  endReads(): void {
    this.#reads = undefined;
  }

  /** Returns a scope of this operation, stopped together with it, whose reads are not counted. */
  withoutReadBudget(): OperationScope {
    return this.#reads ? new OperationScope(this.owner, undefined, this.#stop) : this;
  }

  /** Calls `listener` when the operation is stopped. @returns a function that unsubscribes it. */
  onStop(listener: Listener): () => void {
    this.#stop.listeners.add(listener);
    return () => this.#stop.listeners.delete(listener);
  }

  /** Stops the operation. Only the first call has an effect. */
  stop(reason: Error): void {
    if (this.#stop.reason) return;
    this.#stop.reason = reason;
    const listeners = [...this.#stop.listeners];
    this.#stop.listeners.clear();
    for (const listener of listeners) listener(reason);
  }
}

const scopes = new AsyncLocalStorage<OperationScope | undefined>();

/** Returns the scope of the operation that the calling code works for; undefined for internal work of the service. */
export function currentScope(): OperationScope | undefined {
  return scopes.getStore();
}

/** Runs `work`, and everything that it starts, in a scope; undefined for internal work of the service. */
export function runInScope<T>(scope: OperationScope | undefined, work: () => T): T {
  return scopes.run(scope, work);
}

/** Runs `work` without counting its reads: they do not end up in the response, as with postings of the facet index. */
export function runUncounted<T>(work: () => T): T {
  const scope = currentScope();
  return scope?.hasReadBudget ? runInScope(scope.withoutReadBudget(), work) : work();
}
