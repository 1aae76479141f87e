import cluster, { type Worker } from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import { StartupError } from '../lib/fault.ts';
import type { Logger } from '../lib/logger.ts';
import { createLink, type Handlers, type Link } from './link.ts';

/** Services of the primary process for one worker. */
export interface WorkerServer {
  handlers: Handlers;
  /** Gives back what the worker holds. Called when it has ended. */
  release(): void;
}

export interface WorkerPoolOptions {
  count: number;
  /** Path of the executable, which runs `args` in each worker. */
  exec: string;
  args: string[];
  /** Milliseconds that a stop waits before it kills workers. */
  killAfterMs: number;
  /** @param others calls a function of all other workers. */
  serveWorker(others: (name: string) => void): WorkerServer;
  logger: Logger;
}

export type WorkerPool = Awaited<ReturnType<typeof startWorkers>>;

/** A worker that ends sooner than this is replaced after a pause, which doubles with each such worker. */
const SHORT_LIFE_MS = 10_000;
const [FIRST_PAUSE_MS, LAST_PAUSE_MS] = [1_000, 30_000];

/**
 * Starts worker processes that share the server's port, and replaces each that ends. Resolves when all are ready.
 *
 * @throws StartupError when a worker ends before that. The worker has written why.
 */
export async function startWorkers(options: WorkerPoolOptions) {
  const { count, exec, args, killAfterMs, serveWorker, logger } = options;
  const links = new Map<Worker, Link>();
  let isStopping = false;
  let restarts = 0;
  let pauseMs = FIRST_PAUSE_MS;
  const ended = new Set<() => void>();

  // Workers take connections from the kernel. A connection that the primary process hands to a worker that has just died
  // would hang until its client gives up.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec, args });
  // A process that ends at once, as at a second signal, leaves no worker behind.
  process.once('exit', () => {
    for (const worker of links.keys()) worker.process.kill('SIGKILL');
  });

  /** Resolves with the URL when the worker listens; with undefined when it ends before. */
  function startWorker(): Promise<string | undefined> {
    return new Promise((resolve) => {
      const startedAt = performance.now();
      const worker = cluster.fork();
      const callOthers = (name: string) => {
        for (const [each, link] of links) if (each !== worker) link.call(name).catch(() => undefined);
      };
      const { handlers, release } = serveWorker(callOthers);
      const channel = {
        // A worker that has just ended cannot be written to; its end is handled below.
        send: (message: unknown) => void (worker.isConnected() && worker.send(message as object)),
        onMessage: (listener: (message: unknown) => void) => void worker.on('message', listener),
      };
      links.set(worker, createLink(channel, { ...handlers, ready: resolve }));
      worker.on('error', () => undefined);
      worker.once('exit', (code, signal) => {
        links.get(worker)?.close();
        links.delete(worker);
        release();
        resolve(undefined);
        for (const each of ended) each();
        if (isStopping) return;
        logger.error({ worker: worker.process.pid, code, signal }, 'a worker process ended; it is replaced');
        void replace(performance.now() - startedAt < SHORT_LIFE_MS);
      });
    });
  }

  async function replace(livedShortly: boolean): Promise<void> {
    if (livedShortly) {
      await delay(pauseMs, undefined, { ref: false });
      pauseMs = Math.min(2 * pauseMs, LAST_PAUSE_MS);
    } else pauseMs = FIRST_PAUSE_MS;
    if (isStopping) return;
    restarts += 1;
    if ((await startWorker()) !== undefined) logger.info('a new worker process is ready');
  }

  /** Asks all workers to stop, and waits until they have ended. */
  async function stop(): Promise<void> {
    isStopping = true;
    const kill = setTimeout(() => {
      for (const worker of links.keys()) worker.process.kill('SIGKILL');
    }, killAfterMs);
    for (const link of links.values()) link.call('stop').catch(() => undefined);
    while (links.size > 0) {
      await new Promise<void>((resolve) => {
        ended.add(resolve);
      });
    }
    clearTimeout(kill);
  }

  const urls = await Promise.all(
    Array.from({ length: count }, async () => {
      const url = await startWorker();
      // The first start must succeed: a worker that cannot start would be replaced for ever.
      if (url === undefined) isStopping = true;
      return url;
    }),
  );
  const [url] = urls;
  if (url === undefined || urls.includes(undefined)) {
    await stop();
    throw new StartupError('a worker process could not start; its message is above');
  }
  return {
    url,
    /** Number of running workers. */
    size: () => links.size,
    /** Number of workers that were started in place of others. */
    restarts: () => restarts,
    /** Calls a function of each worker, by its id. Those that do not answer in time are left out. */
    async collect<T>(name: string, timeoutMs: number): Promise<Map<number, T>> {
      const answers = new Map<number, T>();
      const ask = async ({ id }: Worker, link: Link) => void answers.set(id, await link.call<T>(name));
      const asked = [...links].map(([worker, link]) => ask(worker, link).catch(() => undefined));
      await Promise.race([Promise.all(asked), delay(timeoutMs, undefined, { ref: false })]);
      return new Map(answers);
    },
    stop,
  };
}
