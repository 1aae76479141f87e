import { setTimeout as sleep } from 'node:timers/promises';
import type { Attributes, Context, Span, TextMapPropagator, Tracer } from '@opentelemetry/api';
import type { SpanExporter } from '@opentelemetry/sdk-trace-node';
import { version } from '../lib/files.ts';
import type { Logger } from '../lib/logger.ts';
import { type RequestScope, runInternally } from '../lib/request-context.ts';
import { safeName, safePath, safeText, summarizeStatement } from './names.ts';
import type { FinishedRequest, Sink } from './sink.ts';

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

type Api = typeof import('@opentelemetry/api');

/** Characters of a statement that a span records. */
const MAX_TEXT = 2_000;

interface Trace {
  root: Span;
  /** Parent of the next span: the operation while one runs, otherwise the request. */
  context: Context;
}

/**
 * Records requests, operations and statements as spans that follow OpenTelemetry's semantic conventions. A trace that the
 * caller's headers name is continued.
 */
export function createTraceSink(api: Api, tracer: Tracer, propagator: TextMapPropagator): Sink {
  const traces = new WeakMap<RequestScope, Trace>();
  const { trace, SpanKind, SpanStatusCode, ROOT_CONTEXT, defaultTextMapGetter } = api;
  return {
    started({ scope, method, path, headers }) {
      const parent = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
      const attributes = {
        'http.request.method': method,
        'url.path': safePath(path),
        'company_data.request_id': scope.requestId,
      };
      const root = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
      scope.traceId = root.spanContext().traceId;
      if (root.isRecording()) traces.set(scope, { root, context: trace.setSpan(parent, root) });
    },
    finished(request) {
      const root = traces.get(request.scope)?.root;
      if (!root) return;
      if (request.route !== undefined) root.updateName(`${request.method} ${request.route}`);
      root.setAttributes(endAttributes(request));
      if (request.status >= 500) root.setStatus({ code: SpanStatusCode.ERROR });
      root.end();
      traces.delete(request.scope);
    },
    operation({ scope, name, type }) {
      const current = traces.get(scope);
      if (!current) return () => undefined;
      const { context } = current;
      const safe = name === undefined ? undefined : safeName(name);
      const attributes = { 'graphql.operation.type': type, 'graphql.operation.name': safe };
      const span = tracer.startSpan(safe === undefined ? type : `${type} ${safe}`, { attributes }, context);
      current.context = trace.setSpan(context, span);
      return () => {
        span.end();
        current.context = context;
      };
    },
    ran(statement) {
      const current = statement.scope && traces.get(statement.scope);
      if (!current) return;
      const { startedAt, ms, failed, text, rows } = statement;
      const summary = summarizeStatement(statement);
      const attributes = {
        'db.system.name': 'postgresql',
        'db.query.summary': summary,
        'db.query.text': safeText(text, MAX_TEXT),
        'db.response.returned_rows': rows,
      };
      const options = { kind: SpanKind.CLIENT, startTime: startedAt, attributes };
      const span = tracer.startSpan(summary, options, current.context);
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(startedAt + ms);
    },
  };
}

/** Attributes that are undefined are left out. */
function endAttributes({ scope: { report, principal }, status, route }: FinishedRequest): Attributes {
  const [error] = report.errors ?? [];
  return {
    'http.response.status_code': status,
    'http.route': route,
    'error.type': error,
    'company_data.key_id': principal?.keyId,
    'company_data.organization_id': principal?.organizationId,
  };
}
