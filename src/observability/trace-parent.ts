import type { IncomingHttpHeaders } from 'node:http';
import type { Context, SpanContext } from '@opentelemetry/api';

type Api = typeof import('@opentelemetry/api');

/** Version, trace, parent, flags (W3C Trace Context, section 3.2); later versions may have more behind them. */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const INVALID_VERSION = 'ff';
const FIRST_VERSION = '00';

/**
 * The context that a request continues: the caller's trace when its headers name one, else none. An id of zeros is none,
 * as the tracer finds.
 */
export function parentContext(
  { trace, ROOT_CONTEXT, createTraceState }: Api,
  headers: IncomingHttpHeaders,
): Context {
  const { traceparent, tracestate } = headers;
  if (typeof traceparent !== 'string') return ROOT_CONTEXT;
  const [, version, traceId, spanId, flags, more] = TRACEPARENT.exec(traceparent.trim()) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT;
  if (version === INVALID_VERSION || (version === FIRST_VERSION && more !== undefined)) return ROOT_CONTEXT;
  const parent: SpanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  if (typeof tracestate === 'string') parent.traceState = createTraceState(tracestate);
  return trace.setSpanContext(ROOT_CONTEXT, parent);
}
