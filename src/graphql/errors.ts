import type { ServerResponse } from 'node:http';
import { type ExecutionResult, GraphQLError } from 'graphql';
import { unexpectedFault } from '../database/errors.ts';
import { Fault, type FaultCode, HTTP_STATUS, type Violation } from '../lib/fault.ts';
import { propertyOf } from '../lib/json.ts';
import { type OperationReport, setHelpLink } from '../lib/request-context.ts';
import { redact } from '../lib/text.ts';
import type { MediaType } from './media-type.ts';

/** Result of an operation, at once or later. */
export type Result = ExecutionResult | Promise<ExecutionResult>;

/**
 * Returns the Fault behind a GraphQL error: the one that a resolver threw, or `validation_error` if the schema refused
 * the request. Everything else is `unavailable` or `internal_error`, and its text never leaves the process.
 */
export function toFault(error: unknown): Fault {
  const root = rootCause(error);
  if (root instanceof Fault) return root;
  // An error that has a path from the start was raised by the executor, not by what the caller sent.
  if (root instanceof GraphQLError && !root.path) {
    return new Fault('validation_error', root.message, { details: { errors: violationsOf(error, root) } });
  }
  return unexpectedFault(error);
}

function rootCause(error: unknown): unknown {
  let root = error;
  while (root instanceof GraphQLError && root.originalError) root = root.originalError;
  return root;
}

/** Returns the place that a coercion error names (`at "input.domains[0]"`, else the variable) as a JSON pointer. */
function violationsOf(error: unknown, root: GraphQLError): Violation[] {
  const text = error instanceof Error ? error.message : '';
  const [, path = ''] = / at "([^"]*)"/.exec(text) ?? /^Variable "\$([^"]*)" got/.exec(text) ?? [];
  const steps = path
    .replace(/\[(\d+)\]/g, '.$1')
    .split('.')
    .filter(Boolean);
  return [{ pointer: steps.map((step) => `/${step}`).join(''), message: redact(root.message) }];
}

/** Returns the result of an operation of which nothing counts but an error. */
export function failedResult(error: unknown): ExecutionResult {
  const originalError = error instanceof Error ? error : new Error(String(error));
  return { errors: [new GraphQLError(originalError.message, { originalError })] };
}

/** Error of a stored response. It was made public before, and is written unchanged. */
export class KeptError extends Error {
  readonly #json: object;
  /** Those of the error as it was sent. */
  readonly extensions: unknown;

  constructor(json: object) {
    super('kept');
    this.#json = json;
    this.extensions = propertyOf(json, 'extensions');
  }

  toJSON(): object {
    return this.#json;
  }
}

/** Returns a fault of a whole request as GraphQL callers see it. */
export function toRequestError(fault: Fault): object {
  return { message: fault.message, extensions: extensionsOf(fault) };
}

function extensionsOf({ code, details }: Fault): Record<string, unknown> {
  return { code: code.toUpperCase(), ...details };
}

/**
 * Returns the error as GraphQL callers see it: the contract's code in upper case and its extra keys in `extensions`.
 * Errors of the request itself (a syntax error, an unknown field) keep the code and status that they have.
 */
export function toPublicError(error: unknown): GraphQLError {
  const located = error instanceof GraphQLError ? error : undefined;
  const fault = toFault(error);
  const own = fault.code === 'validation_error' ? located?.extensions : undefined;
  return reworded(located, fault.message, { ...extensionsOf(fault), ...own });
}

/** Creates an error at the place of another one, with this message and these extensions. */
function reworded(
  located: GraphQLError | undefined,
  message: string,
  extensions: Record<string, unknown>,
): GraphQLError {
  const { nodes = null, source = null, positions = null, path = null } = located ?? {};
  return new GraphQLError(message, { nodes, source, positions, path, extensions });
}

/** Returns an error of a document with its messages changed; the error itself if nothing changes. */
export function rephrased(error: GraphQLError, change: (message: string) => string): GraphQLError {
  const message = change(error.message);
  if (message === error.message) return error;
  const { extensions } = error;
  const { errors } = extensions;
  const violations: Violation[] = Array.isArray(errors) ? errors : [];
  const changed = violations.map((each) => ({ ...each, message: change(each.message) }));
  return reworded(error, message, { ...extensions, ...(Array.isArray(errors) && { errors: changed }) });
}

/** Faults of a document, which keep it from running. */
const OF_THE_DOCUMENT: ReadonlySet<FaultCode> = new Set([
  'alias_limit_exceeded',
  'cost_limit_exceeded',
  'depth_limit_exceeded',
  'directive_limit_exceeded',
  'node_limit_exceeded',
  'persisted_query_not_found',
  'root_field_limit_exceeded',
]);

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
  'cost_too_large',
  'members_too_large',
]);

/** Returns the error as callers see it, with the status and the headers that it gives the response. */
export function toHttpError(error: unknown): GraphQLError {
  const shown = toPublicError(error);
  // Errors of graphql-jit have no extensions.
  const own = error instanceof GraphQLError ? error.extensions?.http : undefined;
  const http = httpOf(toFault(error)) ?? own;
  if (http) shown.extensions.http = http;
  return shown;
}

/**
 * `spec` marks statuses that GraphQL over HTTP does not use for responses in application/json, such as that of an
 * operation that is refused before it runs.
 */
function httpOf({ code, details }: Fault): object | undefined {
  const status = HTTP_STATUS[code];
  if (OF_THE_DOCUMENT.has(code)) return { status, spec: true };
  if (!OF_THE_REQUEST.has(code)) return undefined;
  const { retry_after } = details;
  const headers = typeof retry_after === 'number' ? { 'Retry-After': String(retry_after) } : {};
  return { status, headers, spec: false };
}

/** Status of a response with both data and errors (GraphQL over HTTP, September 2026). */
const PARTIAL_SUCCESS = 294;

/**
 * Decides about the status of a result with errors. An answer in which any field has a value is a success, whatever the errors of
 * other fields say: a 503 would hide what was charged or changed, and clients would send it again.
 *
 * GraphQL over HTTP has a status for each failure. There, `data` means a success, so a failure of the whole request has none. Clients
 * that accept only application/json are older: they read most errors from a response with status 200.
 *
 * @returns the result; for application/graphql-response+json with its status as `extensions.http`
 */
export function settleStatus(result: ExecutionResult, mediaType: MediaType | undefined): ExecutionResult {
  const { data, errors = [], ...others } = result;
  if (holdsValue(data)) dropStatuses(errors);
  if (mediaType !== 'application/graphql-response+json') return result;
  const isFailure = data === undefined || errors.some(({ extensions }) => extensions?.http?.status);
  const status = isFailure ? Math.max(...errors.map(statusOf)) : PARTIAL_SUCCESS;
  const extensions = { ...others.extensions, http: { status } };
  return isFailure ? { errors, extensions } : { errors, data, extensions };
}

function dropStatuses(errors: readonly GraphQLError[]): void {
  for (const { extensions } of errors) {
    const headers = extensions?.http?.headers;
    if (extensions?.http) extensions.http = headers ? { headers } : {};
  }
}

/** Returns the status of an error that left nothing to answer. */
function statusOf({ extensions }: GraphQLError): number {
  const { status = 0 } = extensions?.http ?? {};
  if (status > 400) return status;
  const code = String(extensions?.code).toLowerCase();
  // Yoga's only error without a status of its own: the parameters are not those of a request.
  if (code === 'bad_request') return 422;
  return code in HTTP_STATUS ? HTTP_STATUS[code as FaultCode] : 500;
}

/** Tells whether a result has a value at any depth. An empty list is one; an object of nothing but nulls is none. */
function holdsValue(result: unknown): boolean {
  if (result === null || result === undefined) return false;
  if (Array.isArray(result)) return result.length === 0 || result.some(holdsValue);
  if (typeof result !== 'object' || result instanceof Date) return true;
  return Object.values(result).some(holdsValue);
}

/** Records the code of an error, and adds the link to its explanation. Each code counts once a request. */
export function noteError(report: OperationReport, res: ServerResponse, code: string): void {
  const known = code.toLowerCase();
  report.errors ??= new Set();
  report.errors.add(known);
  if (report.helpLinks) setHelpLink(res, report.helpLinks, known);
}

/** Records the codes of the errors in a response, including those of syntax and validation. */
export function noteErrors(report: OperationReport, res: ServerResponse, { errors }: ExecutionResult): void {
  for (const { extensions } of errors ?? []) {
    if (typeof extensions?.code === 'string') noteError(report, res, extensions.code);
  }
}
