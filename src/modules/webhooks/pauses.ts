const SECONDS = 1_000;
const HOURS = 3_600 * SECONDS;

/** Pauses after the first failed attempt, the second one and so on; LONGEST_PAUSE_MS after all others. */
const PAUSES_MS = [...[5 * SECONDS, 300 * SECONDS, 1_800 * SECONDS], ...[2 * HOURS, 5 * HOURS]];
const LONGEST_PAUSE_MS = 10 * HOURS;

/** Returns the pause after an attempt that failed, by the number of those that had failed before. */
export function pauseAfter(attempts: number): number {
  return PAUSES_MS[attempts] ?? LONGEST_PAUSE_MS;
}

/** SQL of the longest pause that the webhook w may be in, an interval. */
export const PAUSE = `make_interval(secs => CASE WHEN w.attempts > 0
  THEN coalesce((ARRAY[${PAUSES_MS.map((ms) => ms / SECONDS).join()}])[w.attempts], ${LONGEST_PAUSE_MS / SECONDS}) ELSE 0 END)`;
