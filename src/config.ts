import { resolve } from 'node:path';
import { z } from 'zod';
import { StartupError } from './lib/fault.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** A whole number written in digits; anything else is a fault of its own, never NaN. */
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));
const integer = (min: number, max: number, fallback: number) => wholeNumber(min, max).default(fallback);

/** An address that the exporter could not use would be found out when the first spans are lost. */
const httpUrl = z
  .string()
  .refine((url) => URL.canParse(url) && /^https?:/.test(url), 'must be an http:// or https:// URL')
  .optional();

const settings = z.object({
  PORT: integer(0, 65_535, 4000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgresql://')
    .refine((url) => URL.canParse(url), 'must be a URL')
    .optional(),
  DATABASE_POOL_SIZE: integer(1, 1000, 10),
  DATA_DIR: z.string().min(1).default('data'),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  CREDITS_BILLING: z
    .enum(
      ['resolved', 'found'],
      'must be resolved (every company that is known) or found (those with partners)',
    )
    .default('resolved'),
  FACET_CACHE_MB: integer(1, 1_048_576, 256),
  SHUTDOWN_TIMEOUT_SECONDS: integer(0, 3600, 30),
  LOG_SQL_USAGE: z.enum(['on', 'off'], 'must be on or off').default('on'),
  SLOW_QUERY_MS: integer(0, 3_600_000, 500),
  SLOW_REQUEST_MS: integer(0, 3_600_000, 5000),
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  // OpenTelemetry's own variables: the SDK reads them, here it is only seen whether traces are wanted.
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrl,
  OTEL_SDK_DISABLED: z.string().optional(),
});

export interface Config {
  port: number;
  host: string;
  /** A PostgreSQL server of the user's own; absent: the embedded one under dataDir. */
  databaseUrl: string | undefined;
  /** Connections that one process holds at most. */
  poolSize: number;
  /** Absolute. */
  dataDir: string;
  logLevel: (typeof LOG_LEVELS)[number];
  /** Which companies of an enrichment cost a credit (contract, section 5). */
  billing: 'resolved' | 'found';
  /** What bitmaps kept in memory may take up, in bytes. */
  facetCacheBytes: number;
  shutdownTimeoutMs: number;
  /** Whether the log line of a request says what it did: statements, rows, credits. */
  logSqlUsage: boolean;
  /** Statements that take as long are logged; 0: none. */
  slowQueryMs: number;
  /** The log line of requests that take as long is a warning; 0: none. */
  slowRequestMs: number;
  /** Where metrics are served; absent: nowhere. */
  metricsPort: number | undefined;
  metricsHost: string;
  /** Whether traces are recorded: OpenTelemetry's variables name a collector. */
  tracing: boolean;
}

/**
 * Reads the settings; the only reader of the environment. An empty variable counts as unset.
 *
 * @throws StartupError naming every fault at once.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw new StartupError(`wrong settings: ${faults.join('; ')}`);
  }
  const value = parsed.data;
  return {
    port: value.PORT,
    host: value.HOST,
    databaseUrl: value.DATABASE_URL,
    poolSize: value.DATABASE_POOL_SIZE,
    dataDir: resolve(value.DATA_DIR),
    logLevel: value.LOG_LEVEL,
    billing: value.CREDITS_BILLING,
    facetCacheBytes: value.FACET_CACHE_MB * 1024 * 1024,
    shutdownTimeoutMs: value.SHUTDOWN_TIMEOUT_SECONDS * 1000,
    logSqlUsage: value.LOG_SQL_USAGE === 'on',
    slowQueryMs: value.SLOW_QUERY_MS,
    slowRequestMs: value.SLOW_REQUEST_MS,
    metricsPort: value.METRICS_PORT,
    metricsHost: value.METRICS_HOST,
    tracing:
      (value.OTEL_EXPORTER_OTLP_ENDPOINT ?? value.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) !== undefined &&
      value.OTEL_SDK_DISABLED?.toLowerCase() !== 'true',
  };
}
