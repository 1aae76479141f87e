import type { FaultCode } from '../../lib/fault.ts';

/** Every code that REST callers can meet, and when. */
export const WHEN = {
  answer_too_large: 'The answer would be larger than the service sends at once. Nothing was charged.',
  api_key_inactive: 'The API key is expired or revoked, so it can be neither changed nor rotated.',
  api_key_not_found: 'API key not found, or the caller may not manage it.',
  api_key_rotated: 'The API key has been rotated before. Rotate its successor.',
  bad_request: 'The request is not valid HTTP, or its headers are too long or arrive too slowly.',
  batch_too_large: 'More than 100 domains were sent, counted before cleaning.',
  body_too_large: 'The body is over 1 MiB.',
  company_not_found: 'No tracked company has this domain or slug.',
  cost_too_large:
    'The request takes more points than the caller has in a whole window. It can never run: ask for less at a time.',
  cross_site_request:
    'The request brings the session of a person, and does not come from a page of the service. Pages of other sites must not use a session.',
  cursor_expired:
    'The materialization behind the cursor is no longer kept, or events after the cursor were deleted. Start again without a cursor.',
  credit_limit_reached:
    'The charge would exceed the monthly credit limit of the key. Nothing was charged or returned.',
  max_credits_exceeded: 'It costs more than `max_credits`. Nothing was charged or returned.',
  credit_entry_not_found: 'Entry not found in the ledger, or not visible to the caller.',
  definition_conflict:
    'The list was changed meanwhile, or If-Match names another version. Nothing was stored. Read the definition again, then retry.',
  domain_not_found: 'The domain was not added or excluded manually.',
  draft_conflict: 'If-Match names another version of the draft than the current one. Nothing was stored.',
  draft_not_found: 'Draft not found, or not owned by the caller. Both get the same answer.',
  import_not_found: 'Import not found, or no longer kept.',
  import_status_conflict:
    'The import was not tried, or its file is no longer kept. `status` says what it is.',
  organization_exists: 'An organization of this name exists.',
  view_not_found: 'The list has no view of this name that the caller can see.',
  email_taken: 'The e-mail address belongs to a user of another organization. Use another address.',
  expectation_failed: 'The header Expect is another than `100-continue`.',
  export_expired: 'The materialization was never exported, its 30 days have passed, or the list was deleted.',
  field_exists: 'A field with this key exists.',
  field_in_use:
    'Lists use the field. `list_count` says how many, `list_ids` names those that the caller can see.',
  field_not_found: 'Field not found, or of another organization. Both get the same answer.',
  flag_not_found: 'Flag not found.',
  flag_resolved: 'The flag was resolved before, with another resolution or note. The first one stays.',
  idempotency_in_progress: 'The first request with this Idempotency-Key is still running. Try again soon.',
  idempotency_key_reused:
    'The Idempotency-Key was used for another request before. Use a new key for a new request.',
  idempotency_response_lost:
    'The first request with this Idempotency-Key ran, and its answer cannot be returned again. Use a new key.',
  insufficient_access:
    'The caller can see the list, but needs more access for this. Some paths need an admin, or an operator.',
  insufficient_credits: 'There are too few credits. Nothing was charged or returned.',
  insecure_origin:
    'Nobody can sign in, because PUBLIC_URL is plain HTTP on another machine than the browser: others could read the session.',
  internal_error: 'An error of the service. X-Request-Id identifies the request in the logs.',
  invalid_api_key: 'The API key is missing, unknown, revoked or expired. Each gets the same answer.',
  invalid_definition: 'The definition is malformed, unbounded, or names an unknown field, operator or value.',
  job_not_found: 'Job not found, or not visible to the caller. Both get the same answer.',
  job_status_conflict:
    'The state of the job does not allow this; `status` says what it is. Read the job again.',
  last_admin:
    'The last active admin of an organization can be neither disabled nor demoted. Make another user an admin first.',
  list_not_found: 'List not found, or not shared with the caller. Both get the same answer.',
  malformed_json: 'The body is not JSON.',
  members_too_large:
    'The members that the request reads take more memory than it may hold: read less at a time.',
  method_not_allowed: 'The path does not support the method. The header Allow lists the supported methods.',
  not_found: 'Path not found.',
  nothing_to_skip: 'No event is blocking the webhook: its last attempt did not fail.',
  oidc_unavailable: 'The OpenID provider cannot be reached, or is not set up for this service.',
  organization_not_found: 'The installation has no such organization.',
  overloaded:
    'The service is too busy for heavy work at the moment. Without `class`, the caller leaves too many answers unread, sends too many large bodies at a time, or has too many sign-ins under way. Retry-After says how long to wait.',
  passkey_not_found: 'The caller has no passkey with this id.',
  passkeys_unavailable:
    'There are no passkeys, because PUBLIC_URL has an IP address: browsers make them for host names only.',
  permission_not_found: 'Permission not found on this list.',
  quota_exceeded:
    'A quota of the organization, of the list or of the owner of the key is used up. Nothing was changed.',
  rate_limited: 'The budget of the caller is used up; Retry-After says how long to wait.',
  session_not_found: 'The caller has no session with this id.',
  session_required: 'This is for people who are signed in; an API key was sent.',
  sign_in_closed: 'Passkeys and invitations sign nobody in here: the OpenID provider does.',
  sign_in_failed:
    'What was sent signs nobody in: it is wrong, was used before, or has expired. Each gets the same answer.',
  sort_too_large:
    'More than 100,000 members would have to be sorted by name or by a category. Narrow them by tier or by a search, or sort by something else.',
  technology_not_found: 'No technology in the catalogue has this key.',
  timeout: 'The request took too long and was cancelled. Ask for less, or try again.',
  unavailable:
    'The database cannot be reached, or an import changed what the request was reading; Retry-After says when to try again.',
  unsupported_media_type: 'The body is not JSON in UTF-8.',
  user_credential_required: 'This needs a personal key; the request used an organization key.',
  user_not_found: 'User not found in the organization.',
  validation_error:
    'A parameter or a field of the body is missing, unknown, out of range or of the wrong type.',
  version_not_found: 'Version of the definition not found.',
  webhook_not_found: 'Webhook not found, or not owned by the caller. Both get the same answer.',
} as const satisfies Partial<Record<FaultCode, string>>;
