import type { Environment } from '../config/value.ts';
import { readConfig } from '../config.ts';
import { acquireDatabase } from '../database/acquire.ts';
import { assertPortIsFree } from '../http/server.ts';
import { onInterruption } from '../lib/interruption.ts';
import { createLogger } from '../lib/logger.ts';
import { limitHeap } from './heap.ts';
import type { Prepare, Prepared } from './serve-database.ts';
import { assertMetricsPortIsFree } from './workers.ts';

export interface ServeOptions {
  json?: boolean;
  /** Environment that the settings are read from. */
  env?: Environment;
  /** Runs on the migrated database before the server listens. */
  prepare?: Prepare;
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
  for (const warning of config.withoutEffect) logger.warn(warning);
  const stop = new Promise<string>(onInterruption);
  await assertPortIsFree(config.host, config.port);
  await assertMetricsPortIsFree(config);
  // PostgreSQL starts while this process loads the modules that serve requests: each takes about a second.
  const acquiring = acquireDatabase(config, 'server', logger);
  const loading = import('./serve-database.ts');
  const [acquired, loaded] = await Promise.allSettled([acquiring, loading]);
  if (acquired.status === 'rejected') throw acquired.reason;
  const database = acquired.value;
  try {
    if (loaded.status === 'rejected') throw loaded.reason;
    const onReady = (url: string, text: string) => {
      process.stdout.write(json ? `${JSON.stringify({ url })}\n` : `company-data is ready at ${url}\n`);
      process.stdout.write(text);
    };
    await loaded.value.serveDatabase({ config, logger, database, prepare, stop, onReady });
  } finally {
    await database.close();
  }
  logger.info('stopped');
  // An exporter that still waits for its collector would delay the end of the process by seconds.
  if (config.tracing) process.exit();
}

const prepareNothing = async (): Promise<Prepared> => ({ describe: () => '' });
