import type { RequestListener } from 'node:http';
import type { DatabaseListener } from '../database/driver/observer.ts';
import type { Logger } from '../lib/logger.ts';
import { currentRequest } from '../lib/request-scope.ts';
import { createLogSink, type LogSettings } from './log-sink.ts';
import type { FinishedRequest, Sink, StartedOperation, StartedRequest } from './sink.ts';

/** Statistics of heavy operations, by kind. */
export interface WorkStats {
  readonly kinds: readonly string[];
  stats(kind: string): { running: number; waiting: number; refused: number };
}

/** Values that are read at each scrape of the metrics. */
export interface Gauges {
  /** Connection pools, by kind of work. */
  pools: Readonly<
    Record<string, { totalCount: number; idleCount: number; waitingCount: number; options: { max: number } }>
  >;
  /** Undefined if heavy operations are not limited. */
  work: WorkStats | undefined;
  facetCache: { hits: number; misses: number; bytes: number };
  keyCache: { hits: number; misses: number };
  quotaRefusals: Readonly<Record<string, number>>;
  unreadAnswers: { bytes: number; closed: number };
  largeBodies: { taken: number };
  documents: { bytes: number };
  /** Consumed rate limit points, by class; undefined without a rate limit. */
  points?: Readonly<Record<string, number>> | undefined;
}

export interface MetricsExporter {
  sink: Sink;
  /** Answers `GET /metrics`. */
  listener: RequestListener;
  /** Sets the source of the values that are read at each scrape. The service calls it once. */
  readFrom(source: Gauges): void;
}

export interface TraceExporter {
  sink: Sink;
  /** Sends pending spans, for at most a few seconds, and stops. */
  close(): Promise<void>;
}

/** Receives the start and the end of each request. */
export interface RequestObserver {
  /** Whether requests must run in a scope, as log and traces need it. That costs a few microseconds a request. */
  readonly needsScope: boolean;
  started(request: StartedRequest): void;
  finished(request: FinishedRequest): void;
  operation(operation: StartedOperation): () => void;
}

/** Observers of the service's events; the composition root hands them to the parts that report events. */
export interface Observability {
  /** Undefined while log, metrics and traces are off, so that requests bear no overhead. */
  requests: RequestObserver | undefined;
  database: DatabaseListener | undefined;
  onCharge(kind: 'enrichment' | 'export', credits: number): void;
  onMaterialized(ms: number): void;
  /** Called when a heavy operation gets its slot, with the milliseconds that it waited. */
  onWorkWaited(kind: string, ms: number): void;
  readGauges(gauges: Gauges): void;
  close(): Promise<void>;
}

export interface ObservabilityParts {
  logger: Logger;
  log?: LogSettings;
  metrics?: MetricsExporter | undefined;
  tracing?: TraceExporter | undefined;
}

const EVERYTHING: LogSettings = { logSqlUsage: true, slowQueryMs: 0, slowRequestMs: 0 };

/** Combines log, metrics and traces into one set of observers; parts that are off are left out. */
export function createObservability(parts: ObservabilityParts): Observability {
  const { logger, log: settings = EVERYTHING, metrics, tracing } = parts;
  const log = logger.isLevelEnabled('fatal') ? createLogSink(logger, settings) : undefined;
  // Traces come first: they set the trace id that the log writes.
  const sinks = [tracing?.sink, metrics?.sink, log].filter((sink) => sink !== undefined);
  const isOn = sinks.length > 0;
  return {
    requests: isOn
      ? observeRequests(sinks, tracing !== undefined || (log !== undefined && settings.logSqlUsage))
      : undefined,
    database: isOn ? observeDatabase(sinks) : undefined,
    onCharge(kind, credits) {
      const scope = currentRequest();
      if (scope) scope.credits += credits;
      for (const sink of sinks) sink.charged?.(kind, credits);
    },
    onMaterialized(ms) {
      for (const sink of sinks) sink.materialized?.(ms);
    },
    onWorkWaited(kind, ms) {
      for (const sink of sinks) sink.workWaited?.(kind, ms);
    },
    readGauges: (gauges) => metrics?.readFrom(gauges),
    close: async () => tracing?.close(),
  };
}

function observeRequests(sinks: readonly Sink[], needsScope: boolean): RequestObserver {
  return {
    needsScope,
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
}

function observeDatabase(sinks: readonly Sink[]): DatabaseListener {
  return {
    waited(ms, pool) {
      for (const sink of sinks) sink.waited?.(ms, pool);
    },
    ran(statement) {
      for (const sink of sinks) sink.ran?.(statement);
    },
  };
}
