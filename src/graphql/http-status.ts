import type { GraphQLError } from 'graphql';
import { type Fault, type FaultCode, HTTP_STATUS } from '../lib/fault.ts';
import { toFault, toPublicError } from './errors.ts';

/** Faults of a request as a whole, not of a field in it: the status says so, whatever is accepted. */
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

/** The error as Yoga takes it: as callers see it, with what becomes the status and the headers of the answer. */
export function toYogaError(error: unknown): GraphQLError {
  const shown = toPublicError(error);
  const http = httpOf(toFault(error));
  if (http) shown.extensions.http = http;
  return shown;
}

/**
 * By `spec` Yoga knows statuses that GraphQL over HTTP keeps from answers in application/json: those of an operation that
 * is refused before it runs, as one that is not valid.
 */
function httpOf({ code, details }: Fault): object | undefined {
  const status = HTTP_STATUS[code];
  if (code.endsWith('_limit_exceeded')) return { status, spec: true };
  if (!OF_THE_REQUEST.has(code)) return undefined;
  const { retry_after } = details;
  const headers = typeof retry_after === 'number' ? { 'Retry-After': String(retry_after) } : {};
  return { status, headers, spec: false };
}
