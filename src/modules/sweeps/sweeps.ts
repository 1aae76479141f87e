import type { Queryable } from '../../database/client.ts';
import { CLOCK_TOLERANCE_MS, type Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';

interface Sweep {
  everyMs: number;
  /** Deletes what is no longer kept. */
  work: (time: SweepTime) => Promise<unknown>;
  onError: (error: unknown) => void;
}

/** Deletes rows by their age, at intervals, in each process. All of it goes through one guard. */
export class Sweeps {
  readonly #guard: SweepGuard;
  readonly #sweeps: Sweep[] = [];
  readonly #timers: NodeJS.Timeout[] = [];
  #held = 0;

  constructor(tools: ConstructorParameters<typeof SweepGuard>[0]) {
    this.#guard = new SweepGuard(tools);
  }

  /** Whether sweeps delete nothing at present, and how many of them did so. */
  get counts(): { isHolding: boolean; held: number } {
    return { isHolding: this.#guard.isHolding, held: this.#held };
  }

  /** Runs a sweep at intervals from now on. */
  add(sweep: Sweep): void {
    this.#sweeps.push(sweep);
    this.#timers.push(setInterval(() => void this.#run(sweep), sweep.everyMs).unref());
  }

  /** Reads the clock. @returns undefined if nothing may be deleted or ended for good by it. */
  time(): Promise<SweepTime | undefined> {
    return this.#guard.time();
  }

  /** Runs all sweeps once. */
  async runAll(): Promise<void> {
    for (const sweep of this.#sweeps) await this.#run(sweep);
  }

  close(): void {
    this.#timers.forEach(clearInterval);
  }

  async #run({ work, onError }: Sweep): Promise<void> {
    try {
      const time = await this.time();
      if (time) await work(time);
      else this.#held += 1;
    } catch (error) {
      onError(error);
    }
  }
}

/** Jump of the clock that makes sweeps wait. */
const MAX_JUMP_MS = 3_600_000;
/** Monotonic time for which a clock has to go on in step before sweeps believe it again. */
const PROBATION_MS = 600_000;

/** Clock and monotonic time of one moment, in milliseconds. */
interface Reading {
  wall: number;
  elapsed: number;
}

/** Time by which rows are deleted. Only the guard makes one, so a statement that takes it deletes nothing by a wrong clock. */
class SweepTime {
  readonly #at: number;

  constructor(at: Date) {
    this.#at = at.getTime();
  }

  get now(): Date {
    return new Date(this.#at);
  }

  /** Returns the time so many milliseconds earlier. */
  before(ms: number): Date {
    return new Date(this.#at - ms);
  }
}

export type { SweepTime };

interface GuardTools {
  db: Queryable;
  clock: Clock;
  logger: Pick<Logger, 'info' | 'warn'>;
}

/**
 * Decides whether a clock is right enough to delete rows by their age. It is, if it shows the last sweep's time plus the
 * monotonic time since, give or take an hour. After a start nobody knows how much time has passed: then it has to show the
 * stored time, give or take an hour. A clock that fails is believed once it has gone on in step for ten minutes, because a
 * service may have been off for a weekend.
 */
export class SweepGuard {
  readonly #tools: GuardTools;
  #trusted: Reading | undefined;
  #doubted: Reading | undefined;

  constructor(tools: GuardTools) {
    this.#tools = tools;
  }

  /** Whether nothing is deleted at present. */
  get isHolding(): boolean {
    return this.#doubted !== undefined;
  }

  /** Reads the clock. @returns undefined if nothing may be deleted by it. */
  async time(): Promise<SweepTime | undefined> {
    const { db, clock, logger } = this.#tools;
    const now = clock.now();
    const reading = { wall: now.getTime(), elapsed: clock.elapsedMs() };
    if (!(await this.#isTrustworthy(reading))) return undefined;
    await storeSweep(db, now);
    if (this.#doubted) logger.info({ clock: now }, 'the clock goes on in step: sweeps delete again');
    this.#trusted = reading;
    this.#doubted = undefined;
    return new SweepTime(now);
  }

  async #isTrustworthy(reading: Reading): Promise<boolean> {
    if (this.#trusted && offBy(this.#trusted, reading) <= MAX_JUMP_MS) return true;
    // Another process may know how much time has passed.
    const last = await readLastSweep(this.#tools.db);
    if (last && Math.abs(reading.wall - last.getTime()) <= MAX_JUMP_MS) return true;
    const doubted = this.#doubted;
    if (doubted && offBy(doubted, reading) <= CLOCK_TOLERANCE_MS)
      return reading.elapsed - doubted.elapsed >= PROBATION_MS;
    await this.#doubt(reading, last);
    return false;
  }

  async #doubt(reading: Reading, last: Date | undefined): Promise<void> {
    const { db, logger } = this.#tools;
    const clock = new Date(reading.wall);
    this.#doubted = reading;
    logger.warn(
      { clock, lastSweep: last },
      'the clock is over an hour from the last sweep: nothing is deleted until it has gone on in step for ten minutes',
    );
    await storeDoubt(db, clock);
  }
}

/** Returns by how much a clock has not gone on like monotonic time between two readings, in milliseconds. */
function offBy(from: Reading, to: Reading): number {
  return Math.abs(to.wall - from.wall - (to.elapsed - from.elapsed));
}

/** SQL of the time of the last sweep that found the clock in step. Whatever ended later may have ended by a wrong clock. */
export const LAST_SWEEP = '(SELECT swept_at FROM last_sweep)';

async function readLastSweep(db: Queryable): Promise<Date | undefined> {
  const { rows } = await db.query<{ at: Date }>({
    name: 'last_sweep',
    text: 'SELECT swept_at AS at FROM last_sweep',
  });
  return rows[0]?.at;
}

/** Stores that a sweep found the clock in step. A backup of an older release has no row. */
async function storeSweep(db: Queryable, at: Date): Promise<void> {
  await db.query({
    name: 'last_sweep_store',
    text: `INSERT INTO last_sweep (swept_at) VALUES ($1)
      ON CONFLICT (id) DO UPDATE SET swept_at = excluded.swept_at, doubted_at = NULL`,
    values: [at],
  });
}

/** Stores the first time that a sweep could not believe, for `doctor`. */
async function storeDoubt(db: Queryable, at: Date): Promise<void> {
  await db.query({ name: 'last_sweep_doubt', text: 'UPDATE last_sweep SET doubted_at = $1', values: [at] });
}
