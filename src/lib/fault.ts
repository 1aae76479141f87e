import { cut, didYouMeanKey, redact, suggested } from './text.ts';

/**
 * Error codes that callers can receive, with their HTTP status (contract, section 1). Those of a document, which the GraphQL
 * layer finds, have status 200 for clients that accept only `application/json`.
 */
export const HTTP_STATUS = {
  bad_request: 400,
  graphql_parse_failed: 400,
  persisted_query_not_found: 400,
  persisted_query_mismatch: 400,
  batch_too_large: 400,
  malformed_json: 400,
  invalid_api_key: 401,
  sign_in_failed: 401,
  insufficient_credits: 402,
  credit_limit_reached: 402,
  max_credits_exceeded: 402,
  user_credential_required: 403,
  insufficient_access: 403,
  quota_exceeded: 403,
  document_not_trusted: 403,
  introspection_disabled: 403,
  cross_site_request: 403,
  session_required: 403,
  insecure_origin: 403,
  sign_in_closed: 403,
  not_found: 404,
  company_not_found: 404,
  technology_not_found: 404,
  api_key_not_found: 404,
  list_not_found: 404,
  permission_not_found: 404,
  domain_not_found: 404,
  version_not_found: 404,
  session_not_found: 404,
  passkey_not_found: 404,
  flag_not_found: 404,
  webhook_not_found: 404,
  job_not_found: 404,
  draft_not_found: 404,
  view_not_found: 404,
  organization_exists: 409,
  import_not_found: 404,
  import_status_conflict: 409,
  field_not_found: 404,
  credit_entry_not_found: 404,
  organization_not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  definition_conflict: 409,
  draft_conflict: 409,
  field_exists: 409,
  field_in_use: 409,
  cursor_expired: 409,
  api_key_inactive: 409,
  api_key_rotated: 409,
  passkeys_unavailable: 409,
  flag_resolved: 409,
  nothing_to_skip: 409,
  job_status_conflict: 409,
  email_taken: 409,
  last_admin: 409,
  idempotency_in_progress: 409,
  idempotency_response_lost: 409,
  export_expired: 410,
  body_too_large: 413,
  document_too_large: 413,
  unsupported_media_type: 415,
  expectation_failed: 417,
  graphql_validation_failed: 422,
  operation_resolution_failure: 422,
  cost_limit_exceeded: 422,
  node_limit_exceeded: 422,
  depth_limit_exceeded: 422,
  root_field_limit_exceeded: 422,
  alias_limit_exceeded: 422,
  directive_limit_exceeded: 422,
  validation_error: 422,
  idempotency_key_reused: 422,
  invalid_definition: 422,
  user_not_found: 422,
  answer_too_large: 422,
  cost_too_large: 422,
  members_too_large: 422,
  sort_too_large: 422,
  rate_limited: 429,
  overloaded: 429,
  internal_error: 500,
  unavailable: 503,
  oidc_unavailable: 503,
  timeout: 504,
} as const;

export type FaultCode = keyof typeof HTTP_STATUS;

/** One invalid value of a request. */
export interface Violation {
  /** JSON Pointer (RFC 6901) into the body or the parameters. */
  pointer: string;
  message: string;
  /** Known values that are spelled alike. */
  did_you_mean?: readonly string[];
  /** All values that are possible there; for agents, who read no documentation first. */
  allowed?: readonly unknown[];
}

/**
 * Failure that is reported to the caller: a code, a public message that says what to do next, and the additional keys
 * that the contract defines for the code. The cause is only logged. There is no stack trace: a fault is a response, not
 * a defect, and capturing the stack would make refusals more expensive under load.
 */
export class Fault extends Error {
  readonly code: FaultCode;
  /** Status over REST: that of the code, unless a route has another. */
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: FaultCode,
    message: string,
    options: { details?: Record<string, unknown>; cause?: unknown; status?: number } = {},
  ) {
    const frames = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    // It may quote what was sent, and its readers may store it.
    super(redact(message), { cause: options.cause });
    Error.stackTraceLimit = frames;
    this.name = 'Fault';
    this.code = code;
    this.status = options.status ?? HTTP_STATUS[code];
    this.details = withRetryAfter(code, options.details);
  }
}

/** Seconds after which a refusal that passes may be tried again, unless its author knows better. */
const RETRY_AFTER_SECONDS = 5;

/** Each 429 and 503 says when to try again: `retry_after`, which both APIs also send as Retry-After. */
function withRetryAfter(code: FaultCode, details: Record<string, unknown> = {}): Record<string, unknown> {
  const passes = HTTP_STATUS[code] === 429 || HTTP_STATUS[code] === 503;
  return passes && !('retry_after' in details) ? { ...details, retry_after: RETRY_AFTER_SECONDS } : details;
}

/** Builds a 422 `validation_error` that lists every violation, not only the first. */
export function validationFault(errors: readonly Violation[]): Fault {
  const [first, ...rest] = errors;
  const more = rest.length > 0 ? ` (and ${rest.length} more)` : '';
  const text = first ? `${first.pointer || 'body'}: ${first.message}${more}` : 'The request is not valid.';
  const redacted = errors.map(({ message, ...rest }) => ({ ...rest, message: redact(message) }));
  return new Fault('validation_error', text, { details: { errors: redacted } });
}

/** Builds a 422 `validation_error` of one violation. */
export function invalidValue(pointer: string, message: string): Fault {
  return validationFault([{ pointer, message }]);
}

/** Message for a field of an update that null does not clear, over both APIs. */
export const NULL_REFUSED = 'must not be null; leave it out to keep its value';

/** Builds a 500 `internal_error`. The cause goes to the log; the public message reveals nothing of it. */
export function internalFault(cause: unknown): Fault {
  const message = 'Something went wrong on our side. Try again; the request id finds it in our logs.';
  return new Fault('internal_error', message, { cause });
}

/** Failure to start or to run a command. The command prints it in one line and exits with code 1. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/** Faults of a definition, in the entries of `invalid_definition`, with what they mean. Both APIs document them. */
export const DEFINITION_ERRORS = {
  missing: 'A required key is missing.',
  wrong_type: 'A value has the wrong JSON type.',
  unknown_key: 'An object has a key that is not known at this place.',
  not_one_key: 'A node has no key, or more than one.',
  empty: '`and` or `or` has no nodes.',
  too_deep: 'The tree has too many levels.',
  too_many_conditions: 'The tree has too many conditions.',
  too_many_values: 'A condition has too many values, or the named lists have too many domains.',
  too_many_patterns: 'The text operators of the definition have too many values together.',
  wrong_number_of_values: 'The operator takes a different number of values.',
  unknown_registry_version: 'The registry version is unknown. Use that of the catalogue of filters.',
  unknown_field: 'The field is unknown.',
  unknown_operator: 'The operator is unknown.',
  operator_not_allowed: 'The field does not have this operator.',
  unknown_value: 'The value is not in the vocabulary of the field.',
  out_of_range: 'A number or the length of a text is out of range, or a text cannot be stored.',
  too_many_lists: 'The definition names too many lists, counting the lists that these name.',
  list_cycle:
    'The definition names a list that names the edited list, directly or through others. `path` has the lists.',
  unbounded_definition: 'The definition could match companies without any positive condition.',
} as const satisfies Record<string, string>;

export type DefinitionErrorCode = keyof typeof DEFINITION_ERRORS;

export const DEFINITION_ERROR_CODES = Object.keys(DEFINITION_ERRORS) as DefinitionErrorCode[];

/**
 * Returns a fault for a key that is not one of those that are known, with similar ones.
 *
 * @param noun what the keys name: "field".
 */
export function unknownKey(pointer: string, noun: string, key: string, known: readonly string[]): Fault {
  const message = `Unknown ${noun} "${cut(key)}".`;
  return validationFault([{ pointer, ...suggested(message, didYouMeanKey(key, known)) }]);
}
