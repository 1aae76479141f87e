import { loadTrustedDocuments } from '../api/trusted-documents.ts';
import type { Config } from '../config.ts';
import { isTransactionPooled } from '../database/pooler.ts';
import { type ConsoleFiles, loadConsole } from '../http/console.ts';
import { loadGuide } from '../http/guide.ts';
import { type HttpServer, listen } from '../http/server.ts';
import { loadTexts } from '../http/texts.ts';
import type { Logger } from '../lib/logger.ts';
import type { MetricsExporter } from '../observability/metrics-exporter.ts';
import { openObservability } from '../observability/observability.ts';
import { createService, type ServiceOptions } from '../service.ts';
import { collectWhenIdle } from './heap.ts';

type Served = Pick<ServiceOptions, 'trustedDocuments' | 'consoleFiles' | 'guideFiles' | 'textFiles'>;

interface ServeRequestsOptions extends Served {
  config: Config;
  logger: Logger;
  /** URL of a migrated database. It may lead to a pooler. */
  databaseUrl: string;
  /** Called if METRICS_PORT is set. @returns the server of the metrics, if this process serves them itself. */
  exposeMetrics: (metrics: MetricsExporter, port: number) => Promise<HttpServer | undefined>;
  /** Resolves when the process is to end. */
  stop: Promise<void>;
  /** Called when requests are accepted. */
  onReady: (url: string) => void;
}

/** Loads the files that requests are served with. @throws StartupError */
export function loadServed(config: Config): Served {
  const { trustedDocuments } = config;
  return {
    trustedDocuments: trustedDocuments === undefined ? undefined : loadTrustedDocuments(trustedDocuments),
    consoleFiles: openConsole(config),
    guideFiles: loadGuide(),
    textFiles: loadTexts(),
  };
}

/** Serves requests in this process until `stop`. Then it finishes those that run. */
export async function serveRequests(options: ServeRequestsOptions): Promise<void> {
  const { config, logger, databaseUrl, exposeMetrics, stop, onReady, ...served } = options;
  const isPooled = await detectPooler(config, databaseUrl, logger);
  const observability = await openObservability(config, logger);
  const service = createService({
    ...served,
    config,
    logger,
    databaseUrl,
    isPooled,
    observability,
  });
  let metrics: HttpServer | undefined;
  let endCollecting: (() => void) | undefined;
  try {
    const { metricsPort } = config;
    if (observability.metrics && metricsPort !== undefined)
      metrics = await exposeMetrics(observability.metrics, metricsPort);
    await service.warmUp();
    const server = await listen(service.app, config);
    service.beginWork();
    onReady(server.url);
    endCollecting = collectWhenIdle();
    await stop;
    service.beginStop();
    await server.close(config.shutdownTimeoutMs);
  } finally {
    endCollecting?.();
    // Metrics are served until the end, so that operators can watch the shutdown.
    await metrics?.close(0);
    await service.close();
  }
}

/** Returns whether a pooler stands in front of the database. */
async function detectPooler(config: Config, url: string, logger: Logger): Promise<boolean> {
  if (config.databaseUrl === undefined) return false;
  const isPooled = await isTransactionPooled(config.databasePooler, url);
  if (isPooled) logger.info('a transaction pooler is in use: statements are not prepared by name');
  return isPooled;
}

type ConsoleSetting = Pick<Config, 'console'>;

/** Loads the console unless it is off. @returns undefined as well if it is not built. */
export function openConsole({ console: isOn }: ConsoleSetting, folder?: string): ConsoleFiles | undefined {
  return isOn ? loadConsole(folder) : undefined;
}

/** Warns of a console that is on but not built. Call it late: a start that fails says nothing but why. */
export function warnWithoutConsole(
  { console: isOn }: ConsoleSetting,
  files: ConsoleFiles | undefined,
  logger: Logger,
): void {
  if (isOn && !files) logger.warn('the console is not served, because it is not built; run npm run build');
}
