import { loadTrustedDocuments } from '../api/trusted-documents.ts';
import { divideBudgets } from '../config/divide.ts';
import { readConfig } from '../config.ts';
import { listen } from '../http/server.ts';
import { systemClock } from '../lib/clock.ts';
import { createLogger } from '../lib/logger.ts';
import { openObservability } from '../observability/observability.ts';
import type { Link } from '../processes/link.ts';
import {
  connectToPrimary,
  createShared,
  remoteSignInCode,
  type WorkerStart,
} from '../processes/worker-link.ts';
import { createService } from '../service.ts';
import { openConsole } from './console.ts';
import { limitHeap } from './heap.ts';

/**
 * Serves requests in a process that the primary process has started, until that one asks it to stop or ends. Signals are
 * for the primary process: a terminal sends them to all.
 */
export async function serveAsWorker(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
  limitHeap();
  let onStop: () => void = () => undefined;
  const stop = new Promise<void>((resolve) => {
    onStop = resolve;
  });
  let readMetrics: () => Promise<object[]> = async () => [];
  let forgetKeys: () => void = () => undefined;
  const link = connectToPrimary(
    { stop: () => onStop(), metrics: () => readMetrics(), keysChanged: () => forgetKeys() },
    () => onStop(),
  );
  try {
    await serveUntil(stop, link, {
      onKeysChanged(listener) {
        forgetKeys = listener;
      },
      onMetrics(read) {
        readMetrics = read;
      },
    });
  } finally {
    link.close();
    if (process.connected) process.disconnect();
  }
  // Connections that a library keeps open would delay the end of the process.
  process.exit();
}

interface Questions {
  onKeysChanged(listener: () => void): void;
  onMetrics(read: () => Promise<object[]>): void;
}

async function serveUntil(stop: Promise<void>, link: Link, questions: Questions): Promise<void> {
  const { env, databaseUrl, isPooled, hasSignInCode } = await link.call<WorkerStart>('start');
  const whole = readConfig(env);
  const config = divideBudgets(whole, whole.processes);
  const logger = createLogger(config.logLevel);
  const observability = await openObservability(config, logger);
  const { metrics } = observability;
  if (metrics) questions.onMetrics(metrics.snapshot);
  const service = createService({
    config,
    databaseUrl,
    isPooled,
    clock: systemClock,
    logger,
    observability,
    trustedDocuments:
      config.trustedDocuments === undefined ? undefined : loadTrustedDocuments(config.trustedDocuments),
    consoleFiles: openConsole(config),
    signInCode: hasSignInCode ? remoteSignInCode(link) : undefined,
    shared: createShared(link, config, questions.onKeysChanged),
  });
  try {
    await service.warmUp();
    const server = await listen(service.app, config);
    await link.call('ready', server.url);
    await stop;
    service.beginStop();
    await server.close(config.shutdownTimeoutMs);
  } finally {
    await service.close();
  }
}
