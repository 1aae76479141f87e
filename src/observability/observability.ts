import type { RequestListener } from 'node:http';
import type { Config } from '../config.ts';
import type { DatabaseListener } from '../database/driver/observer.ts';
import type { Logger } from '../lib/logger.ts';
import { currentContext } from '../lib/request-context.ts';
import type { CatalogueReading } from './catalogue-gauges.ts';
import { createLogSink, type LogSettings } from './log-sink.ts';
import type { Sink } from './sink.ts';

/** Heavy operations of one kind: those that run and wait now, and those that were refused since the start. */
export type WorkStats = Readonly<Record<'running' | 'waiting' | 'refused', number>>;

/** Values that are read at each scrape of the metrics. */
export interface Gauges {
  pools: Readonly<
    Record<string, { totalCount: number; idleCount: number; waitingCount: number; options: { max: number } }>
  >;
  /** Undefined if heavy operations are not limited. */
  work: { stats(): Readonly<Record<string, WorkStats>> } | undefined;
  facetCache: { hits: number; misses: number; bytes: number };
  keyCache: { hits: number; misses: number };
  quotaRefusals: Readonly<Record<string, number>>;
  unreadAnswers: { bytes: number; closed: number };
  largeBodies: { taken: number };
  compressions: Readonly<Record<'compressed' | 'skipped', number>>;
  documents: { bytes: number };
  /** Undefined without replicas. */
  replicas:
    | {
        replicas: readonly {
          number: number;
          leftOut: string | undefined;
          lagSeconds: number;
          indexVersion: number;
        }[];
        reads: Readonly<Record<'primary' | 'replica', number>>;
      }
    | undefined;
  /** Reads the catalogue's values from the database; undefined if it does not answer in time. */
  catalogue(): Promise<CatalogueReading | undefined>;
  /** Consumed rate limit points, by class; undefined without a rate limit. */
  points?: Readonly<Record<string, number>> | undefined;
}

export interface MetricsExporter {
  sink: Sink;
  /** Answers `GET /metrics`. */
  listener: RequestListener;
  /** Returns all values, for a process that adds up those of several. */
  snapshot(): Promise<object[]>;
  /** Sets the source of the values that are read at each scrape. The service calls it once. */
  readFrom(source: Gauges): void;
}

export interface TraceExporter {
  sink: Sink;
  /** Sends pending spans, for at most a few seconds, and stops. */
  close(): Promise<void>;
}

export interface RequestObserver extends Required<Pick<Sink, 'started' | 'finished' | 'operation'>> {
  /** Whether requests must run in a scope, as log and traces need it. That costs a few microseconds a request. */
  readonly needsScope: boolean;
}

interface ObservabilityParts {
  logger: Logger;
  log?: LogSettings;
  metrics?: MetricsExporter | undefined;
  tracing?: TraceExporter | undefined;
}

type Settings = LogSettings & Pick<Config, 'metricsPort' | 'tracing'>;

/** Opens log, metrics and traces as configured. Loads only the libraries that the settings require. */
export async function openObservability(settings: Settings, logger: Logger) {
  const { metricsPort, tracing: isTracing } = settings;
  const metrics =
    metricsPort === undefined ? undefined : (await import('./metrics-exporter.ts')).createMetricsExporter();
  const tracing = isTracing ? await (await import('./tracing.ts')).openTracing(logger) : undefined;
  return { ...createObservability({ logger, log: settings, metrics, tracing }), metrics };
}

const EVERYTHING: LogSettings = { logSqlUsage: true, slowQueryMs: 0, slowRequestMs: 0 };

export type Observability = ReturnType<typeof createObservability>;

/**
 * Combines log, metrics and traces into observers, which the composition root hands to the parts that report events.
 * Sinks that are off are left out.
 */
export function createObservability(parts: ObservabilityParts) {
  const { logger, log: settings = EVERYTHING, metrics, tracing } = parts;
  const log = logger.isLevelEnabled('fatal') ? createLogSink(logger, settings) : undefined;
  // Traces come first: they set the trace id that the log writes.
  const sinks: Sink[] = [tracing?.sink, metrics?.sink, log].filter((sink) => sink !== undefined);
  const requests: RequestObserver = {
    needsScope: tracing !== undefined || (log !== undefined && settings.logSqlUsage),
    started(request) {
      for (const sink of sinks) sink.started?.(request);
    },
    finished(request) {
      for (const sink of sinks) sink.finished?.(request);
    },
    operation(operation) {
      const ends = sinks.flatMap((sink) => sink.operation?.(operation) ?? []);
      return () => {
        for (const end of ends) end();
      };
    },
  };
  const database: DatabaseListener = {
    waited(ms, pool) {
      for (const sink of sinks) sink.waited?.(ms, pool);
    },
    ran(statement) {
      for (const sink of sinks) sink.ran?.(statement);
    },
  };
  const isOn = sinks.length > 0;
  return {
    /** Undefined while log, metrics and traces are off, so that requests bear no overhead. */
    requests: isOn ? requests : undefined,
    database: isOn ? database : undefined,
    onCharge(kind: 'enrichment' | 'export', credits: number): void {
      const { request } = currentContext();
      if (request) request.credits += credits;
      for (const sink of sinks) sink.charged?.(kind, credits);
    },
    onMaterialized(ms: number): void {
      for (const sink of sinks) sink.materialized?.(ms);
    },
    /** Called when a heavy operation gets its slot, with the milliseconds that it waited. */
    onWorkWaited(kind: string, ms: number): void {
      for (const sink of sinks) sink.workWaited?.(kind, ms);
    },
    readGauges: (gauges: Gauges): void => metrics?.readFrom(gauges),
    close: async (): Promise<void> => tracing?.close(),
  };
}
