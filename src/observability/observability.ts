import type { Config } from '../config.ts';
import type { DatabaseListener } from '../database/driver/observer.ts';
import type { Logger } from '../lib/logger.ts';
import { currentContext } from '../lib/request-context.ts';
import type { Gauges } from './gauges.ts';
import { createLogSink, type LogSettings } from './log-sink.ts';
import type { MetricsExporter } from './metrics-exporter.ts';
import type { Sink } from './sink.ts';
import type { TraceExporter } from './tracing.ts';

export interface RequestObserver extends Pick<Sink, 'started' | 'finished' | 'operation'> {
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

const EVERYTHING: LogSettings = { slowQueryMs: 0, slowRequestMs: 0 };

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
  const charged = together(sinks.flatMap((sink) => sink.charged ?? []));
  const operations = sinks.flatMap(({ operation }) => operation ?? []);
  const requests: RequestObserver = {
    needsScope: tracing !== undefined || log !== undefined,
    started: together(sinks.flatMap(({ started }) => started ?? [])),
    finished: together(sinks.flatMap(({ finished }) => finished ?? [])),
    operation:
      operations.length > 0
        ? (begun) => together(operations.flatMap((each) => each(begun) ?? []))
        : undefined,
  };
  const database: DatabaseListener = {
    waited: together(sinks.flatMap(({ waited }) => waited ?? [])),
    ran: together(sinks.flatMap(({ ran }) => ran ?? [])),
  };
  const isOn = sinks.length > 0;
  return {
    /** Undefined while log, metrics and traces are off, so that requests bear no overhead. */
    requests: isOn ? requests : undefined,
    database: isOn ? database : undefined,
    onCharge(kind: 'enrichment' | 'export', credits: number): void {
      const { request } = currentContext();
      if (request) request.credits += credits;
      charged?.(kind, credits);
    },
    onMaterialized: together(sinks.flatMap(({ materialized }) => materialized ?? [])),
    onAnnounced: together(sinks.flatMap(({ announced }) => announced ?? [])),
    /** Called when a heavy operation gets its slot, with the milliseconds that it waited. */
    onWorkWaited: together(sinks.flatMap(({ workWaited }) => workWaited ?? [])),
    readGauges: (gauges: Gauges): void => metrics?.readFrom(gauges),
    close: async (): Promise<void> => tracing?.close(),
  };
}

type Listener<Args extends unknown[]> = (...args: Args) => void;

/** Returns one function that calls all of them; undefined if there are none. */
function together<Args extends unknown[]>(listeners: readonly Listener<Args>[]): Listener<Args> | undefined {
  const [only] = listeners;
  if (listeners.length < 2) return only;
  return (...args) => {
    for (const listener of listeners) listener(...args);
  };
}
