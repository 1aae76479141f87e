import type { RequestListener } from 'node:http';
import type { Config } from '../config.ts';
import { assertPortIsFree, type HttpServer, listen } from '../http/server.ts';
import { StartupError } from '../lib/fault.ts';
import type { Logger } from '../lib/logger.ts';

/** Settings that errors about the port of the metrics recommend. */
const SETTINGS = { port: 'METRICS_PORT', host: 'METRICS_HOST' };

/** @throws StartupError when METRICS_PORT is set to a port that is in use. */
export async function assertMetricsPortIsFree({ port, metricsPort, metricsHost }: Config): Promise<void> {
  if (metricsPort === undefined) return;
  if (metricsPort === port && port !== 0) {
    throw new StartupError(`PORT and METRICS_PORT are both ${port}; give metrics a port of their own`);
  }
  await assertPortIsFree(metricsHost, metricsPort, SETTINGS);
}

/** Serves metrics on METRICS_PORT. */
export async function serveMetrics(
  listener: RequestListener,
  port: number,
  { metricsHost: host }: Config,
  logger: Logger,
): Promise<HttpServer> {
  const server = await listen(listener, { host, port }, SETTINGS);
  logger.info({ url: `${server.url}/metrics` }, 'metrics are served');
  return server;
}
