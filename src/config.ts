import { resolve } from 'node:path';
import { z } from 'zod';
import { MIN_POOL_SIZE } from './database/pools.ts';
import type { TransferLimits } from './http/transfer-control.ts';
import { StartupError } from './lib/fault.ts';
import type { RateLimitSettings } from './modules/limits/limits.ts';
import type { WorkSettings } from './modules/limits/work-queue.ts';
import type { QuotaLimits } from './modules/quotas/quotas.ts';

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

/** Operations, or files, of one kind at a time. */
const slots = (fallback: number) => integer(1, 10_000, fallback);
const MIB = 1024 * 1024;

/** Of a quota, 0 means that there is none. */
const unlessZero = (limit: number): number | undefined => (limit === 0 ? undefined : limit);

/** Points a minute of one class, for each user and for the organization keys of each organization. */
const points = (fallback: number) => integer(1, 1_000_000, fallback);
const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must start with postgresql://')
  .refine((url) => URL.canParse(url), 'must be a URL');

const onOrOff = (fallback: 'on' | 'off') =>
  z
    .enum(['on', 'off'], 'must be on or off')
    .default(fallback)
    .transform((value) => value === 'on');

/** What a browser sends as Origin: a scheme, a host and perhaps a port, in lower case and with nothing after them. */
const isOrigin = (text: string) =>
  text === '*' || (/^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text);

const origins = z
  .string()
  .default('')
  .transform((text) => text.split(',').map((each) => each.trim()))
  .transform((list) => list.filter((each) => each !== ''))
  .refine(
    (list) => list.every(isOrigin),
    'must be origins such as https://app.example, separated by commas, or *',
  );

const settings = z.object({
  PORT: integer(0, 65_535, 4000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATABASE_URL: postgresUrl.optional(),
  // One connection for each kind of work.
  DATABASE_POOL_SIZE: integer(MIN_POOL_SIZE, 1000, 20),
  DATABASE_WAIT_SECONDS: integer(1, 3600, 10),
  DATA_DIR: z.string().min(1).default('data'),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  CREDITS_BILLING: z
    .enum(
      ['resolved', 'found'],
      'must be resolved (every company that is known) or found (those with partners)',
    )
    .default('resolved'),
  PARTNERSHIP_METERING: onOrOff('on'),
  FACET_CACHE_MB: integer(1, 1_048_576, 256),
  KEEP_ALIVE_SECONDS: integer(1, 3600, 75),
  SHUTDOWN_TIMEOUT_SECONDS: integer(0, 3600, 30),
  RATE_LIMIT: onOrOff('on'),
  RATE_LIMIT_STORE: z
    .enum(
      ['memory', 'postgres'],
      'must be memory (each process counts for itself) or postgres (all share a budget)',
    )
    .default('memory'),
  RATE_LIMIT_READ: points(2400),
  RATE_LIMIT_WRITE: points(300),
  RATE_LIMIT_EVALUATE: points(7500),
  RATE_LIMIT_ENRICH: points(1000),
  RATE_LIMIT_EXPORT: points(200),
  QUOTA_LISTS: integer(0, 2_000_000_000, 10_000),
  QUOTA_DEFINITIONS_MB: integer(0, 1_048_576, 256),
  QUOTA_LIST_DOMAINS: integer(0, 2_000_000_000, 100_000),
  QUOTA_KEYS: integer(0, 1_000_000, 50),
  QUOTA_REPLAY_MB: integer(0, 1_048_576, 256),
  OVERLOAD: onOrOff('on'),
  OVERLOAD_MAX_WAIT_MS: integer(1, 600_000, 4000),
  OVERLOAD_LAG_MS: integer(1, 60_000, 500),
  SLOTS_EVALUATE: slots(4),
  SLOTS_ENRICH: slots(4),
  SLOTS_EXPORT: slots(2),
  SLOTS_LARGE_READS: slots(2),
  SLOTS_PER_ORGANIZATION: slots(2),
  LARGE_READ_COST: integer(1, 1_000_000_000, 1_000),
  EXPORT_STREAMS: slots(32),
  EXPORT_STREAMS_PER_ORGANIZATION: slots(4),
  GRAPHQL_MAX_COST: integer(1, 1_000_000_000, 500_000),
  GRAPHQL_MAX_NODES: integer(1, 1_000_000_000, 500_000),
  GRAPHQL_MAX_DEPTH: integer(1, 250, 20),
  GRAPHQL_MAX_ROOT_FIELDS: integer(1, 5_000, 100),
  GRAPHQL_MAX_ALIASES: integer(0, 5_000, 200),
  GRAPHQL_MAX_DIRECTIVES: integer(0, 5_000, 100),
  GRAPHQL_TIMEOUT_SECONDS: integer(1, 3600, 30),
  GRAPHQL_MAX_DOCUMENT_KB: integer(1, 1024, 128),
  GRAPHQL_DOCUMENT_CACHE_MB: integer(1, 65_536, 32),
  REQUEST_TIMEOUT_SECONDS: integer(1, 3600, 60),
  LARGE_BODIES: integer(1, 10_000, 16),
  LARGE_BODIES_PER_CALLER: integer(1, 10_000, 4),
  UNREAD_ANSWERS_MB: integer(1, 1_048_576, 256),
  UNREAD_ANSWERS_PER_CALLER_MB: integer(1, 1_048_576, 64),
  ANSWER_STALL_SECONDS: integer(1, 3600, 20),
  ANSWER_MIN_BYTES_PER_SECOND: integer(0, 1_073_741_824, 16_384),
  ANSWER_MAX_MB: integer(1, 256, 16),
  DATABASE_LISTEN_URL: postgresUrl.optional(),
  SUBSCRIPTIONS_PER_KEY: integer(0, 10_000, 10),
  TRUSTED_DOCUMENTS: z.string().min(1).optional(),
  GRAPHQL_INTROSPECTION: onOrOff('on'),
  GRAPHIQL: onOrOff('on'),
  CORS_ORIGINS: origins,
  LOG_SQL_USAGE: onOrOff('on'),
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
  /** How long a request waits for one of them. */
  databaseWaitMs: number;
  /** Absolute. */
  dataDir: string;
  logLevel: (typeof LOG_LEVELS)[number];
  /** Which companies of an enrichment cost a credit (contract, section 5). */
  billing: 'resolved' | 'found';
  /** Whether partners are shown only of companies that the organization has unlocked. */
  partnershipMetering: boolean;
  /** What bitmaps kept in memory may take up, in bytes. */
  facetCacheBytes: number;
  /** How long an idle HTTP connection is kept. */
  keepAliveMs: number;
  /** How long a request may take to arrive, its body included. */
  requestTimeoutMs: number;
  /** What the process holds of requests and of answers that nobody reads. */
  transfer: TransferLimits;
  /** What parsed GraphQL documents may take up, in bytes. */
  documentCacheBytes: number;
  shutdownTimeoutMs: number;
  /** Undefined: requests are not limited. */
  rateLimit: RateLimitSettings | undefined;
  /** How much heavy work runs at a time, and when more is refused; undefined: any at once, and never. */
  overload: WorkSettings | undefined;
  /** What organizations, lists and owners of keys may have. */
  quotas: QuotaLimits;
  operationLimits: OperationLimits;
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
  /** Where to listen for changes: a session of its own, where databaseUrl is a pooler; absent: databaseUrl. */
  databaseListenUrl: string | undefined;
  /** How many subscriptions one key may have open on this process. */
  subscriptionsPerKey: number;
  /** The file of the only documents that GraphQL runs, absolute; absent: it runs any. */
  trustedDocuments: string | undefined;
  /** Whether the schema can be read over GraphQL. */
  introspection: boolean;
  /** Whether browsers are shown GraphiQL. */
  graphiql: boolean;
  /** From which origins browsers may read answers; `*` for all. */
  corsOrigins: readonly string[];
}

/** What one operation may ask for; all but the time and the answer concern documents that callers write. */
export interface OperationLimits {
  /** In points (docs/graphql.md). */
  maxCost: number;
  /** Objects that all pages can hold together. */
  maxNodes: number;
  /** Levels of fields. */
  maxDepth: number;
  maxRootFields: number;
  maxAliases: number;
  maxDirectives: number;
  /** Bytes of the document's text. */
  maxDocumentBytes: number;
  /** How long an operation of either API may take. */
  timeoutMs: number;
  /** Bytes of one answer, over either API. */
  maxAnswerBytes: number;
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
    databaseWaitMs: value.DATABASE_WAIT_SECONDS * 1000,
    dataDir: resolve(value.DATA_DIR),
    logLevel: value.LOG_LEVEL,
    billing: value.CREDITS_BILLING,
    partnershipMetering: value.PARTNERSHIP_METERING,
    facetCacheBytes: value.FACET_CACHE_MB * MIB,
    keepAliveMs: value.KEEP_ALIVE_SECONDS * 1000,
    requestTimeoutMs: value.REQUEST_TIMEOUT_SECONDS * 1000,
    transfer: {
      unreadAnswers: {
        stallMs: value.ANSWER_STALL_SECONDS * 1000,
        minBytesPerSecond: value.ANSWER_MIN_BYTES_PER_SECOND,
        maxBytes: value.UNREAD_ANSWERS_MB * MIB,
        maxBytesPerCaller: value.UNREAD_ANSWERS_PER_CALLER_MB * MIB,
      },
      largeBodies: { max: value.LARGE_BODIES, maxPerCaller: value.LARGE_BODIES_PER_CALLER },
    },
    documentCacheBytes: value.GRAPHQL_DOCUMENT_CACHE_MB * MIB,
    shutdownTimeoutMs: value.SHUTDOWN_TIMEOUT_SECONDS * 1000,
    rateLimit: value.RATE_LIMIT ? toRateLimit(value) : undefined,
    quotas: {
      lists: unlessZero(value.QUOTA_LISTS),
      definition_bytes: unlessZero(value.QUOTA_DEFINITIONS_MB * MIB),
      list_domains: unlessZero(value.QUOTA_LIST_DOMAINS),
      keys: unlessZero(value.QUOTA_KEYS),
      replay_log_bytes: unlessZero(value.QUOTA_REPLAY_MB * MIB),
    },
    overload: value.OVERLOAD ? toWorkSettings(value) : undefined,
    operationLimits: {
      maxCost: value.GRAPHQL_MAX_COST,
      maxNodes: value.GRAPHQL_MAX_NODES,
      maxDepth: value.GRAPHQL_MAX_DEPTH,
      maxRootFields: value.GRAPHQL_MAX_ROOT_FIELDS,
      maxAliases: value.GRAPHQL_MAX_ALIASES,
      maxDirectives: value.GRAPHQL_MAX_DIRECTIVES,
      maxDocumentBytes: value.GRAPHQL_MAX_DOCUMENT_KB * 1024,
      timeoutMs: value.GRAPHQL_TIMEOUT_SECONDS * 1000,
      maxAnswerBytes: value.ANSWER_MAX_MB * MIB,
    },
    databaseListenUrl: value.DATABASE_LISTEN_URL,
    subscriptionsPerKey: value.SUBSCRIPTIONS_PER_KEY,
    trustedDocuments: value.TRUSTED_DOCUMENTS && resolve(value.TRUSTED_DOCUMENTS),
    introspection: value.GRAPHQL_INTROSPECTION,
    graphiql: value.GRAPHIQL,
    corsOrigins: value.CORS_ORIGINS,
    logSqlUsage: value.LOG_SQL_USAGE,
    slowQueryMs: value.SLOW_QUERY_MS,
    slowRequestMs: value.SLOW_REQUEST_MS,
    metricsPort: value.METRICS_PORT,
    metricsHost: value.METRICS_HOST,
    tracing:
      (value.OTEL_EXPORTER_OTLP_ENDPOINT ?? value.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) !== undefined &&
      value.OTEL_SDK_DISABLED?.toLowerCase() !== 'true',
  };
}

function toRateLimit(value: z.infer<typeof settings>): RateLimitSettings {
  return {
    store: value.RATE_LIMIT_STORE,
    points: {
      read: value.RATE_LIMIT_READ,
      write: value.RATE_LIMIT_WRITE,
      evaluate: value.RATE_LIMIT_EVALUATE,
      enrich: value.RATE_LIMIT_ENRICH,
      export: value.RATE_LIMIT_EXPORT,
    },
  };
}

function toWorkSettings(value: z.infer<typeof settings>): WorkSettings {
  return {
    slots: {
      evaluate: value.SLOTS_EVALUATE,
      enrich: value.SLOTS_ENRICH,
      export: value.SLOTS_EXPORT,
      large: value.SLOTS_LARGE_READS,
      stream: value.EXPORT_STREAMS,
    },
    slotsPerOrganization: value.SLOTS_PER_ORGANIZATION,
    streamsPerOrganization: value.EXPORT_STREAMS_PER_ORGANIZATION,
    maxWaitMs: value.OVERLOAD_MAX_WAIT_MS,
    lagMs: value.OVERLOAD_LAG_MS,
    largeCost: value.LARGE_READ_COST,
  };
}
