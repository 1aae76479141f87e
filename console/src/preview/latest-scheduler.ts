/** Timers and time, so that tests can replace them. */
export interface Clock {
  /** Milliseconds since any fixed moment. */
  now(): number;
  /** Runs a function later. @returns a function that prevents this. */
  after(milliseconds: number, run: () => void): () => void;
}

/** How to go on after a failure that passes: after some time, or when `resume` is called. */
export type Pause = { kind: 'after'; milliseconds: number } | { kind: 'until_resumed' };

export type Progress<Input, Result> =
  | { kind: 'idle' }
  | { kind: 'running'; input: Input }
  | { kind: 'done'; input: Input; result: Result }
  | { kind: 'failed'; input: Input; error: unknown }
  /** A failure that passes. `until` is a time of the clock; absent while `resume` has to be called. */
  | { kind: 'waiting'; input: Input; error: unknown; until?: number };

interface SchedulerOptions<Input, Result> {
  clock: Clock;
  run(input: Input, signal: AbortSignal): Promise<Result>;
  /** Returns undefined for a failure that stands. */
  pauseAfter(error: unknown): Pause | undefined;
  onProgress(progress: Progress<Input, Result>): void;
}

const MAX_DELAY_MS = 60;
/** A request that takes no longer is not worth waiting for. */
const FREE_LATENCY_MS = 20;
/** Weight of the newest measurement in the mean latency. */
const WEIGHT = 0.5;

/** Milliseconds to wait for further changes: none for a fast service, up to 60 for a slow one. */
export function delayFor(latency: number): number {
  return Math.min(Math.max(latency - FREE_LATENCY_MS, 0), MAX_DELAY_MS);
}

/**
 * Runs the latest input. At most one run is in flight: a newer input aborts it, and starts once it has ended. Inputs that
 * arrive within the delay start one run, of the last of them.
 */
export class LatestScheduler<Input, Result> {
  readonly #options: SchedulerOptions<Input, Result>;
  #wanted: { input: Input } | undefined;
  #cancelTimer: (() => void) | undefined;
  #flight: { control: AbortController; startedAt: number } | undefined;
  #pause: { error: unknown; until?: number } | undefined;
  #latency = 0;

  constructor(options: SchedulerOptions<Input, Result>) {
    this.#options = options;
  }

  /** Asks for the result of an input instead of all earlier ones. */
  want(input: Input): void {
    this.#wanted = { input };
    if (this.#pause) this.#options.onProgress({ kind: 'waiting', input, ...this.#pause });
    else {
      if (this.#flight) this.#abort();
      else this.#schedule(delayFor(this.#latency));
      this.#options.onProgress({ kind: 'running', input });
    }
  }

  /** Ends a pause before its time, as when the service is back. */
  resume(): void {
    if (!this.#pause || !this.#wanted) return;
    this.#pause = undefined;
    this.#clearTimer();
    this.#schedule(0);
  }

  /** Forgets the input, and aborts what is in flight. */
  stop(): void {
    this.#wanted = undefined;
    this.#pause = undefined;
    this.#clearTimer();
    this.#abort();
    this.#options.onProgress({ kind: 'idle' });
  }

  #abort(): void {
    if (!this.#flight) return;
    // A run that was aborted late tells as much about the latency as one that ended.
    this.#latency = Math.max(this.#latency, this.#elapsed(this.#flight.startedAt));
    this.#flight.control.abort();
  }

  #elapsed(startedAt: number): number {
    return this.#options.clock.now() - startedAt;
  }

  #clearTimer(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  #schedule(milliseconds: number): void {
    if (milliseconds <= 0) {
      // Not through a timer: whatever renders the change would delay it.
      this.#clearTimer();
      void this.#send();
      return;
    }
    this.#cancelTimer ??= this.#options.clock.after(milliseconds, () => {
      this.#cancelTimer = undefined;
      this.#pause = undefined;
      void this.#send();
    });
  }

  async #send(): Promise<void> {
    if (!this.#wanted || this.#flight) return;
    const { input } = this.#wanted;
    const { clock, run, onProgress } = this.#options;
    const flight = { control: new AbortController(), startedAt: clock.now() };
    this.#flight = flight;
    onProgress({ kind: 'running', input });
    const end = await run(input, flight.control.signal).then(
      (result) => ({ result }),
      (error: unknown) => ({ error }),
    );
    this.#flight = undefined;
    if (flight.control.signal.aborted) {
      if (this.#wanted) this.#schedule(delayFor(this.#latency));
    } else if ('result' in end) this.#succeed(input, end.result, this.#elapsed(flight.startedAt));
    else this.#fail(input, end.error);
  }

  #succeed(input: Input, result: Result, latency: number): void {
    this.#latency = this.#latency === 0 ? latency : this.#latency * (1 - WEIGHT) + latency * WEIGHT;
    this.#options.onProgress({ kind: 'done', input, result });
  }

  #fail(input: Input, error: unknown): void {
    const { clock, pauseAfter, onProgress } = this.#options;
    const pause = pauseAfter(error);
    if (!pause) {
      onProgress({ kind: 'failed', input, error });
      return;
    }
    if (pause.kind === 'after') {
      this.#pause = { error, until: clock.now() + pause.milliseconds };
      this.#schedule(pause.milliseconds);
    } else this.#pause = { error };
    onProgress({ kind: 'waiting', input, ...this.#pause });
  }
}
