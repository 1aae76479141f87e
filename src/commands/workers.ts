import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { assertPortIsFree, type HttpServer, listen, urlOf } from '../http/server.ts';
import { StartupError } from '../lib/fault.ts';
import { packagePath } from '../lib/files.ts';
import { beforeSuddenEnd } from '../lib/interruption.ts';
import type { Logger } from '../lib/logger.ts';
import type { Snapshot } from '../observability/cluster-metrics.ts';

/** Messages to workers: to stop, and to send their metrics. Workers send nothing else. */
export const STOP = 'stop';
export const READ_METRICS = 'read metrics';

interface WorkersOptions {
  config: Config;
  logger: Logger;
  /** Resolves when the process is to end. */
  stop: Promise<void>;
  /** Called with the URL when all workers are ready. */
  onReady: (url: string) => void;
}

/** A worker that ends sooner than this is replaced after a pause, which doubles with each such worker. */
const SHORT_LIFE_MS = 10_000;
const [FIRST_PAUSE_MS, LAST_PAUSE_MS] = [1_000, 30_000];
/** Time that a worker has to write pending data, after its last request. */
const KILL_AFTER_MS = 5_000;
/** Prometheus waits for ten seconds. */
const SCRAPE_MS = 2_000;

/**
 * Serves by worker processes on one port until `stop`. Workers are ordinary servers, and share through PostgreSQL.
 *
 * @throws StartupError when a worker cannot start. The worker has written why.
 */
export async function runWorkers({ config, logger, stop, onReady }: WorkersOptions): Promise<void> {
  const pool = new WorkerPool(config, logger);
  let metrics: HttpServer | undefined;
  try {
    const url = await pool.start();
    metrics = await openMetrics(config, pool, logger);
    onReady(url);
    await stop;
  } finally {
    await pool.stop();
    await metrics?.close(0);
  }
}

/** Worker processes, each of which is replaced when it ends. */
class WorkerPool {
  readonly #config: Config;
  readonly #logger: Logger;
  readonly #workers = new Set<Worker>();
  #isStopping = false;
  #restarts = 0;
  #pauseMs = FIRST_PAUSE_MS;
  /** Called when no worker is left. */
  #onEnded: () => void = () => undefined;

  constructor(config: Config, logger: Logger) {
    this.#config = config;
    this.#logger = logger;
    // Workers take connections from the kernel. A connection that the first process hands to a worker that has just died
    // would hang until its client gives up.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({ exec: packagePath('dist/bundle/main.js'), args: ['serve'] });
    // A process that ends at once leaves no worker behind.
    process.once('exit', this.#kill);
    beforeSuddenEnd(this.#kill);
  }

  /** Number of running workers. */
  get size(): number {
    return this.#workers.size;
  }

  /** Number of workers that were started in place of others. */
  get restarts(): number {
    return this.#restarts;
  }

  /** Starts all workers. @returns their URL when all are ready. @throws StartupError when one ends before that. */
  async start(): Promise<string> {
    const starts = Array.from({ length: this.#config.processes }, async () => {
      const url = await this.#startWorker();
      // A worker that cannot start would be replaced for ever.
      if (url === undefined) this.#isStopping = true;
      return url;
    });
    const urls = await Promise.all(starts);
    const [url] = urls;
    if (url === undefined || urls.includes(undefined))
      throw new StartupError('a worker process could not start; its message is above');
    return url;
  }

  /** Asks all workers to stop, and waits until they have ended. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const worker of this.#workers) send(worker, STOP);
    const kill = setTimeout(this.#kill, this.#config.shutdownTimeoutMs + KILL_AFTER_MS);
    if (this.#workers.size > 0) {
      await new Promise<void>((resolve) => {
        this.#onEnded = resolve;
      });
    }
    clearTimeout(kill);
  }

  /** Reads the metrics of each running worker, by its id; undefined for one that does not answer in time. */
  async readMetrics(): Promise<ReadonlyMap<number, Snapshot | undefined>> {
    const read = async (worker: Worker): Promise<Snapshot | undefined> => {
      send(worker, READ_METRICS);
      const [snapshot] = await once(worker, 'message', { signal: AbortSignal.timeout(SCRAPE_MS) });
      return snapshot;
    };
    const entries = [...this.#workers].map(
      async (worker) => [worker.id, await read(worker).catch(() => undefined)] as const,
    );
    return new Map(await Promise.all(entries));
  }

  readonly #kill = (): void => {
    for (const worker of this.#workers) worker.process.kill('SIGKILL');
  };

  /** Resolves with the URL when the worker listens; with undefined when it ends before. */
  #startWorker(): Promise<string | undefined> {
    const startedAt = performance.now();
    const worker = cluster.fork();
    this.#workers.add(worker);
    // A worker that has just ended cannot be written to. Its end is handled below.
    worker.on('error', () => undefined);
    return new Promise((resolve) => {
      worker.once('listening', ({ port }) => resolve(urlOf(this.#config.host, port)));
      worker.once('exit', (code, signal) => {
        this.#workers.delete(worker);
        resolve(undefined);
        if (this.#workers.size === 0) this.#onEnded();
        if (this.#isStopping) return;
        this.#logger.error(
          { worker: worker.process.pid, code, signal },
          'a worker process ended; it is replaced',
        );
        void this.#replace(performance.now() - startedAt < SHORT_LIFE_MS);
      });
    });
  }

  async #replace(livedShortly: boolean): Promise<void> {
    if (livedShortly) {
      await delay(this.#pauseMs, undefined, { ref: false });
      this.#pauseMs = Math.min(2 * this.#pauseMs, LAST_PAUSE_MS);
    } else this.#pauseMs = FIRST_PAUSE_MS;
    if (this.#isStopping) return;
    this.#restarts += 1;
    if ((await this.#startWorker()) !== undefined) this.#logger.info('a new worker process is ready');
  }
}

function send(worker: Worker, message: string): void {
  if (worker.isConnected()) worker.send(message);
}

/** Serves the metrics of all workers together on METRICS_PORT, if it is set. */
async function openMetrics(
  config: Config,
  pool: WorkerPool,
  logger: Logger,
): Promise<HttpServer | undefined> {
  if (config.metricsPort === undefined) return undefined;
  const { createClusterMetrics } = await import('../observability/cluster-metrics.ts');
  const listener = createClusterMetrics({
    read: () => pool.readMetrics(),
    size: () => pool.size,
    restarts: () => pool.restarts,
  });
  return serveMetrics(listener, config.metricsPort, config, logger);
}

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
