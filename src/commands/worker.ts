import cluster from 'node:cluster';
import { type Config, readConfig } from '../config.ts';
import { findEmbedded } from '../database/embedded/embedded.ts';
import { StartupError } from '../lib/fault.ts';
import { createLogger } from '../lib/logger.ts';
import type { Snapshot } from '../observability/cluster-metrics.ts';
import { limitHeap } from './heap.ts';
import { loadServed, serveRequests } from './serve-requests.ts';
import { READ_METRICS, STOP } from './workers.ts';

/**
 * Serves requests in a worker process, until the first process asks it to stop or ends. Signals are for the first process:
 * a terminal sends them to all.
 */
export async function serveAsWorker(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
  // Otherwise Node ends this process as soon as the first one has ended, in the middle of requests.
  if (cluster.worker) cluster.worker.exitedAfterDisconnect = true;
  limitHeap();
  let readMetrics: () => Promise<Snapshot> = async () => [];
  const stop = new Promise<void>((resolve) => {
    process.once('disconnect', resolve);
    process.on('message', (message) => {
      if (message === STOP) resolve();
      else if (message === READ_METRICS) void readMetrics().then(reply);
    });
  });
  try {
    const config = readConfig(process.env);
    await serveRequests({
      ...loadServed(config),
      config,
      logger: createLogger(config.logLevel),
      databaseUrl: await findDatabase(config),
      async exposeMetrics({ snapshot }) {
        readMetrics = snapshot;
        return undefined;
      },
      stop,
      onReady: () => undefined,
    });
  } finally {
    if (process.connected) process.disconnect();
  }
  // Connections that a library keeps open would delay the end of the process.
  process.exit();
}

function reply(snapshot: Snapshot): void {
  if (process.connected) process.send?.(snapshot);
}

/** Returns the URL of the database, which the first process has migrated, and runs if it is the embedded one. */
async function findDatabase({ databaseUrl, dataDir }: Config): Promise<string> {
  const url = databaseUrl ?? (await findEmbedded(dataDir))?.url;
  if (url === undefined) throw new StartupError(`there is no database in DATA_DIR ${dataDir}`);
  return url;
}
