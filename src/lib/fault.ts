/** Every code that a caller can meet, and its HTTP status (contract, section 1). */
export const HTTP_STATUS = {
  batch_too_large: 400,
  malformed_json: 400,
  cost_limit_exceeded: 400,
  node_limit_exceeded: 400,
  depth_limit_exceeded: 400,
  root_field_limit_exceeded: 400,
  alias_limit_exceeded: 400,
  directive_limit_exceeded: 400,
  invalid_api_key: 401,
  insufficient_credits: 402,
  user_credential_required: 403,
  insufficient_access: 403,
  quota_exceeded: 403,
  document_not_trusted: 403,
  introspection_disabled: 403,
  not_found: 404,
  company_not_found: 404,
  api_key_not_found: 404,
  list_not_found: 404,
  permission_not_found: 404,
  domain_not_found: 404,
  version_not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  definition_conflict: 409,
  api_key_inactive: 409,
  api_key_rotated: 409,
  idempotency_in_progress: 409,
  idempotency_response_lost: 409,
  export_expired: 410,
  body_too_large: 413,
  document_too_large: 413,
  unsupported_media_type: 415,
  validation_error: 422,
  idempotency_key_reused: 422,
  invalid_definition: 422,
  user_not_found: 422,
  answer_too_large: 422,
  rate_limited: 429,
  overloaded: 429,
  internal_error: 500,
  unavailable: 503,
  timeout: 504,
} as const;

export type FaultCode = keyof typeof HTTP_STATUS;

/** One thing wrong in what was sent: `pointer` is a JSON pointer (RFC 6901) into the body or parameters. */
export interface Violation {
  pointer: string;
  message: string;
}

/**
 * A failure that the caller is told about: a code, a public text that says what to do next, and the extra keys
 * that the contract gives the code. The cause stays inside. It has no stack: it is an answer, not a defect, and
 * capturing one would add to what refusals cost under load.
 */
export class Fault extends Error {
  readonly code: FaultCode;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: FaultCode,
    message: string,
    options: { details?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    const frames = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(message, { cause: options.cause });
    Error.stackTraceLimit = frames;
    this.name = 'Fault';
    this.code = code;
    this.details = options.details ?? {};
  }
}

/** 422 `validation_error` with everything that is wrong, not just the first thing. */
export function validationFault(errors: readonly Violation[]): Fault {
  const [first, ...rest] = errors;
  const more = rest.length > 0 ? ` (and ${rest.length} more)` : '';
  const text = first ? `${first.pointer || 'body'}: ${first.message}${more}` : 'The request is not valid.';
  return new Fault('validation_error', text, { details: { errors } });
}

/** 500 `internal_error`: the cause is for the log, the text says nothing of it. */
export function internalFault(cause: unknown): Fault {
  const message = 'Something went wrong on our side. Try again; the request id finds it in our logs.';
  return new Fault('internal_error', message, { cause });
}

/** A failure to start or to run a command, meant for one line on a terminal (exit code 1). */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
