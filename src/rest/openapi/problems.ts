import { z } from 'zod';
import type { FaultCode } from '../../lib/fault.ts';

/** Strict: a field that is not documented fails the tests (test/harness/conformance.ts). */
const record = z.strictObject;

/** A JSON Schema by zod, and an example of it. */
type Documented = readonly [schema: z.ZodType, example: unknown];

interface Problem {
  /** When it is given. */
  when: string;
  /** An example of what it says; `when` unless given. */
  message?: string;
  /** The keys beside `error` and `message`. */
  more?: Readonly<Record<string, Documented>>;
}

const POINTER = z.string().describe('A JSON pointer (RFC 6901) into the body, or `/name` of a parameter.');

const Violation = record({ pointer: POINTER, message: z.string() }).meta({
  id: 'Violation',
  description: 'One thing that is wrong in the request.',
});

const DefinitionError = record({
  pointer: POINTER,
  code: z
    .enum([
      'missing',
      'wrong_type',
      'unknown_key',
      'not_one_key',
      'empty',
      'too_deep',
      'too_many_conditions',
      'too_many_values',
      'too_many_patterns',
      'wrong_number_of_values',
      'unknown_registry_version',
      'unknown_field',
      'unknown_operator',
      'operator_not_allowed',
      'unknown_value',
      'out_of_range',
      'unbounded_definition',
    ])
    .describe('What is wrong.'),
  message: z.string(),
  allowed: z.array(z.string()).optional().describe('Values that are accepted here.'),
  did_you_mean: z.array(z.string()).optional(),
}).meta({ id: 'DefinitionError', description: 'One thing wrong in a definition.' });

const QUOTA = z.enum(['lists', 'definition_bytes', 'list_domains', 'keys', 'replay_log_bytes']);

const SECONDS = z.int().min(1).describe('Seconds to wait, as in the header Retry-After.');
const COST_CLASS = z.string().describe('The cost class, as in the header RateLimit.');

/** Every code that REST callers can meet, with the extra keys of the contract (section 1). */
export const PROBLEMS = {
  batch_too_large: { when: 'More than 100 domains were sent, counted before cleaning.' },
  malformed_json: { when: 'The body is not JSON.' },
  invalid_api_key: {
    when: 'The API key is missing, unknown, revoked or expired. Each gets the same answer.',
  },
  insufficient_credits: {
    when: 'There are too few credits. Nothing was charged or returned.',
    message: 'This costs 3 credits, and 1 is left.',
    more: {
      required: [z.int().min(1).describe('Credits that the call would have cost.'), 3],
      balance: [z.int().describe('Credits that are left.'), 1],
    },
  },
  user_credential_required: {
    when: 'This needs a personal key; the request came with a key of an organization.',
  },
  insufficient_access: { when: 'The caller can see the list, but needs more access for this.' },
  quota_exceeded: {
    when: 'A quota of the organization, of the list or of the owner of the key is used up. Nothing was changed.',
    message:
      'Your organization has 10000 lists; at most 10000 are possible. Delete lists that are no longer needed.',
    more: {
      quota: [QUOTA.describe('Which quota. Names ending in `_bytes` count bytes.'), 'lists'],
      limit: [z.int().min(1).describe('The most that is possible.'), 10_000],
      used: [z.int().min(0).describe('What was used before this request.'), 10_000],
    },
  },
  not_found: { when: 'Path not found.' },
  company_not_found: {
    when: 'No tracked company has the domain or slug.',
    message: 'No tracked company has this domain or slug. Check the spelling, or search by name.',
    more: { identifier: [z.string().describe('The identifier as it was sent.'), 'nobody.example'] },
  },
  list_not_found: { when: 'List not found, or not shared with the caller. Both get the same answer.' },
  permission_not_found: { when: 'Permission not found on this list.' },
  domain_not_found: { when: 'The domain is not among those that were added or excluded by hand.' },
  version_not_found: { when: 'Version of the definition not found.' },
  method_not_allowed: {
    when: 'The path does not support the method. The header Allow names those it supports.',
  },
  definition_conflict: {
    when: 'The list was changed meanwhile, or If-Match names another version. Nothing was stored. Read the definition again, then retry.',
    message: 'The definition is at version 3 now. Read it again, then retry.',
    more: { current_version: [z.int().min(1).describe('The version that is there now.'), 3] },
  },
  export_expired: {
    when: 'The materialization was never exported, its 30 days are over, or the list was deleted.',
  },
  idempotency_in_progress: {
    when: 'The first request with this Idempotency-Key is still running. Try again in a moment.',
  },
  idempotency_response_lost: {
    when: 'The first request with this Idempotency-Key ran, and its answer cannot be returned again. Use a new key.',
  },
  body_too_large: { when: 'The body is over 1 MiB.' },
  unsupported_media_type: { when: 'The body is not JSON in UTF-8.' },
  validation_error: {
    when: 'A parameter or a field of the body is missing, unknown, out of range or of the wrong type.',
    message: '/limit: must be a whole number from 1 to 1000',
    more: {
      errors: [
        z.array(Violation).min(1).max(50).describe('Everything that is wrong, up to 50 entries.'),
        [{ pointer: '/limit', message: 'must be a whole number from 1 to 1000' }],
      ],
    },
  },
  idempotency_key_reused: {
    when: 'The Idempotency-Key was used for another request before. Use a new key for a new request.',
  },
  invalid_definition: {
    when: 'The definition is malformed, unbounded, or names an unknown field, operator or value.',
    message: '/root/condition/values/0: "Germany" is not a known value',
    more: {
      errors: [
        z.array(DefinitionError).min(1).max(50).describe('Everything that is wrong, up to 50 entries.'),
        [
          {
            pointer: '/root/condition/values/0',
            code: 'unknown_value',
            message: '"Germany" is not a known value',
            did_you_mean: ['DE'],
          },
        ],
      ],
    },
  },
  user_not_found: { when: 'User not found in the organization.' },
  answer_too_large: {
    when: 'The answer would be larger than the service sends at once. Nothing was charged.',
    message: 'The answer is larger than 16 MiB. Ask for at most 71 at a time, or select fewer fields.',
    more: {
      limit: [
        z.int().min(1).optional().describe('A `limit` that fits; absent where even one item does not.'),
        71,
      ],
      max_bytes: [z.int().min(1).describe('Bytes that an answer may have.'), 16_777_216],
    },
  },
  rate_limited: {
    when: 'The budget of the caller is used up; Retry-After says how long to wait. Without Retry-After, the request costs more points than a window has, and can never run.',
    message: 'You have used all 1000 enrich points of this minute. Try again in 12 seconds.',
    more: {
      class: [COST_CLASS, 'enrich'],
      limit: [z.int().min(1).describe('Points that the caller has in a window.'), 1000],
      points: [
        z.int().min(1).optional().describe('Points that the request costs, where it can never fit.'),
        undefined,
      ],
      window_seconds: [z.int().min(1).describe('The length of a window in seconds.'), 60],
      retry_after: [SECONDS.optional(), 12],
    },
  },
  overloaded: {
    when: 'The service is too busy for heavy work at the moment, or the caller leaves too many answers unread or sends too many large bodies at a time (then there is no `class`); Retry-After says how long to wait.',
    message:
      'The service is too busy for this. Try again in 2 seconds; what takes little work is answered meanwhile.',
    more: { class: [COST_CLASS.optional(), 'heavy'], retry_after: [SECONDS, 2] },
  },
  internal_error: { when: 'An error of the service. X-Request-Id identifies the request in the logs.' },
  unavailable: {
    when: 'The database cannot be reached; Retry-After says when to try again.',
    message: 'The database cannot be reached right now. Try again in 5 seconds.',
    more: { retry_after: [SECONDS, 5] },
  },
  timeout: { when: 'The request took too long and was cancelled. Ask for less, or try again.' },
} as const satisfies Partial<Record<FaultCode, Problem>>;

export type ProblemCode = keyof typeof PROBLEMS;

const problemOf = (code: ProblemCode): Problem => PROBLEMS[code];
export const whenOf = (code: ProblemCode): string => problemOf(code).when;

/** `company_not_found` → `CompanyNotFound`. */
export function problemName(code: ProblemCode): string {
  return code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

const schemas = new Map<ProblemCode, z.ZodType>();

/** The body of an error: `{"detail": {"error", "message", …}}`, strict. */
export function problemSchema(code: ProblemCode): z.ZodType {
  const known = schemas.get(code);
  if (known) return known;
  const { when, more = {} } = problemOf(code);
  const detail = record({
    error: z.literal(code),
    message: z.string().describe('What is wrong and what to do next, for people.'),
    ...Object.fromEntries(Object.entries(more).map(([key, [schema]]) => [key, schema])),
  });
  const schema = record({ detail }).meta({ id: `${problemName(code)}Problem`, description: when });
  schemas.set(code, schema);
  return schema;
}

/** What the body of an error looks like. */
export function problemExample(code: ProblemCode): object {
  const { when, message = when, more = {} } = problemOf(code);
  const extra = Object.fromEntries(Object.entries(more).map(([key, [, example]]) => [key, example]));
  return { detail: { error: code, message, ...extra } };
}
