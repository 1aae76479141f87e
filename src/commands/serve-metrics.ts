import type { Config } from '../config.ts';
import { assertPortIsFree, type HttpServer, listen } from '../http/server.ts';
import { StartupError } from '../lib/fault.ts';
import type { Logger } from '../lib/logger.ts';
import type { MetricsExporter } from '../observability/observability.ts';

const SETTINGS = { port: 'METRICS_PORT', host: 'METRICS_HOST' };

type Settings = Pick<Config, 'port' | 'metricsPort' | 'metricsHost'>;

/** @throws StartupError when METRICS_PORT is set to a port that is in use. */
export async function assertMetricsPortIsFree({ port, metricsPort, metricsHost }: Settings): Promise<void> {
  if (metricsPort === undefined) return;
  if (metricsPort === port && port !== 0) {
    throw new StartupError(`PORT and METRICS_PORT are both ${port}; give metrics a port of their own`);
  }
  await assertPortIsFree(metricsHost, metricsPort, SETTINGS);
}

/** Serves metrics on METRICS_PORT, if it is set. */
export async function serveMetrics(
  { metricsHost, metricsPort }: Settings,
  metrics: MetricsExporter | undefined,
  logger: Logger,
): Promise<HttpServer | undefined> {
  if (!metrics || metricsPort === undefined) return undefined;
  const server = await listen(metrics.listener, { host: metricsHost, port: metricsPort }, SETTINGS);
  logger.info({ url: `${server.url}/metrics` }, 'metrics are served');
  return server;
}
