import type { SpanExporter } from '@opentelemetry/sdk-trace-node';
import type { Logger } from '../lib/logger.ts';
import { runOutside } from '../lib/request-scope.ts';
import type { TracingPart } from './observability.ts';
import { createTraceSink } from './trace-sink.ts';

const SERVICE = 'company-data';
/** A collector that does not answer holds up the end of the process for no longer. */
const FLUSH_MS = 3_000;
const COMPLAIN_EVERY_MS = 60_000;

/**
 * OpenTelemetry traces, sent over OTLP/HTTP. The SDK reads its own variables: where to, how many, as what. Its packages
 * are loaded here, so that a process without traces does not wait for them.
 */
export async function openTracing(logger: Logger): Promise<TracingPart> {
  const [api, { NodeTracerProvider, BatchSpanProcessor }, { OTLPTraceExporter }, resources] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
  const { resourceFromAttributes, detectResources, envDetector } = resources;
  const given = detectResources({ detectors: [envDetector] });
  const complain = createComplaint(logger);
  const exporter = complaining(new OTLPTraceExporter(), complain);
  // Nothing is registered globally: a process may hold several services.
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': SERVICE }).merge(given),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  return {
    sink: createTraceSink(api, provider.getTracer(SERVICE)),
    async close() {
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<'late'>((resolve) => {
        timer = setTimeout(resolve, FLUSH_MS, 'late');
      });
      const sent = await Promise.race([provider.shutdown().catch(() => undefined), timeout]);
      clearTimeout(timer);
      if (sent === 'late') complain(new Error(`the collector did not answer within ${FLUSH_MS} ms`));
    },
  };
}

type Complain = (error: Error | undefined) => void;

/** Says in the log, once a minute at most, that spans do not arrive; the SDK itself keeps silent. */
function createComplaint(logger: Logger): Complain {
  let complainedAt = Number.NEGATIVE_INFINITY;
  return (error) => {
    const now = performance.now();
    if (now - complainedAt < COMPLAIN_EVERY_MS) return;
    complainedAt = now;
    // The SDK sends when it does, for whichever request came last.
    runOutside(() => logger.warn({ err: error }, 'traces could not be sent'));
  };
}

function complaining(exporter: SpanExporter, complain: Complain): SpanExporter {
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.code !== 0) complain(result.error);
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
