import type { Attributes, Context, Span, TextMapPropagator, Tracer } from '@opentelemetry/api';
import type { RequestScope } from '../lib/request-context.ts';
import { safeName, safePath, safeText, summarizeStatement } from './names.ts';
import type { FinishedRequest, Sink } from './sink.ts';

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
