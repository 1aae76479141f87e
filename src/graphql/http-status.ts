import type { GraphQLError } from 'graphql';
import { type Fault, type FaultCode, HTTP_STATUS } from '../lib/fault.ts';
import { toFault, toPublicError } from './errors.ts';

/** Faults of a request as a whole, not of a field: they set the status, whatever media type the client accepts. */
const OF_THE_REQUEST: ReadonlySet<FaultCode> = new Set([
  'document_not_trusted',
  'document_too_large',
  'introspection_disabled',
  'not_acceptable',
  'rate_limited',
  'overloaded',
  'unavailable',
  'timeout',
  'answer_too_large',
]);

/** Returns the error as callers see it, with the status and the headers that Yoga gives the response. */
export function toYogaError(error: unknown): GraphQLError {
  const shown = toPublicError(error);
  const http = httpOf(toFault(error));
  if (http) shown.extensions.http = http;
  return shown;
}

/**
 * `spec` marks statuses that GraphQL over HTTP does not use for responses in application/json, such as that of an
 * operation that is refused before it runs.
 */
function httpOf({ code, details }: Fault): object | undefined {
  const status = HTTP_STATUS[code];
  if (code.endsWith('_limit_exceeded')) return { status, spec: true };
  if (!OF_THE_REQUEST.has(code)) return undefined;
  const { retry_after } = details;
  const headers = typeof retry_after === 'number' ? { 'Retry-After': String(retry_after) } : {};
  return { status, headers, spec: false };
}
