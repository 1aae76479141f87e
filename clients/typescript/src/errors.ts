import type { ErrorCode as GraphQLCode } from './generated/graphql.ts';
import type { components } from './generated/rest.ts';

type RestCode = components['schemas']['KnownProblem']['error'];

/** Every code that the service documents, over either API, in lower case. */
export type ErrorCode = RestCode | Lowercase<GraphQLCode>;

/** Codes of failures that the service did not report: no complete response, or one that is not of the service. */
export type TransportCode = 'network_error' | 'unexpected_answer';

/** One invalid value of a request, as `validation_error` and `invalid_definition` list them. */
export interface InvalidValue {
  /** JSON Pointer (RFC 6901) into the body or the parameters. */
  readonly pointer: string;
  readonly message: string;
  /** Code of a fault in a definition. */
  readonly code?: string;
  /** Further keys, such as `allowed` and `did_you_mean`. */
  readonly [key: string]: unknown;
}

interface ErrorParts {
  status: number;
  code: string;
  message: string;
  details?: Readonly<Record<string, unknown>>;
  requestId?: string | undefined;
  retryAfter?: number | undefined;
  path?: readonly (string | number)[] | undefined;
  cause?: unknown;
}

/** Failure of a request over either API. `code` is for programs, `message` for people. */
export class CompanyDataError extends Error {
  override readonly name = 'CompanyDataError';
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  /** The documented code in lower case, over GraphQL as well. Later versions of the service may add codes. */
  readonly code: ErrorCode | TransportCode | (string & {});
  /** The invalid values of the request; empty for errors that name none. */
  readonly errors: readonly InvalidValue[];
  /** The further keys of the error, such as `required`, `balance`, `current_version`. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Finds the request in the logs of the service. */
  readonly requestId: string | undefined;
  /** Seconds to wait before a retry, if the service names them. */
  readonly retryAfter: number | undefined;
  /** Place in the data of a GraphQL response that the error made null, such as `['company']`. */
  readonly path: readonly (string | number)[] | undefined;

  constructor({ status, code, message, details = {}, requestId, retryAfter, path, cause }: ErrorParts) {
    super(message, { cause });
    this.status = status;
    this.code = code;
    this.details = details;
    this.errors = Array.isArray(details.errors) ? (details.errors.filter(isObject) as InvalidValue[]) : [];
    this.requestId = requestId;
    this.retryAfter = retryAfter;
    this.path = path;
  }
}

/** Returns the errors that the JSON of a response reports: `detail` of REST, `errors` of GraphQL. */
export function errorsOf(response: Response, json: unknown): CompanyDataError[] {
  const { detail, errors } = isObject(json) ? json : {};
  if (isObject(detail)) return [fromDetail(response, detail)];
  const listed = Array.isArray(errors) ? errors.filter(isObject) : [];
  return listed.map((error) => fromGraphQL(response, error));
}

/** Error of a response that is not one of the service, such as the page of a proxy. */
export function unexpectedAnswer(response: Response): CompanyDataError {
  return new CompanyDataError({
    ...commonOf(response),
    code: 'unexpected_answer',
    message: `The response (status ${response.status}) is not one of the service. Check baseUrl, and what lies in between.`,
  });
}

/**
 * Error of a connection that failed or broke.
 *
 * @throws the reason of the signal, when the caller aborted.
 */
export function networkError(cause: unknown, signal: AbortSignal | undefined): CompanyDataError {
  signal?.throwIfAborted();
  const message = 'No complete response arrived from the service. Check baseUrl and the network.';
  return new CompanyDataError({ status: 0, code: 'network_error', message, cause });
}

function fromDetail(response: Response, { error, message, ...details }: Record<string, unknown>) {
  return new CompanyDataError({
    ...commonOf(response),
    code: String(error),
    message: String(message),
    details,
  });
}

function fromGraphQL(response: Response, error: Record<string, unknown>): CompanyDataError {
  const { code, ...details } = isObject(error.extensions) ? error.extensions : {};
  const { retryAfter, ...common } = commonOf(response);
  return new CompanyDataError({
    ...common,
    code: typeof code === 'string' ? code.toLowerCase() : 'unexpected_answer',
    message: String(error.message),
    details,
    // In a stream the headers are those of its beginning.
    retryAfter: typeof details.retry_after === 'number' ? details.retry_after : retryAfter,
    path: Array.isArray(error.path) ? error.path : undefined,
  });
}

function commonOf({ status, headers }: Response) {
  return {
    status,
    requestId: headers.get('X-Request-Id') ?? undefined,
    retryAfter: secondsOf(headers.get('Retry-After')),
  };
}

/** The service sends seconds. A proxy may send a date, which is ignored. */
function secondsOf(value: string | null): number | undefined {
  return value !== null && /^\d{1,9}$/.test(value) ? Number(value) : undefined;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
