import type { Config } from '../config.ts';
import type { Logger } from '../lib/logger.ts';
import { createObservability, type MetricsExporter, type Observability } from './observability.ts';

type Settings = Pick<Config, 'logSqlUsage' | 'slowQueryMs' | 'slowRequestMs' | 'metricsPort' | 'tracing'>;

export interface OpenedObservability extends Observability {
  /** Undefined unless METRICS_PORT is set. */
  metrics: MetricsExporter | undefined;
}

/** Opens log, metrics and traces as configured. Loads only the libraries that the settings require. */
export async function openObservability(config: Settings, logger: Logger): Promise<OpenedObservability> {
  const metrics =
    config.metricsPort === undefined
      ? undefined
      : (await import('./metrics-exporter.ts')).createMetricsExporter();
  const tracing = config.tracing ? await (await import('./tracing.ts')).openTracing(logger) : undefined;
  return { ...createObservability({ logger, log: config, metrics, tracing }), metrics };
}
