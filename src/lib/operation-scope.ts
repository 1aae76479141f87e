import { AsyncLocalStorage } from 'node:async_hooks';

type Listener = (reason: Error) => void;

/** What a statement has brought so far. */
export interface StatementRead {
  bytes: number;
  rows: number;
}

/** How much an operation may read from the database. */
export interface ReadBudget {
  maxBytes: number;
  /** Called once, with the bytes of all its statements and the one that was running. */
  exceeded(bytes: number, running: StatementRead): void;
}

interface Stop {
  readonly listeners: Set<Listener>;
  reason: Error | undefined;
}

/**
 * The work done for one operation, however deep in the services: a time limit, a read budget or a caller who goes away
 * stops all of it. Code that waits on behalf of the operation listens; nothing polls.
 */
export class OperationScope {
  /** The organization that it works for; absent for work of nobody in particular. */
  readonly owner: number | undefined;
  readonly #stop: Stop;
  #reads: ReadBudget | undefined;
  #bytes = 0;

  constructor(owner?: number, reads?: ReadBudget, stop: Stop = { listeners: new Set(), reason: undefined }) {
    this.owner = owner;
    this.#reads = reads;
    this.#stop = stop;
  }

  /** The same object for all scopes of one operation. */
  get operation(): object {
    return this.#stop;
  }

  /** Why it was stopped; undefined while it may go on. */
  get stopped(): Error | undefined {
    return this.#stop.reason;
  }

  /** Whether anything is still waited for on its behalf. */
  get isBusy(): boolean {
    return this.#stop.listeners.size > 0;
  }

  /** Whether bytes read for it are counted. */
  get hasReadBudget(): boolean {
    return this.#reads !== undefined;
  }

  /** Counts bytes that came from the database. @param running asked for only when the budget is exceeded. */
  addRead(bytes: number, running: () => StatementRead): void {
    if (!this.#reads || this.#bytes > this.#reads.maxBytes) return;
    this.#bytes += bytes;
    if (this.#bytes > this.#reads.maxBytes) this.#reads.exceeded(this.#bytes, running());
  }

  /**
   * Ends the counting, and lets go of the budget and what it refers to: connections and timers that were opened for an
   * operation keep its scope for as long as they live.
   */
  endReads(): void {
    this.#reads = undefined;
  }

  /** The same operation, stopped together with it, whose reads are not counted. */
  withoutReadBudget(): OperationScope {
    return this.#reads ? new OperationScope(this.owner, undefined, this.#stop) : this;
  }

  /** Calls `listener` when the scope is stopped. @returns what ends that. */
  onStop(listener: Listener): () => void {
    this.#stop.listeners.add(listener);
    return () => this.#stop.listeners.delete(listener);
  }

  /** Stops it, once; later reasons count for nothing. */
  stop(reason: Error): void {
    if (this.#stop.reason) return;
    this.#stop.reason = reason;
    const listeners = [...this.#stop.listeners];
    this.#stop.listeners.clear();
    for (const listener of listeners) listener(reason);
  }
}

const scopes = new AsyncLocalStorage<OperationScope | undefined>();

/** The scope of the operation that the calling code works for; undefined for the service's own work. */
export function currentScope(): OperationScope | undefined {
  return scopes.getStore();
}

/** Runs `work`, and whatever it sets going, for a scope; undefined: for the service itself. */
export function runInScope<T>(scope: OperationScope | undefined, work: () => T): T {
  return scopes.run(scope, work);
}

/** Runs `work`, whose reads are no part of an answer (postings of the facet index), without counting them. */
export function runUncounted<T>(work: () => T): T {
  const scope = currentScope();
  return scope?.hasReadBudget ? runInScope(scope.withoutReadBudget(), work) : work();
}
