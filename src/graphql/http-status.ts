import type { GraphQLError } from 'graphql';
import { type Fault, type FaultCode, HTTP_STATUS } from '../lib/fault.ts';

/** Faults of a request as a whole, not of a field in it: nothing ran, and the status says so, whatever is accepted. */
const OF_THE_REQUEST: ReadonlySet<FaultCode> = new Set([
  'document_not_trusted',
  'introspection_disabled',
  'not_acceptable',
  'rate_limited',
]);

/** Adds what Yoga makes the status and headers of an answer. */
export function withHttpStatus(error: GraphQLError, { code, details }: Fault): GraphQLError {
  if (!OF_THE_REQUEST.has(code)) return error;
  const { retry_after } = details;
  const headers = typeof retry_after === 'number' ? { 'Retry-After': String(retry_after) } : {};
  // By `spec` Yoga knows statuses that GraphQL over HTTP keeps from answers in application/json.
  error.extensions.http = { status: HTTP_STATUS[code], headers, spec: false };
  return error;
}
