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

/** Parses a date or a time, such as 2030-12-31 or 2030-12-31T12:00:00Z. @returns undefined for any other text. */
export function parseDate(text: string): Date | undefined {
  const at = new Date(text);
  return /^\d{4}-\d{2}-\d{2}(T.+)?$/.test(text) && !Number.isNaN(at.getTime()) ? at : undefined;
}
