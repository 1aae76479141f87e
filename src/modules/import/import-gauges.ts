import { setTimeout as sleep } from 'node:timers/promises';
import type { Queryable } from '../../database/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { UNIVERSE } from '../facets/facet.ts';
import type { ImportProgress } from './progress.ts';

/** Values of the catalogue for metrics. */
export interface CatalogueGauges {
  companies: number;
  /** Newest observation; null without observations. */
  asOf: Date | null;
  /** When the last successful import ended; null before the first. */
  importedAt: Date | null;
  /** State of the running import; null if none runs, or it is between two files. */
  running: ImportProgress | null;
}

/** Milliseconds for which a reading is reused: an import writes its progress every two seconds. */
const REUSED = 2000;
/** Milliseconds after which a scrape goes without these values. */
const PATIENCE = 1000;

/** An import that waits for another one has no phase. A killed import has written nothing for ten seconds. */
const GAUGES = {
  name: 'catalogue_gauges',
  text: `
    SELECT as_of AS "asOf",
      coalesce((SELECT cardinality FROM facet_posting
        WHERE field = '${UNIVERSE.field}' AND value = '' AND window_days = 0), 0) AS companies,
      (SELECT finished_at FROM catalogue_import WHERE state = 'finished' ORDER BY id DESC LIMIT 1) AS "importedAt",
      (SELECT progress FROM catalogue_import
       WHERE state = 'running' AND progress ? 'phase'
         AND (progress ->> 'at')::timestamptz > clock_timestamp() - interval '10 seconds'
       ORDER BY id DESC LIMIT 1) AS running
    FROM facet_index`,
};

/**
 * Reads the values for a scrape with one statement. Scrapes within two seconds share a reading. A database that fails, or
 * does not answer within a second, yields undefined, so that the other metrics are served at once.
 */
export function createCatalogueGauges(
  db: Queryable,
  clock: Clock,
): () => Promise<CatalogueGauges | undefined> {
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<CatalogueGauges | undefined> = Promise.resolve(undefined);
  return () => {
    const now = clock.now().getTime();
    if (now - readAt >= REUSED) {
      readAt = now;
      const asked = db.query<CatalogueGauges>(GAUGES).then(({ rows }) => rows[0]);
      reading = Promise.race([asked, sleep(PATIENCE, undefined, { ref: false })]).catch(() => undefined);
    }
    return reading;
  };
}
