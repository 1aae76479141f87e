import type { components } from './generated/rest.ts';

/** Every code that the REST API documents. */
export type ErrorCode = components['schemas']['Problem']['error'];

/** Codes for what is no answer of the service. */
export type TransportCode = 'network_error' | 'unexpected_answer';

export interface ErrorParts {
  status: number;
  code: string;
  message: string;
  details?: Readonly<Record<string, unknown>>;
  requestId?: string | undefined;
  retryAfter?: number | undefined;
  cause?: unknown;
}

/** What went wrong, over either API: `code` is for programs, `message` for people. */
export class CompanyDataError extends Error {
  override readonly name = 'CompanyDataError';
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** As documented, in lower case over GraphQL, too. More may come. */
  readonly code: ErrorCode | TransportCode | (string & {});
  /** The further keys of the error, such as `errors`, `required`, `balance`, `current_version`. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Finds the request in the logs of the service. */
  readonly requestId: string | undefined;
  /** Seconds to wait, where the service says so. */
  readonly retryAfter: number | undefined;

  constructor({ status, code, message, details = {}, requestId, retryAfter, cause }: ErrorParts) {
    super(message, { cause });
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}

/** The error that a refusing answer of REST, or of what stands in front of it, carries. */
export async function errorOf(response: Response): Promise<CompanyDataError> {
  const text = await response.text().catch(() => '');
  const { detail, errors } = parse(text);
  const [first] = Array.isArray(errors) ? errors : [];
  if (isObject(detail)) return fromDetail(response, detail);
  if (isObject(first)) return fromGraphQL(response, first);
  return new CompanyDataError({
    ...commonOf(response),
    code: 'unexpected_answer',
    message: `The service answered ${response.status} without saying why.`,
  });
}

/** One of the `errors` of a GraphQL answer. */
export function fromGraphQL(response: Response, error: Record<string, unknown>): CompanyDataError {
  const { code, ...details } = isObject(error.extensions) ? error.extensions : {};
  return new CompanyDataError({
    ...commonOf(response),
    code: typeof code === 'string' ? code.toLowerCase() : 'unexpected_answer',
    message: String(error.message),
    details,
  });
}

function fromDetail(response: Response, detail: Record<string, unknown>): CompanyDataError {
  const { error, message, ...details } = detail;
  return new CompanyDataError({
    ...commonOf(response),
    code: String(error),
    message: String(message),
    details,
  });
}

function commonOf({ status, headers }: Response) {
  return {
    status,
    requestId: headers.get('X-Request-Id') ?? undefined,
    retryAfter: retryAfterOf(headers),
  };
}

/** Seconds: what comes as a date is not ours. */
function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('Retry-After');
  return value !== null && /^\d{1,9}$/.test(value) ? Number(value) : undefined;
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
