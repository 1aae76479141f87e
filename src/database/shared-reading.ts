import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../lib/clock.ts';

/** Milliseconds for which a reading is reused. */
const REUSED = 2000;
/** Milliseconds after which a scrape goes without the values. */
const PATIENCE = 1000;

/**
 * Returns a function that reads values for a scrape. Scrapes within two seconds share a reading. A database that fails, or does
 * not answer within a second, yields undefined, so that the other metrics are served at once.
 */
export function shareReading<Row>(
  clock: Clock,
  read: () => Promise<Row | undefined>,
): () => Promise<Row | undefined> {
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<Row | undefined> = Promise.resolve(undefined);
  return () => {
    const now = clock.now().getTime();
    if (now - readAt >= REUSED) {
      readAt = now;
      reading = Promise.race([read(), sleep(PATIENCE, undefined, { ref: false })]).catch(() => undefined);
    }
    return reading;
  };
}
