import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from './clock.ts';

/** Milliseconds for which a reading is reused. */
const REUSED = 2000;
/** Milliseconds after which its users go without it. */
const PATIENCE = 1000;

/**
 * Shares what a scrape of metrics reads: scrapes within two seconds get one reading. A source that fails, or does not answer
 * within a second, yields undefined, so that the other metrics are served at once.
 */
export function shareReading<T>(
  clock: Clock,
  read: () => Promise<T | undefined>,
): () => Promise<T | undefined> {
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<T | undefined> = Promise.resolve(undefined);
  return () => {
    const now = clock.elapsedMs();
    if (now - readAt >= REUSED) {
      readAt = now;
      reading = Promise.race([read(), sleep(PATIENCE, undefined, { ref: false })]).catch(() => undefined);
    }
    return reading;
  };
}
