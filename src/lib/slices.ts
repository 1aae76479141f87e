import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Milliseconds for which work keeps the event loop. Two jobs can each have a slice in one round of the loop, so a request waits
 * for some ten.
 */
const SLICE_MS = 5;

/**
 * Divides long work into slices of time. A number of rows would not do: rows cost very different amounts of time, and code is ten
 * times as slow until it is compiled.
 */
export class Slices {
  readonly #takeTurn: () => Promise<unknown>;
  #endsAt = performance.now() + SLICE_MS;

  /** @param takeTurn lets requests have their turn. Default: a turn of the event loop. */
  constructor(takeTurn: () => Promise<unknown> = nextTurn) {
    this.#takeTurn = takeTurn;
  }

  /** Whether the time of the slice is over. Where a step takes microseconds, waiting for `pause` each time would cost more. */
  get isOver(): boolean {
    return performance.now() >= this.#endsAt;
  }

  /** Lets requests have their turn if the slice is over. */
  async pause(): Promise<void> {
    if (!this.isOver) return;
    await this.#takeTurn();
    this.#endsAt = performance.now() + SLICE_MS;
  }
}
