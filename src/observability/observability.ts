import type { RequestListener } from 'node:http';
import type { DatabaseListener } from '../database/driver/observer.ts';
import type { Logger } from '../lib/logger.ts';
import { currentScope } from '../lib/request-scope.ts';
import { createLogSink, type LogSettings } from './log-sink.ts';
import type { FinishedRequest, Sink, StartedOperation, StartedRequest } from './sink.ts';

/** Heavy work, by kind. */
export interface WorkStats {
  readonly kinds: readonly string[];
  stats(kind: string): { running: number; waiting: number; refused: number };
}

/** What is read when somebody asks for the metrics. */
export interface Gauges {
  /** By the kind of work that they are for. */
  pools: Readonly<
    Record<string, { totalCount: number; idleCount: number; waitingCount: number; options: { max: number } }>
  >;
  /** Undefined while heavy work is not limited. */
  work: WorkStats | undefined;
  facetCache: { hits: number; misses: number; bytes: number };
  keyCache: { hits: number; misses: number };
  quotaRefusals: Readonly<Record<string, number>>;
  unreadAnswers: { bytes: number; closed: number };
  largeBodies: { taken: number };
  documents: { bytes: number };
  /** Points of the rate limit that were taken, by class; absent where nothing is limited. */
  points?: Readonly<Record<string, number>> | undefined;
}

export interface MetricsPart {
  sink: Sink;
  /** Answers `GET /metrics`. */
  listener: RequestListener;
  /** Called once, by the service whose metrics these are. */
  read(gauges: Gauges): void;
}

export interface TracingPart {
  sink: Sink;
  /** Sends what is pending, within a few seconds, and stops. */
  close(): Promise<void>;
}

/** Told of each request. */
export interface RequestWatcher {
  /** Whether what a request does is to be known as its own: log and traces want that, at a few microseconds each. */
  readonly needsScope: boolean;
  started(request: StartedRequest): void;
  finished(request: FinishedRequest): void;
  operation(operation: StartedOperation): () => void;
}

/** Everything that is told of, handed down by the composition root. */
export interface Observability {
  /** Absent while nobody listens: then requests cost nothing more. */
  requests: RequestWatcher | undefined;
  database: DatabaseListener | undefined;
  onCharge(kind: 'enrichment' | 'export', credits: number): void;
  onMaterialized(ms: number): void;
  /** Heavy work got its slot after so many milliseconds. */
  onWorkWaited(kind: string, ms: number): void;
  readGauges(gauges: Gauges): void;
  close(): Promise<void>;
}

export interface ObservabilityParts {
  logger: Logger;
  log?: LogSettings;
  metrics?: MetricsPart | undefined;
  tracing?: TracingPart | undefined;
}

const EVERYTHING: LogSettings = { logSqlUsage: true, slowQueryMs: 0, slowRequestMs: 0 };

/** Joins log, metrics and traces, as far as they are on. */
export function createObservability(parts: ObservabilityParts): Observability {
  const { logger, log: settings = EVERYTHING, metrics, tracing } = parts;
  const log = logger.isLevelEnabled('fatal') ? createLogSink(logger, settings) : undefined;
  // Traces come first at the start of a request and of a statement: the log names the trace.
  const sinks = [tracing?.sink, metrics?.sink, log].filter((sink) => sink !== undefined);
  const isOn = sinks.length > 0;
  return {
    requests: isOn
      ? watchRequests(sinks, tracing !== undefined || (log !== undefined && settings.logSqlUsage))
      : undefined,
    database: isOn ? watchDatabase(sinks) : undefined,
    onCharge(kind, credits) {
      const scope = currentScope();
      if (scope) scope.credits += credits;
      for (const sink of sinks) sink.charged?.(kind, credits);
    },
    onMaterialized(ms) {
      for (const sink of sinks) sink.materialized?.(ms);
    },
    onWorkWaited(kind, ms) {
      for (const sink of sinks) sink.workWaited?.(kind, ms);
    },
    readGauges: (gauges) => metrics?.read(gauges),
    close: async () => tracing?.close(),
  };
}

function watchRequests(sinks: readonly Sink[], needsScope: boolean): RequestWatcher {
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

function watchDatabase(sinks: readonly Sink[]): DatabaseListener {
  return {
    waited(ms, pool) {
      for (const sink of sinks) sink.waited?.(ms, pool);
    },
    ran(statement) {
      for (const sink of sinks) sink.ran?.(statement);
    },
  };
}
