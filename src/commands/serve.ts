import { loadTrustedDocuments } from '../api/trusted-documents.ts';
import { type Config, readConfig } from '../config.ts';
import { acquireDatabase } from '../database/acquire.ts';
import { isTransactionPooled } from '../database/pooler.ts';
import { assertPortIsFree, type HttpServer, listen } from '../http/server.ts';
import { systemClock } from '../lib/clock.ts';
import { StartupError } from '../lib/fault.ts';
import { createLogger, type Logger } from '../lib/logger.ts';
import type { SignInCode } from '../modules/access/sign-in-code.ts';
import { type MetricsExporter, openObservability } from '../observability/observability.ts';
import { createService, type ServiceOptions } from '../service.ts';
import { openConsole, warnWithoutConsole } from './console.ts';
import { migrateData } from './data-migrations.ts';
import { prepareIndex } from './facet-index.ts';
import { limitHeap } from './heap.ts';
import { METRICS_SETTINGS } from './metrics-settings.ts';
import { runWorkers } from './workers.ts';

export interface Preparation {
  databaseUrl: string;
  config: Config;
  /** Whether the console will be served. */
  hasConsole: boolean;
}

export interface Prepared {
  /** Returns the text after the address. */
  describe: (url: string) => string;
  /** Code that signs in to the console. */
  signInCode?: SignInCode | undefined;
}

export interface ServeOptions {
  json?: boolean;
  /** Environment that the settings are read from. */
  env?: Readonly<Record<string, string | undefined>>;
  /** Runs on the migrated database before the server listens. */
  prepare?: (preparation: Preparation) => Promise<Prepared>;
}

/** Serves until SIGINT, SIGTERM or SIGHUP. Then it finishes running requests, releases all resources and returns. */
export async function serve({
  json = false,
  env = process.env,
  prepare = prepareNothing,
}: ServeOptions): Promise<void> {
  limitHeap();
  const config = readConfig(env);
  const logger = createLogger(config.logLevel);
  const trustedDocuments =
    config.trustedDocuments === undefined ? undefined : loadTrustedDocuments(config.trustedDocuments);
  const consoleFiles = openConsole(config);
  const stop = nextSignal();
  await assertPortIsFree(config.host, config.port);
  await assertMetricsPortIsFree(config);
  const database = await acquireDatabase(config, 'server', logger);
  try {
    const preparation = { databaseUrl: database.directUrl, config, hasConsole: consoleFiles !== undefined };
    const prepared = await unlessStopped(prepare(preparation), stop);
    if (!prepared) return;
    const ready = migrateData(database.directUrl, logger).then(() =>
      prepareIndex(database.directUrl, logger),
    );
    if ((await unlessStopped(ready, stop)) === undefined) return;
    const { describe, signInCode } = prepared;
    const served = { trustedDocuments, consoleFiles, signInCode };
    const isPooled = await detectPooler(config, database.url, logger);
    const connection = { databaseUrl: database.url, isPooled };
    const options = { config, ...connection, clock: systemClock, logger, ...served };
    warnWithoutConsole(config, consoleFiles, logger);
    const onReady = (url: string) => {
      process.stdout.write(json ? `${JSON.stringify({ url })}\n` : `company-data is ready at ${url}\n`);
      process.stdout.write(describe(url));
    };
    await (config.processes > 1
      ? runWorkers({ ...options, env }, stop, onReady)
      : run(options, stop, onReady));
  } finally {
    await database.close();
  }
  logger.info('stopped');
  // An exporter that still waits for its collector would delay the end of the process by seconds.
  if (config.tracing) process.exit();
}

const prepareNothing = async (): Promise<Prepared> => ({ describe: () => '' });

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

/** @throws StartupError when METRICS_PORT is set to a port that is in use. */
async function assertMetricsPortIsFree({ port, metricsPort, metricsHost }: Config): Promise<void> {
  if (metricsPort === undefined) return;
  if (metricsPort === port && port !== 0) {
    throw new StartupError(`PORT and METRICS_PORT are both ${port}; give metrics a port of their own`);
  }
  await assertPortIsFree(metricsHost, metricsPort, METRICS_SETTINGS);
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

/** npm forwards a Ctrl-C that the terminal has also sent to the server: one keystroke causes two signals. */
const ONE_KEYSTROKE_MS = 1000;

/** Resolves at the first signal. A later one ends the process at once, which is safe: PostgreSQL has all committed data. */
function nextSignal(): Promise<string> {
  return new Promise((resolve) => {
    let firstAt: number | undefined;
    const onSignal = (signal: string) => {
      if (firstAt !== undefined && performance.now() - firstAt > ONE_KEYSTROKE_MS) process.exit(1);
      firstAt ??= performance.now();
      resolve(signal);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => onSignal(signal));
  });
}
