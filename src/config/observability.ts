import {
  httpUrl,
  integer,
  oneOf,
  optional,
  type ReadSetting,
  text,
  wholeNumber,
  withDefault,
} from './setting.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Reads the settings of log, metrics and traces. */
export const readObservabilitySettings = (read: ReadSetting) => ({
  logLevel: read(
    'LOG_LEVEL',
    oneOf(LOG_LEVELS, 'info'),
    'The least severe lines that the log has: JSON on standard error ([observability.md](observability.md#the-log)).',
  ),
  slowQueryMs: read(
    'SLOW_QUERY_MS',
    integer(0, 3_600_000, 500, 'ms'),
    'Statements that take at least this long get a line in the log. `0`: none does.',
  ),
  /** From then on a caller has waited. */
  slowRequestMs: 5000,
  /** undefined for no metrics. */
  metricsPort: read(
    'METRICS_PORT',
    optional(wholeNumber(0, 65_535)),
    'A separate port for Prometheus. Without it there are no metrics ([observability.md](observability.md#metrics)).',
  ),
  metricsHost: read(
    'METRICS_HOST',
    withDefault(text, '127.0.0.1'),
    'The address that metrics are served on.',
  ),
  /** Whether traces are recorded. */
  tracing: isTracingOn(read),
});

/** Returns whether OpenTelemetry's variables name a collector. The SDK reads these variables itself, when it starts. */
function isTracingOn(read: ReadSetting): boolean {
  const collector = read(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    optional(httpUrl),
    'The collector that traces are sent to. Other variables of OpenTelemetry apply as well ([observability.md](observability.md#traces)).',
  );
  const disabled = read('OTEL_SDK_DISABLED', optional(text), 'With `true`, no trace is recorded.');
  return collector !== undefined && disabled?.toLowerCase() !== 'true';
}
