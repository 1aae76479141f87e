import { z } from 'zod';
import { httpUrl, integer, type ReadSetting, text, wholeNumber } from './setting.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Reads the settings of log, metrics and traces. */
export const readObservabilitySettings = (read: ReadSetting) => ({
  logLevel: read('LOG_LEVEL', z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info')),
  /** Milliseconds from which a statement gets a line of its own; 0 for never. */
  slowQueryMs: read('SLOW_QUERY_MS', integer(0, 3_600_000, 500)),
  /** Milliseconds from which the log line of a request is a warning; 0 for never. */
  slowRequestMs: read('SLOW_REQUEST_MS', integer(0, 3_600_000, 5000)),
  /** Port that metrics are served on; undefined for no metrics. */
  metricsPort: read('METRICS_PORT', wholeNumber(0, 65_535).optional()),
  /** Address that metrics are served on. */
  metricsHost: read('METRICS_HOST', text.default('127.0.0.1')),
  /** Whether traces are recorded. */
  tracing: isTracingOn(read),
});

/** Returns whether OpenTelemetry's variables name a collector. The SDK reads these variables itself, when it starts. */
function isTracingOn(read: ReadSetting): boolean {
  const collector = read('OTEL_EXPORTER_OTLP_ENDPOINT', httpUrl.optional());
  const traceCollector = read('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', httpUrl.optional());
  const disabled = read('OTEL_SDK_DISABLED', z.string().optional());
  return (collector ?? traceCollector) !== undefined && disabled?.toLowerCase() !== 'true';
}
