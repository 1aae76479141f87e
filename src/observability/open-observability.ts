import type { Config } from '../config.ts';
import type { Logger } from '../lib/logger.ts';
import { createObservability } from './observability.ts';

type Settings = Pick<Config, 'logSqlUsage' | 'slowQueryMs' | 'slowRequestMs' | 'metricsPort' | 'tracing'>;

/** Opens log, metrics and traces as configured. Loads only the libraries that the settings require. */
export async function openObservability(config: Settings, logger: Logger) {
  const metrics =
    config.metricsPort === undefined
      ? undefined
      : (await import('./metrics-exporter.ts')).createMetricsExporter();
  const tracing = config.tracing ? await (await import('./tracing.ts')).openTracing(logger) : undefined;
  return { ...createObservability({ logger, log: config, metrics, tracing }), metrics };
}
