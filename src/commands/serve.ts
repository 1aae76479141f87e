import { type Config, readConfig } from '../config.ts';
import { acquireDatabase } from '../database/acquire.ts';
import { assertPortIsFree } from '../http/server.ts';
import { StartupError } from '../lib/fault.ts';
import { createLogger } from '../lib/logger.ts';
import type { SignInCode } from '../modules/access/sign-in-code.ts';
import { limitHeap } from './heap.ts';
import { METRICS_SETTINGS } from './metrics-settings.ts';

export interface Preparation {
  databaseUrl: string;
  config: Config;
  /** Whether the console will be served. */
  hasConsole: boolean;
}

export interface Prepared {
  /** Returns the text after the address. */
  describe: (url: string) => string;
  /** Code that signs in to the console. */
  signInCode?: SignInCode | undefined;
}

export interface ServeOptions {
  json?: boolean;
  /** Environment that the settings are read from. */
  env?: Readonly<Record<string, string | undefined>>;
  /** Runs on the migrated database before the server listens. */
  prepare?: (preparation: Preparation) => Promise<Prepared>;
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
  const stop = nextSignal();
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
    await loaded.value.serveDatabase({ config, env, logger, database, prepare, stop, onReady });
  } finally {
    await database.close();
  }
  logger.info('stopped');
  // An exporter that still waits for its collector would delay the end of the process by seconds.
  if (config.tracing) process.exit();
}

const prepareNothing = async (): Promise<Prepared> => ({ describe: () => '' });

/** @throws StartupError when METRICS_PORT is set to a port that is in use. */
async function assertMetricsPortIsFree({ port, metricsPort, metricsHost }: Config): Promise<void> {
  if (metricsPort === undefined) return;
  if (metricsPort === port && port !== 0) {
    throw new StartupError(`PORT and METRICS_PORT are both ${port}; give metrics a port of their own`);
  }
  await assertPortIsFree(metricsHost, metricsPort, METRICS_SETTINGS);
}

/** npm forwards a Ctrl-C that the terminal has also sent to the server: one keystroke causes two signals. */
const ONE_KEYSTROKE_MS = 1000;

/** Resolves at the first signal. A later one ends the process at once, which is safe: PostgreSQL has all committed data. */
function nextSignal(): Promise<string> {
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
