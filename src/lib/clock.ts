/** Source of the current time for services; tests set it. */
export interface Clock {
  now(): Date;
  /** Milliseconds since any moment. They run on evenly when somebody sets the clock, so pauses are measured by them. */
  elapsedMs(): number;
}

/** Clock of this machine. The service takes PostgreSQL's instead (src/database/database-clock.ts). */
export const systemClock: Clock = { now: () => new Date(), elapsedMs: () => performance.now() };

/** Difference between clocks, or between two readings of one, that is no sign of a clock that was set. */
export const CLOCK_TOLERANCE_MS = 60_000;
