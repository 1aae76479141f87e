import type { Config } from '../config.ts';
import { type HttpServer, listen } from '../http/server.ts';
import type { Logger } from '../lib/logger.ts';
import { packagePath } from '../lib/package-path.ts';
import type { CodeExchange } from '../modules/access/sign-in-code.ts';
import type { Snapshot } from '../observability/cluster-metrics.ts';
import { createPrimaryState } from '../processes/primary-state.ts';
import type { WorkerStart } from '../processes/worker-link.ts';
import { startWorkers, type WorkerPool } from '../processes/worker-pool.ts';
import { METRICS_SETTINGS } from './metrics-settings.ts';

export interface WorkersOptions {
  config: Config;
  env: Readonly<Record<string, string | undefined>>;
  databaseUrl: string;
  isPooled: boolean;
  logger: Logger;
  signInCode?: CodeExchange | undefined;
}

/** Runs worker processes until `stop`. @param onReady called with their URL when all are ready. */
export async function runWorkers(
  options: WorkersOptions,
  stop: Promise<string>,
  onReady: (url: string) => void,
): Promise<void> {
  const { config, env, databaseUrl, isPooled, logger, signInCode } = options;
  const state = createPrimaryState(config, config.processes);
  const start: WorkerStart = { env, databaseUrl, isPooled, hasSignInCode: signInCode !== undefined };
  const pool = await startWorkers({
    count: config.processes,
    exec: packagePath('dist/bundle/main.js'),
    args: ['serve'],
    killAfterMs: config.shutdownTimeoutMs + KILL_AFTER_MS,
    serveWorker(others) {
      const { handlers, release } = state.serveWorker();
      const more = {
        start: () => start,
        keysChanged: () => others('keysChanged'),
        exchangeCode: (code: string) => signInCode?.exchange(code),
      };
      return { handlers: { ...handlers, ...more }, release };
    },
    logger,
  });
  let metrics: HttpServer | undefined;
  try {
    metrics = await serveMetrics(config, pool, logger);
    onReady(pool.url);
    const signal = await stop;
    logger.info({ signal }, 'stopping: accepting no new requests, finishing the running ones');
  } finally {
    await pool.stop();
    await metrics?.close(0);
  }
}

/** Time that a worker has to write pending data, after its last request. */
const KILL_AFTER_MS = 5_000;
/** Prometheus waits for ten seconds. */
const SCRAPE_MS = 2_000;

async function serveMetrics(
  { metricsHost, metricsPort }: Config,
  pool: WorkerPool,
  logger: Logger,
): Promise<HttpServer | undefined> {
  if (metricsPort === undefined) return undefined;
  const { createClusterMetrics } = await import('../observability/cluster-metrics.ts');
  const listener = createClusterMetrics({
    read: () => pool.collect<Snapshot>('metrics', SCRAPE_MS),
    size: pool.size,
    restarts: pool.restarts,
  });
  const server = await listen(listener, { host: metricsHost, port: metricsPort }, METRICS_SETTINGS);
  logger.info({ url: `${server.url}/metrics` }, 'metrics are served');
  return server;
}
