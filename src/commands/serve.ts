import { setFlagsFromString } from 'node:v8';
import { type Config, readConfig } from '../config.ts';
import { acquireDatabase } from '../database/acquire.ts';
import { loadTrustedDocuments } from '../graphql/trusted-documents.ts';
import { assertPortIsFree, type HttpServer, listen } from '../http/server.ts';
import { systemClock } from '../lib/clock.ts';
import { createLogger } from '../lib/logger.ts';
import { openObservability } from '../observability/open-observability.ts';
import { createService, type ServiceOptions } from '../service.ts';
import { prepareIndex } from './facet-index.ts';
import { assertMetricsPortIsFree, serveMetrics } from './serve-metrics.ts';

export interface Preparation {
  databaseUrl: string;
  config: Config;
}

export interface ServeOptions {
  json?: boolean;
  /** Runs on the migrated database before the server listens. @returns what to say after the address. */
  prepare?: (preparation: Preparation) => Promise<(url: string) => string>;
}

/**
 * How much the old generation may grow before it is collected. Left to itself, V8 lets it grow fourfold while much is
 * allocated: hundreds of megabytes of garbage under load.
 */
const HEAP_GROWTH = '--heap-growing-percent=100';

/** Serves until a signal comes; then finishes what runs, gives everything back and returns. */
export async function serve({ json = false, prepare }: ServeOptions): Promise<void> {
  setFlagsFromString(HEAP_GROWTH);
  const config = readConfig(process.env);
  const logger = createLogger(config.logLevel);
  const trustedDocuments =
    config.trustedDocuments === undefined ? undefined : loadTrustedDocuments(config.trustedDocuments);
  const stop = signalled();
  await assertPortIsFree(config.host, config.port);
  await assertMetricsPortIsFree(config);
  const database = await acquireDatabase(config, 'server', logger);
  try {
    const prepared = prepare?.({ databaseUrl: database.url, config }) ?? Promise.resolve(() => '');
    const describe = await unlessStopped(prepared, stop);
    if (!describe) return;
    if ((await unlessStopped(prepareIndex(database.url, logger), stop)) === undefined) return;
    const options = { config, databaseUrl: database.url, clock: systemClock, logger, trustedDocuments };
    await run(options, stop, (url) => {
      process.stdout.write(json ? `${JSON.stringify({ url })}\n` : `company-data is ready at ${url}\n`);
      process.stdout.write(describe(url));
    });
  } finally {
    await database.close();
  }
  logger.info('stopped');
  // A sender of traces that still waits for its collector would hold up the process for seconds.
  if (config.tracing) process.exit();
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
    logger.info({ signal }, 'stopping: no new requests, running ones finish');
    service.beginStop();
    await server.close(config.shutdownTimeoutMs);
  } finally {
    // Metrics are served to the last: how a stop goes is worth seeing.
    await metrics?.close(0);
    await service.close();
  }
}

/** Gives up waiting when the signal comes first: an import that was under way rolls back with its connection. */
async function unlessStopped<T>(work: Promise<T>, stop: Promise<string>): Promise<T | undefined> {
  work.catch(() => undefined);
  return Promise.race([work, stop.then(() => undefined)]);
}

/** npm passes on a Ctrl-C that the terminal has sent to the server as well: one keystroke, two signals. */
const ONE_KEYSTROKE_MS = 1000;

/** Resolves at the first signal to stop; a later one ends the process at once, its data being safe in PostgreSQL. */
function signalled(): Promise<string> {
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
