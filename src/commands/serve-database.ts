import { loadTrustedDocuments } from '../api/trusted-documents.ts';
import type { Config } from '../config.ts';
import { isTransactionPooled } from '../database/pooler.ts';
import { type HttpServer, listen } from '../http/server.ts';
import { systemClock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { type MetricsExporter, openObservability } from '../observability/observability.ts';
import { createService, type ServiceOptions } from '../service.ts';
import { openConsole, warnWithoutConsole } from './console.ts';
import { migrateData } from './data-migrations.ts';
import { prepareIndex } from './facet-index.ts';
import { METRICS_SETTINGS } from './metrics-settings.ts';
import type { ServeOptions } from './serve.ts';
import { runWorkers } from './workers.ts';

interface ServeDatabaseOptions extends Required<Pick<ServeOptions, 'env' | 'prepare'>> {
  config: Config;
  logger: Logger;
  /** URLs of the migrated database: `directUrl` gives each connection a session of its own, `url` may lead to a pooler. */
  database: { url: string; directUrl: string };
  /** Resolves with the signal that ends the process. */
  stop: Promise<string>;
  /** Called when requests are accepted. @param text what `prepare` says after the URL. */
  onReady: (url: string, text: string) => void;
}

/** Serves a migrated database until `stop`. */
export async function serveDatabase(options: ServeDatabaseOptions): Promise<void> {
  const { config, env, logger, database, prepare, stop } = options;
  const trustedDocuments =
    config.trustedDocuments === undefined ? undefined : loadTrustedDocuments(config.trustedDocuments);
  const consoleFiles = openConsole(config);
  const preparation = { databaseUrl: database.directUrl, config, hasConsole: consoleFiles !== undefined };
  const prepared = await unlessStopped(prepare(preparation), stop);
  if (!prepared) return;
  const ready = migrateData(database.directUrl, logger).then(() => prepareIndex(database.directUrl, logger));
  if ((await unlessStopped(ready, stop)) === undefined) return;
  const { describe, signInCode } = prepared;
  const served = { trustedDocuments, consoleFiles, signInCode };
  const isPooled = await detectPooler(config, database.url, logger);
  const connection = { databaseUrl: database.url, isPooled };
  const serviceOptions = { config, ...connection, clock: systemClock, logger, ...served };
  warnWithoutConsole(config, consoleFiles, logger);
  const onReady = (url: string) => options.onReady(url, describe(url));
  await (config.processes > 1
    ? runWorkers({ ...serviceOptions, env }, stop, onReady)
    : run(serviceOptions, stop, onReady));
}

async function run(
  options: ServiceOptions,
  stop: Promise<string>,
  onReady: (url: string) => void,
): Promise<void> {
  const { config, logger } = options;
  const observability = await openObservability(config, logger);
  const service = createService({ ...options, observability });
  let metrics: HttpServer | undefined;
  try {
    metrics = await serveMetrics(config, observability.metrics, logger);
    await service.warmUp();
    const server = await listen(service.app, config);
    onReady(server.url);
    const signal = await stop;
    logger.info({ signal }, 'stopping: accepting no new requests, finishing the running ones');
    service.beginStop();
    await server.close(config.shutdownTimeoutMs);
  } finally {
    // Metrics are served until the end, so that operators can watch the shutdown.
    await metrics?.close(0);
    await service.close();
  }
}

/** Serves metrics on METRICS_PORT, if it is set. */
async function serveMetrics(
  { metricsHost, metricsPort }: Config,
  metrics: MetricsExporter | undefined,
  logger: Logger,
): Promise<HttpServer | undefined> {
  if (!metrics || metricsPort === undefined) return undefined;
  const server = await listen(metrics.listener, { host: metricsHost, port: metricsPort }, METRICS_SETTINGS);
  logger.info({ url: `${server.url}/metrics` }, 'metrics are served');
  return server;
}

/** Returns whether a pooler stands in front of the database. */
async function detectPooler(config: Config, url: string, logger: Logger): Promise<boolean> {
  if (config.databaseUrl === undefined) return false;
  const isPooled = await isTransactionPooled(config.databasePooler, url);
  if (isPooled) logger.info('a transaction pooler is in use: statements are not prepared by name');
  return isPooled;
}

/** Stops waiting at a signal. An import in progress is rolled back when its connection closes. */
async function unlessStopped<T>(work: Promise<T>, stop: Promise<string>): Promise<T | undefined> {
  work.catch(() => undefined);
  return Promise.race([work, stop.then(() => undefined)]);
}
