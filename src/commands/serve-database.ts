import type { Config } from '../config.ts';
import type { Logger } from '../lib/logger.ts';
import type { MetricsExporter } from '../observability/metrics-exporter.ts';
import { prepareIndex } from './facet-index.ts';
import { loadServed, serveRequests, warnWithoutConsole } from './serve-requests.ts';
import { runWorkers, serveMetrics } from './workers.ts';

export interface Preparation {
  databaseUrl: string;
  config: Config;
  /** Whether the console will be served. */
  hasConsole: boolean;
}

export interface Prepared {
  /** Returns the text after the address. */
  describe: (url: string) => string;
}

export type Prepare = (preparation: Preparation) => Promise<Prepared>;

interface ServeDatabaseOptions {
  config: Config;
  prepare: Prepare;
  logger: Logger;
  /** URLs of the migrated database: `directUrl` gives each connection a session of its own, `url` may lead to a pooler. */
  database: { url: string; directUrl: string };
  /** Resolves with the signal that ends the process. */
  stop: Promise<string>;
  /** Called when requests are accepted. @param text what `prepare` says after the URL. */
  onReady: (url: string, text: string) => void;
}

/** Serves a migrated database until `stop`, in this process or in several workers. */
export async function serveDatabase(options: ServeDatabaseOptions): Promise<void> {
  const { config, logger, database, prepare, stop } = options;
  const served = loadServed(config);
  const hasConsole = served.consoleFiles !== undefined;
  const prepared = await unlessStopped(
    prepare({ databaseUrl: database.directUrl, config, hasConsole }),
    stop,
  );
  if (!prepared) return;
  const ready = prepareIndex(database.directUrl, logger);
  if ((await unlessStopped(ready, stop)) === undefined) return;
  const { describe } = prepared;
  warnWithoutConsole(config, served.consoleFiles, logger);
  const stopped = stop.then((signal) =>
    logger.info({ signal }, 'stopping: accepting no new requests, finishing the running ones'),
  );
  const run = {
    config,
    logger,
    stop: stopped,
    onReady: (url: string) => options.onReady(url, describe(url)),
  };
  if (config.processes > 1) return runWorkers(run);
  const exposeMetrics = ({ listener }: MetricsExporter, port: number) =>
    serveMetrics(listener, port, config, logger);
  await serveRequests({ ...served, ...run, databaseUrl: database.url, exposeMetrics });
}

/** Stops waiting at a signal. An import in progress is rolled back when its connection closes. */
async function unlessStopped<T>(work: Promise<T>, stop: Promise<string>): Promise<T | undefined> {
  work.catch(() => undefined);
  return Promise.race([work, stop.then(() => undefined)]);
}
