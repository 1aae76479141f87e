import type { Clock } from '../lib/clock.ts';
import type { Queryable } from './client.ts';

/** A jump of PostgreSQL's clock is seen after this time. */
const SAMPLE_MS = 5_000;
/** A slower sample says too little about when PostgreSQL read its clock. */
const MAX_ERROR_MS = 500;
/** Difference below which two samples agree: PostgreSQL's times are read in whole milliseconds. */
const ROUNDING_MS = 1;

/**
 * PostgreSQL's clock, which all processes on a database share. It is sampled every few seconds, and runs on by this process's
 * monotonic time in between. So no request waits for a statement, and it does not matter what clock this machine has.
 */
export class DatabaseClock implements Clock {
  readonly elapsedMs: () => number;
  readonly #db: Queryable;
  readonly #timer: NodeJS.Timeout;
  /** PostgreSQL's time at the moment 0 of `elapsedMs`. */
  #origin: number | undefined;

  /** @param db answers however busy the service is. While it does not answer, the clock runs on. */
  constructor(db: Queryable, elapsedMs: () => number = () => performance.now()) {
    this.#db = db;
    this.elapsedMs = elapsedMs;
    this.#timer = setInterval(() => void this.sample(), SAMPLE_MS);
    this.#timer.unref();
  }

  /** Returns PostgreSQL's time; this machine's until the first sample. */
  now(): Date {
    return this.#origin === undefined ? new Date() : new Date(this.#origin + this.elapsedMs());
  }

  /** Compares with PostgreSQL's clock now. A database that does not answer is not an error here. */
  async sample(): Promise<void> {
    const before = this.elapsedMs();
    const result = await this.#db
      .query<{ at: Date }>({ name: 'clock', text: 'SELECT clock_timestamp() AS at' })
      .catch(() => undefined);
    const at = result?.rows[0]?.at.getTime();
    if (at === undefined) return;
    const errorMs = (this.elapsedMs() - before) / 2;
    const origin = at - before - errorMs;
    if (this.#origin === undefined) this.#origin = origin;
    else if (errorMs <= MAX_ERROR_MS && Math.abs(origin - this.#origin) > errorMs + ROUNDING_MS)
      this.#origin = origin;
  }

  /** Takes no more samples. The clock runs on. */
  close(): void {
    clearInterval(this.#timer);
  }
}

/** Reads PostgreSQL's clock once, for a command. */
export async function readDatabaseClock(db: Queryable): Promise<Clock> {
  const clock = new DatabaseClock(db);
  await clock.sample();
  clock.close();
  return clock;
}
