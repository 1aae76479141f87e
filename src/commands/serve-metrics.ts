import type { Config } from '../config.ts';
import { assertPortIsFree, type HttpServer, listen } from '../http/server.ts';
import { StartupError } from '../lib/fault.ts';
import type { Logger } from '../lib/logger.ts';
import type { MetricsExporter } from '../observability/observability.ts';

const SETTINGS = { port: 'METRICS_PORT', host: 'METRICS_HOST' };

type Settings = Pick<Config, 'port' | 'metricsPort' | 'metricsHost'>;

/** @throws StartupError when metrics are wanted where something else is. */
export async function assertMetricsPortIsFree({ port, metricsPort, metricsHost }: Settings): Promise<void> {
  if (metricsPort === undefined) return;
  if (metricsPort === port && port !== 0) {
    throw new StartupError(`METRICS_PORT ${port} is that of PORT; metrics need a port of their own`);
  }
  await assertPortIsFree(metricsHost, metricsPort, SETTINGS);
}

/** Serves metrics on their own port, when one is set. */
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
