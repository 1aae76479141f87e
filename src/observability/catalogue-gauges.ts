import { Gauge, type Registry } from 'prom-client';
import { PREFIX } from './metrics.ts';

/** Values that a process reads from the database at a scrape. */
export interface CatalogueReading {
  companies: number;
  asOf: Date | null;
  importedAt: Date | null;
  /** The import that runs, in this or another process. */
  running: {
    kind: string;
    phase: string;
    rows: number;
    rows_per_second: number | null;
    seconds_left: number | null;
  } | null;
  /** Files that operators have sent to be imported, by state. */
  uploads: Readonly<Record<string, number>>;
}

/** Watched lists, and those that have changed, or whose catalogue has, since they were evaluated. */
export interface WatchReading {
  watched: number;
  due: number;
}

type Read<T> = () => Promise<T | undefined>;
type ReadCatalogue = Read<CatalogueReading>;

/** Registers the metrics of watched lists. Without an answer of the database they have no sample. */
export function registerWatchGauges(registry: Registry, source: () => Read<WatchReading> | undefined): void {
  const gauge = (name: string, help: string, read: (reading: WatchReading) => number) =>
    new Gauge({
      name: PREFIX + name,
      help,
      registers: [registry],
      // All processes read the same database.
      aggregator: 'max',
      async collect() {
        const reading = await source()?.();
        if (reading) this.set(read(reading));
        else this.remove();
      },
    });
  gauge('watched_lists', 'Watched lists.', ({ watched }) => watched);
  gauge(
    'watched_lists_due',
    'Watched lists that wait for their evaluation, or are evaluated.',
    ({ due }) => due,
  );
}

/** Registers the metrics of the catalogue and of a running import. A value that is unknown has no sample. */
export function registerCatalogueGauges(registry: Registry, source: () => ReadCatalogue | undefined): void {
  const gauge = (
    name: string,
    help: string,
    labelNames: ('kind' | 'phase')[],
    read: (reading: CatalogueReading) => number | null | undefined,
  ) =>
    new Gauge({
      name: PREFIX + name,
      help,
      labelNames,
      registers: [registry],
      // All processes read the same database.
      aggregator: 'max',
      async collect() {
        const reading = await source()?.();
        this.reset();
        // Without labels, a reset leaves the sample 0.
        if (labelNames.length === 0) this.remove();
        const value = reading && read(reading);
        if (value === null || value === undefined) return;
        if (labelNames.length === 0) this.set(value);
        else if (reading?.running)
          this.set({ kind: reading.running.kind, phase: reading.running.phase }, value);
      },
    });
  const seconds = (time: Date | null) => time && time.getTime() / 1000;
  gauge('catalogue_companies', 'Companies in the catalogue.', [], ({ companies }) => companies);
  gauge(
    'catalogue_as_of_timestamp_seconds',
    'Newest observation in the catalogue, as Unix time.',
    [],
    ({ asOf }) => seconds(asOf),
  );
  gauge(
    'catalogue_last_import_timestamp_seconds',
    'End of the last successful import, as Unix time.',
    [],
    ({ importedAt }) => seconds(importedAt),
  );
  const perFile: ('kind' | 'phase')[] = ['kind', 'phase'];
  gauge(
    'import_rows',
    'Rows that the running import has read of its current file.',
    perFile,
    ({ running }) => running?.rows,
  );
  gauge(
    'import_rows_per_second',
    'Rows a second that the running import reads, averaged over ten seconds.',
    perFile,
    ({ running }) => running?.rows_per_second,
  );
  gauge(
    'import_seconds_left',
    'Estimated seconds until the running import has read its current file.',
    perFile,
    ({ running }) => running?.seconds_left,
  );
  registerByState(registry, {
    name: 'import_uploads',
    help: 'Files that operators have sent to be imported in the last 30 days, by state.',
    read: async () => (await source()?.())?.uploads,
  });
}

interface ByState {
  name: string;
  help: string;
  read: () => Promise<Readonly<Record<string, number>> | undefined>;
}

/** Registers a metric that all processes read from the database, with a value for each state. */
function registerByState(registry: Registry, { name, help, read }: ByState): void {
  new Gauge({
    name: PREFIX + name,
    help,
    labelNames: ['state'],
    registers: [registry],
    aggregator: 'max',
    async collect() {
      const reading = await read();
      this.reset();
      if (reading) for (const [state, value] of Object.entries(reading)) this.set({ state }, value);
    },
  });
}

/** Webhooks by state, and the seconds since the oldest event that one of them has not handled. */
interface WebhookReading {
  healthy: number;
  failing: number;
  disabled: number;
  healthyLag: number;
  failingLag: number;
}

export interface WebhookSource {
  /** Requests of this process, by outcome. */
  attempts: Readonly<Record<string, number>>;
  /** Reads the database; undefined if it does not answer in time. */
  read(): Promise<WebhookReading | undefined>;
}

/** Registers the metrics of webhooks that all processes read from the database. */
export function registerWebhookGauges(registry: Registry, source: () => WebhookSource | undefined): void {
  const gauge = (name: string, help: string, valuesOf: (reading: WebhookReading) => Record<string, number>) =>
    registerByState(registry, {
      name,
      help,
      read: async () => {
        const reading = await source()?.read();
        return reading && valuesOf(reading);
      },
    });
  gauge('webhooks', 'Webhooks by state.', ({ healthy, failing, disabled }) => ({
    healthy,
    failing,
    disabled,
  }));
  gauge(
    'webhook_lag_seconds',
    'Age of the oldest event that an enabled webhook has not sent or left out yet.',
    ({ healthyLag: healthy, failingLag: failing }) => ({ healthy, failing }),
  );
}
