import { DEFINITION_ERRORS, type FaultCode } from '../lib/fault.ts';
import { defineEnum } from './enums.ts';

/** Codes of requests that never reach GraphQL: no path, an Expect header that HTTP refuses, and signing in. */
type CodeOutsideGraphQL =
  | 'not_found'
  | 'expectation_failed'
  | 'sign_in_failed'
  | 'insecure_origin'
  | 'oidc_unavailable';

/** Meaning of each code. A new code of lib/fault.ts does not compile until it stands here. */
const MEANINGS: Record<Exclude<FaultCode, CodeOutsideGraphQL>, string> = {
  alias_limit_exceeded: 'The document has too many aliases.',
  answer_too_large: 'The answer is larger than the service sends at once. `limit` says how many objects fit.',
  api_key_inactive: 'The API key has expired or was revoked, and cannot be changed.',
  api_key_not_found: 'API key not found, or the caller may not manage it.',
  api_key_rotated: 'The API key has already been rotated. Rotate its successor.',
  bad_request: 'The request has no document to run, or malformed parameters.',
  batch_too_large: 'More than 100 domains were sent.',
  body_too_large: 'The body is over 1 MiB.',
  company_not_found: 'No tracked company has this domain or slug.',
  cost_limit_exceeded: 'The operation costs more than one operation may.',
  cost_too_large:
    'The operation takes more points than the caller has in a whole window. It can never run: ask for less at a time.',
  credit_limit_reached: 'The key has reached its monthly credit limit. Nothing was charged or returned.',
  max_credits_exceeded: 'It costs more than the call allows. Nothing was charged or returned.',
  credit_entry_not_found: 'Entry not found in the ledger, or the caller may not see it.',
  cross_site_request:
    "The request uses a person's session, but was not sent by a page of the service, or was sent by GET.",
  cursor_expired:
    'The materialization behind the cursor is no longer kept, or events after the cursor were deleted. Start again without a cursor.',
  definition_conflict:
    'The list was changed meanwhile, or `ifVersion` names another version. Nothing was stored.',
  depth_limit_exceeded: 'The operation has too many levels of fields.',
  directive_limit_exceeded: 'The document has too many directives.',
  document_not_trusted: 'This service only runs trusted documents, and this is not one of them.',
  document_too_large: 'The text of the document is too long.',
  domain_not_found: 'The domain was not added or excluded manually.',
  draft_conflict:
    'The draft was saved elsewhere meanwhile, or `ifVersion` names another version. Nothing was stored.',
  draft_not_found: 'Draft not found, or it belongs to someone else.',
  import_not_found: 'Import not found.',
  import_status_conflict: 'The status of the import does not allow this.',
  organization_exists: 'An organization of this name exists.',
  view_not_found: 'The list has no view of this name that the caller can see.',
  email_taken: 'The e-mail address belongs to a user of another organization.',
  export_expired: 'The materialization was never exported, its 30 days have passed, or the list was deleted.',
  field_exists: 'A field with this key exists.',
  field_in_use:
    'Lists use the field: `list_count` of them, and `list_ids` names those that the caller can see.',
  field_not_found: 'Field not found, or it belongs to another organization.',
  flag_not_found: 'Flag not found.',
  flag_resolved:
    'The flag was already resolved with another `resolution` or `note`. The first resolution stays.',
  graphql_parse_failed: 'The document is not GraphQL, or has too many tokens or brackets.',
  graphql_validation_failed: 'The document does not match the schema.',
  idempotency_in_progress: 'The first request with this Idempotency-Key is still running.',
  idempotency_key_reused: 'The Idempotency-Key was sent with another request.',
  idempotency_response_lost: 'The first request with this Idempotency-Key ran, but its response is lost.',
  insufficient_access:
    'The caller can see the object but may not do this with it. Some operations need an admin or an operator.',
  insufficient_credits: 'There are too few credits. Nothing was charged or returned.',
  internal_error: 'An error of the service. Find it in the logs by the request id.',
  introspection_disabled: 'This service does not show its schema.',
  invalid_api_key: 'The API key is missing, unknown, revoked or expired.',
  invalid_definition:
    'The definition is not valid. `errors` lists what is wrong, with codes of `DefinitionFaultCode`.',
  last_admin: 'The last active admin of an organization can be neither disabled nor demoted.',
  list_not_found: 'List not found, or it is not shared with the caller.',
  malformed_json: 'The body is not JSON.',
  members_too_large:
    'The members of all lists that the operation reads take more than `max_bytes` of memory. Read fewer lists at a time.',
  method_not_allowed: 'GraphQL accepts only GET and POST.',
  node_limit_exceeded: 'The pages of the operation can contain too many objects.',
  not_acceptable: 'The Accept header allows no media type of the response.',
  nothing_to_skip: 'No event is blocking the webhook.',
  job_status_conflict: 'The state of the job does not allow this. `status` says what it is.',
  operation_resolution_failure: '`operationName` names no operation of the document, or is missing.',
  organization_not_found: 'The installation has no such organization.',
  overloaded: 'The service is too busy. Try again after `retry_after` seconds.',
  passkey_not_found: 'The caller has no passkey with this id.',
  passkeys_unavailable: 'There are no passkeys, because the service is reached at an IP address.',
  permission_not_found: 'Permission not found on this list.',
  persisted_query_mismatch: 'The hash does not belong to the document.',
  persisted_query_not_found: 'The hash is unknown. Send it again with the document.',
  quota_exceeded: 'A quota is used up. Nothing was changed.',
  rate_limited: 'The points of this window are used up. Try again after `retry_after` seconds.',
  root_field_limit_exceeded: 'The operation has too many root fields.',
  session_not_found: 'The caller has no session with this id.',
  session_required: 'This needs a signed-in person; an API key was sent.',
  sign_in_closed: 'People can only sign in at the OpenID provider, so there are no passkeys.',
  sort_too_large:
    'More than 100,000 members would be sorted by name or by a category. Narrow them by tier or search, or choose another sort.',
  technology_not_found: 'No technology in the catalogue has this key.',
  timeout: 'The operation took too long and was stopped.',
  unavailable:
    'The database cannot be reached, or an import changed what the request was reading. Try again after `retry_after` seconds.',
  unsupported_media_type: 'The body is not JSON in UTF-8.',
  user_credential_required: 'This needs a personal key; the request used an organization key.',
  user_not_found: 'User not found in the organization.',
  validation_error: 'An argument is missing, out of range or of the wrong type. `errors` lists each of them.',
  version_not_found: 'Version of the definition not found.',
  webhook_not_found: 'Webhook not found, or it belongs to someone else.',
  job_not_found: 'Job not found, or the caller cannot see it.',
};

// No field has these types. They are in the schema for clients, who find the codes in errors.

defineEnum('ErrorCode', {
  description: 'Value of `extensions.code` of an error. Clients must accept codes that are added later.',
  values: MEANINGS,
});

defineEnum('DefinitionFaultCode', {
  description:
    'Fault of a definition: `code` of the `extensions.errors` of INVALID_DEFINITION, which spells it in lower case. Clients must accept codes that are added later.',
  values: DEFINITION_ERRORS,
});
