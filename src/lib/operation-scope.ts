import { AsyncLocalStorage } from 'node:async_hooks';

type Listener = (reason: Error) => void;

/**
 * What is done for one operation, however deep in the services: a time limit or a caller who goes away stops all of it.
 * Whoever waits for something on its behalf listens; nothing polls.
 */
export class OperationScope {
  /** The organization that it works for; absent for work of nobody in particular. */
  readonly owner: number | undefined;
  readonly #listeners = new Set<Listener>();
  #reason: Error | undefined;

  constructor(owner?: number) {
    this.owner = owner;
  }

  /** Why it was stopped; undefined while it may go on. */
  get stopped(): Error | undefined {
    return this.#reason;
  }

  /** Whether anything is still waited for on its behalf. */
  get isBusy(): boolean {
    return this.#listeners.size > 0;
  }

  /** Calls `listener` when the scope is stopped. @returns what ends that. */
  onStop(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Stops it, once; later reasons count for nothing. */
  stop(reason: Error): void {
    if (this.#reason) return;
    this.#reason = reason;
    const listeners = [...this.#listeners];
    this.#listeners.clear();
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
