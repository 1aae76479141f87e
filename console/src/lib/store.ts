import { useSyncExternalStore } from 'react';

/** Value outside of React that components read in parts, so that a change renders only those whose part changed. */
export class Store<Value> {
  #value: Value;
  readonly #listeners = new Set<() => void>();

  constructor(value: Value) {
    this.#value = value;
  }

  readonly get = (): Value => this.#value;

  /** Replaces the value, and tells the listeners unless it is the value that was there. */
  set(value: Value): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of this.#listeners) listener();
  }

  /** Calls the listener after each change. @returns a function that stops this. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

/**
 * Returns a part of a store's value, and renders again when that part changes.
 *
 * @param select returns a primitive or a part that keeps its identity while it is the same.
 */
export function useStore<Value, Part>(store: Store<Value>, select: (value: Value) => Part): Part {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
