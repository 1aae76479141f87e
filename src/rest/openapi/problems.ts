import { assertEnumType } from 'graphql';
import { z } from 'zod';
import { schema } from '../../api/schema.ts';
import type { FaultCode } from '../../lib/fault.ts';
import { meaningsOf, ROW_ID } from '../answers/serializers.ts';
import { AT } from '../examples.ts';
import { definitionError, UNKNOWN_VALUE } from './definition-schemas.ts';
import { type JsonObject, refTo, type SchemaWriter } from './json-schema.ts';

/** The name of the schema of every error. */
export const ERROR_BODY = 'ErrorBody';

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
  credit_entry_not_found: 'Entry not found in the ledger, or not visible to the caller.',
  definition_conflict:
    'The list was changed meanwhile, or If-Match names another version. Nothing was stored. Read the definition again, then retry.',
  domain_not_found: 'The domain was not added or excluded manually.',
  draft_conflict: 'If-Match names another version of the draft than the current one. Nothing was stored.',
  draft_not_found: 'Draft not found, or not owned by the caller. Both get the same answer.',
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
    'More than 100,000 members would have to be sorted by name. Narrow them by tier or by a search, or sort by something else.',
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

export type ProblemCode = keyof typeof WHEN;

/** Open, as all answers: clients ignore keys that they do not know. Tests close it (test/harness/conformance.ts). */
const record = z.object;
const MESSAGE = z.string().describe('What is wrong and what to do next, for people.');
const atLeastOne = (description: string) => z.int().min(1).describe(description);
const upTo50 = (item: z.ZodType) =>
  z.array(item).min(1).max(50).describe('Everything that is wrong, up to 50 entries.');
const POINTER = z.string().describe('A JSON pointer (RFC 6901) into the body, or `/name` of a parameter.');
const SECONDS = atLeastOne('Seconds to wait, as in the header Retry-After.');
const COST_CLASS = z.string().describe('The cost class, as in the header RateLimit.');

/** An enum of GraphQL in the lower case of REST. Its description says what each value means. */
function enumOf(name: string, description: string) {
  const type = assertEnumType(schema.getType(name));
  const values = type.getValues().map((value) => value.name.toLowerCase());
  return z.enum(values as [string, ...string[]]).describe(`${description} ${meaningsOf(type)}`);
}

const DID_YOU_MEAN = z.array(z.string()).optional().describe('Known values that are spelled alike.');
const Violation = record({ pointer: POINTER, message: MESSAGE, did_you_mean: DID_YOU_MEAN }).meta({
  id: 'Violation',
  description: 'One thing that is wrong in the request.',
});

const DefinitionError = definitionError({ pointer: POINTER, message: MESSAGE, did_you_mean: DID_YOU_MEAN });

const says = (example: string) => [MESSAGE, example] as const;

const CURRENT_VERSION = { current_version: [ROW_ID.describe('The version that is there now.'), 3] } as const;
const budgetOf = (limit: number) =>
  ({
    class: [COST_CLASS, 'enrich'],
    limit: [atLeastOne('Points that the caller has in a window.'), limit],
    window_seconds: [atLeastOne('The length of a window in seconds.'), 60],
  }) as const;

type Details = Readonly<Record<string, readonly [schema: z.ZodType, example: unknown]>>;

/** The keys of the contract (section 1) beside `error`, and examples. A message says when it is given, unless it is here. */
const DETAILS: Readonly<Partial<Record<ProblemCode, Details>>> = {
  insufficient_credits: {
    message: says(
      'This requires 3 credits, and the balance is 1. Nothing was charged; add credits or request fewer companies.',
    ),
    required: [atLeastOne('Credits that the call would have cost.'), 3],
    balance: [z.int().describe('Credits that are left.'), 1],
  },
  quota_exceeded: {
    message: says(
      'Your organization has 10000 lists; the limit is 10000. Delete lists that are no longer needed.',
    ),
    quota: [enumOf('QuotaName', 'Which quota.'), 'lists'],
    limit: [atLeastOne('The most that is possible.'), 10_000],
    used: [z.int().min(0).describe('What was used before this request.'), 10_000],
  },
  company_not_found: {
    message: says('No tracked company has this domain or slug. Check the spelling, or search by name.'),
    identifier: [z.string().describe('The identifier as it was sent.'), 'nobody.example'],
  },
  technology_not_found: {
    message: says(
      'No technology has this key. Search the keys among the values of the filter field "technology".',
    ),
    tech_key: [z.string().describe('The key as it was sent.'), 'kubernets'],
  },
  api_key_rotated: {
    message: says('API key 7 has already been rotated. Rotate its successor, key 9, instead.'),
    replaced_by: [ROW_ID.describe('The `key_id` of the successor.'), 9],
  },
  field_in_use: {
    message: says('3 lists use org.score. Change them first, or delete the field with `force=true`.'),
    list_count: [atLeastOne('Lists whose definition uses the field.'), 3],
    list_ids: [z.array(ROW_ID).describe('Those that the caller can see.'), [1, 2]],
  },
  flag_resolved: {
    message: says('Flag 3 was resolved as wont_fix before. The first resolution stays.'),
    resolution: [
      z.nullable(enumOf('FlagResolution', 'The first resolution.')).describe('The first resolution.'),
      'wont_fix',
    ],
    note: [z.string().nullable().describe('The note beside it.'), null],
    resolved_at: [z.iso.datetime().nullable().describe('When the flag was resolved.'), AT],
  },
  definition_conflict: {
    message: says('The definition is at version 3 now. Read it again, then retry.'),
    ...CURRENT_VERSION,
  },
  draft_conflict: {
    message: says('The draft was saved elsewhere meanwhile; it is at version 3 now. Read it again.'),
    ...CURRENT_VERSION,
  },
  validation_error: {
    message: says('/limit: must be a whole number from 1 to 1000'),
    errors: [upTo50(Violation), [{ pointer: '/limit', message: 'must be a whole number from 1 to 1000' }]],
  },
  invalid_definition: {
    message: says('/root/condition/values/0: "Germany" is not a known value'),
    errors: [upTo50(DefinitionError), [UNKNOWN_VALUE]],
  },
  answer_too_large: {
    message: says('The answer is larger than 16 MiB. Ask for at most 71 at a time, or select fewer fields.'),
    limit: [atLeastOne('A `limit` that fits; absent where even one item does not.').optional(), 71],
    max_bytes: [atLeastOne('Bytes that an answer may have.'), 16_777_216],
  },
  members_too_large: {
    message: says(
      'The members of all lists and materializations that this operation reads take more than 128 MiB of memory. Read fewer of them at a time.',
    ),
    max_bytes: [atLeastOne('Bytes that the members may take.'), 134_217_728],
  },
  cost_too_large: {
    message: says(
      'This operation takes 11 points of enrich, and you have 5 a minute. It can never run as it is: ask for less at a time.',
    ),
    ...budgetOf(5),
    points: [atLeastOne('Points that the request takes.'), 11],
  },
  oidc_unavailable: { retry_after: [SECONDS, 5] },
  rate_limited: {
    message: says('You have used all 1000 enrich points of this minute. Try again in 12 seconds.'),
    ...budgetOf(1000),
    retry_after: [SECONDS, 12],
  },
  overloaded: {
    message: says(
      'The service is too busy for this. Try again in 2 seconds; what takes little work is answered meanwhile.',
    ),
    class: [COST_CLASS.optional(), 'heavy'],
    retry_after: [SECONDS, 2],
  },
  unavailable: {
    message: says('The database cannot be reached right now. Try again in 5 seconds.'),
    retry_after: [SECONDS, 5],
  },
};

function detailsOf(code: ProblemCode): Details {
  return {
    error: [z.enum([code]).describe('The code, for programs.'), code],
    message: says(WHEN[code]),
    ...DETAILS[code],
  };
}

/** `company_not_found` → `CompanyNotFound`. */
export function problemName(code: ProblemCode): string {
  return code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

const componentOf = (code: ProblemCode) => `${problemName(code)}Problem`;

/** Returns an example of the body of an error. */
export function problemExample(code: ProblemCode): object {
  const keys = Object.entries(detailsOf(code)).map(([key, [, example]]) => [key, example]);
  return { detail: Object.fromEntries(keys) };
}

/** The cases of `Problem`: one whose code tells its keys, and any other. A discriminator allows no open case. */
const [KNOWN, OTHER] = ['KnownProblem', 'OtherProblem'];

/**
 * Writes the schema of every error: `ErrorBody`, whose `detail` is a `Problem`, one for each code and one for the codes of
 * later versions. Clients have one type to catch, and tell problems apart by `error`.
 */
export function writeProblems(writer: SchemaWriter): Record<string, JsonObject> {
  const codes = Object.keys(WHEN) as ProblemCode[];
  for (const code of codes) {
    const keys = Object.entries(detailsOf(code)).map(([key, [schema]]) => [key, schema]);
    const problem = { id: componentOf(code), description: WHEN[code] };
    writer.writeAnswer(record(Object.fromEntries(keys)).meta(problem));
  }
  const mapping = Object.fromEntries(codes.map((code) => [code, refTo(componentOf(code)).$ref]));
  return {
    Problem: {
      description: 'What went wrong. Later versions have further codes: handle them by the status.',
      anyOf: [refTo(KNOWN), refTo(OTHER)],
    },
    [KNOWN]: {
      description: 'A problem with a code of this document. `error` tells them apart.',
      oneOf: codes.map((code) => refTo(componentOf(code))),
      discriminator: { propertyName: 'error', mapping },
    },
    [OTHER]: {
      type: 'object',
      description: 'A problem of a later version. Its status says what kind of problem it is.',
      properties: {
        error: { type: 'string', description: 'A code of a later version.' },
        message: writer.write(MESSAGE),
      },
      required: ['error', 'message'],
    },
    [ERROR_BODY]: {
      type: 'object',
      description: 'The body of every error.',
      properties: { detail: { ...refTo('Problem'), description: 'What went wrong.' } },
      required: ['detail'],
    },
  };
}
