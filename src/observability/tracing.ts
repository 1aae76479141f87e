import { setTimeout as sleep } from 'node:timers/promises';
import type { SpanExporter } from '@opentelemetry/sdk-trace-node';
import type { Logger } from '../lib/logger.ts';
import { runInternally } from '../lib/request-context.ts';
import { version } from '../lib/version.ts';
import type { Sink } from './sink.ts';
import { createTraceSink } from './trace-sink.ts';

const SERVICE = 'company-data';
/** Maximum time that a collector without response can delay the end of the process. */
const FLUSH_MS = 3_000;
const WARN_EVERY_MS = 60_000;

export interface TraceExporter {
  sink: Sink;
  /** Sends pending spans, for at most a few seconds, and stops. */
  close(): Promise<void>;
}

/**
 * Sends OpenTelemetry traces over OTLP/HTTP. The SDK reads its own environment variables for endpoint, sampling and service
 * name. Its packages are imported here, so that a process without traces does not load them.
 */
export async function openTracing(logger: Logger): Promise<TraceExporter> {
  const [api, { W3CTraceContextPropagator }, sdk, { OTLPTraceExporter }, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/core'),
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const { defaultResource, resourceFromAttributes, detectResources, envDetector } = resources;
  const configured = detectResources({ detectors: [envDetector] });
  const warn = createWarning(logger);
  const exporter = withWarning(new OTLPTraceExporter(), warn);
  // Not registered globally, because a process can hold several services.
  const provider = new sdk.NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': SERVICE, 'service.version': version }))
      .merge(configured),
    spanProcessors: [new sdk.BatchSpanProcessor(exporter)],
  });
  return {
    sink: createTraceSink(api, provider.getTracer(SERVICE), new W3CTraceContextPropagator()),
    async close() {
      const timeout = sleep(FLUSH_MS, 'late', { ref: false });
      const sent = await Promise.race([provider.shutdown().catch(() => undefined), timeout]);
      if (sent === 'late') warn(new Error(`the collector did not answer within ${FLUSH_MS} ms`));
    },
  };
}

type Warn = (error: Error | undefined) => void;

/** Logs, at most once a minute, that spans could not be sent. The SDK itself reports nothing. */
function createWarning(logger: Logger): Warn {
  let warnedAt = Number.NEGATIVE_INFINITY;
  return (error) => {
    const now = performance.now();
    if (now - warnedAt < WARN_EVERY_MS) return;
    warnedAt = now;
    // The SDK sends batches in the scope of an arbitrary request; the line must not name that request.
    runInternally(() => logger.warn({ err: error }, 'traces could not be sent'));
  };
}

function withWarning(exporter: SpanExporter, warn: Warn): SpanExporter {
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.code !== 0) warn(result.error);
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
