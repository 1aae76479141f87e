import type { Config } from '../config.ts';
import type { Logger } from '../lib/logger.ts';
import { createObservability, type MetricsPart, type Observability } from './observability.ts';

type Settings = Pick<Config, 'logSqlUsage' | 'slowQueryMs' | 'slowRequestMs' | 'metricsPort' | 'tracing'>;

export interface OpenedObservability extends Observability {
  /** Absent unless METRICS_PORT is set. */
  metrics: MetricsPart | undefined;
}

/** What the settings ask for; libraries that they do not ask for are not loaded. */
export async function openObservability(config: Settings, logger: Logger): Promise<OpenedObservability> {
  const metrics =
    config.metricsPort === undefined ? undefined : (await import('./metrics-part.ts')).createMetricsPart();
  const tracing = config.tracing ? await (await import('./tracing.ts')).openTracing(logger) : undefined;
  return { ...createObservability({ logger, log: config, metrics, tracing }), metrics };
}
