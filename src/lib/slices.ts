import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Milliseconds for which work keeps the event loop. Two jobs can each have a slice in one round of the loop, and the garbage
 * collector some milliseconds, so a request waits for some ten.
 */
const SLICE_MS = 3;

/**
 * Divides long work into slices of time. A number of rows would not do: rows cost very different amounts of time, and code is ten
 * times as slow until it is compiled.
 */
export class Slices {
  readonly #mayGoOn: (() => Promise<void>) | undefined;
  #endsAt = performance.now() + SLICE_MS;

  /** @param mayGoOn resolves when the next slice may begin, in that turn of the event loop or in a later one. */
  constructor(mayGoOn?: () => Promise<void>) {
    this.#mayGoOn = mayGoOn;
  }

  /** Whether the time of the slice is over. Where a step takes microseconds, waiting for `pause` each time would cost more. */
  get isOver(): boolean {
    return performance.now() >= this.#endsAt;
  }

  /** Lets requests have their turn if the slice is over. */
  async pause(): Promise<void> {
    if (!this.isOver) return;
    await nextTurn();
    await this.#mayGoOn?.();
    this.#endsAt = performance.now() + SLICE_MS;
  }
}
