import type { Queryable } from '../../database/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { shareReading } from '../../lib/shared-reading.ts';
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

/** Returns what reads the values for a scrape, with one statement. */
export function createCatalogueGauges(
  db: Queryable,
  clock: Clock,
): () => Promise<CatalogueGauges | undefined> {
  return shareReading(clock, async () => (await db.query<CatalogueGauges>(GAUGES)).rows[0]);
}
