import { z } from 'zod';
import type { FaultCode } from '../../lib/fault.ts';
import { record } from './common.ts';

interface ProblemText {
  /** When it is given. */
  when: string;
  message: string;
  /** The keys beside `error` and `message`, and an example of each. */
  more?: Readonly<Record<string, readonly [z.ZodType, unknown]>>;
}

const POINTER = z.string().describe('A JSON pointer (RFC 6901) into the body, or `/name` of a parameter.');

const Violation = record({ pointer: POINTER, message: z.string() }).meta({
  id: 'Violation',
  description: 'One thing wrong in what was sent.',
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
  allowed: z.array(z.string()).optional().describe('What would have been right here.'),
  did_you_mean: z.array(z.string()).optional(),
}).meta({ id: 'DefinitionError', description: 'One thing wrong in a definition.' });

const QUOTA = z.enum(['lists', 'definition_bytes', 'list_domains', 'keys', 'replay_log_bytes']);

const SECONDS = z.int().min(1).describe('Seconds to wait: the header Retry-After as a number.');
const COST_CLASS = z
  .string()
  .describe('The class of costs whose budget is meant, as in the header RateLimit.');

/** Every code that REST callers can meet, with the extra keys of the contract (section 1). */
export const PROBLEMS = {
  batch_too_large: {
    when: 'More than 100 domains were sent, counted before cleaning.',
    message: 'A batch holds at most 100 domains; 101 were sent. Split it into smaller batches.',
  },
  malformed_json: { when: 'The body is not JSON.', message: 'The body is not valid JSON.' },
  invalid_api_key: {
    when: 'There is no key, or it is unknown, revoked or expired: the same answer for each.',
    message:
      'The request has no valid API key. Send one in the X-API-Key header; revoked and expired keys no longer work.',
  },
  insufficient_credits: {
    when: 'The balance does not suffice. Nothing was charged, nothing is returned.',
    message: 'This costs 3 credits, and 1 is left.',
    more: {
      required: [z.int().min(1).describe('Credits that the call would have cost.'), 3],
      balance: [z.int().describe('Credits that are left.'), 1],
    },
  },
  user_credential_required: {
    when: 'A key of an organization was used where a personal one is needed.',
    message: 'Lists need a personal key.',
  },
  insufficient_access: {
    when: 'The list is visible to the caller, whose access does not allow this.',
    message: 'This needs editor access; yours is viewer.',
  },
  quota_exceeded: {
    when: 'The organization, the list or the owner of the key has as much of this as is possible. Nothing was changed.',
    message:
      'Your organization has 10000 lists; at most 10000 are possible. Delete lists that are no longer needed.',
    more: {
      quota: [QUOTA.describe('Which quota. Names ending in `_bytes` count bytes.'), 'lists'],
      limit: [z.int().min(1).describe('The most that is possible.'), 10_000],
      used: [z.int().min(0).describe('What was used before this request.'), 10_000],
    },
  },
  not_found: { when: 'There is no such path.', message: 'There is nothing at GET /v1/nothing.' },
  company_not_found: {
    when: 'No tracked company has the domain or slug.',
    message: 'No tracked company has this domain or slug. Check the spelling, or search by name.',
    more: { identifier: [z.string().describe('The identifier as it was sent.'), 'nobody.example'] },
  },
  list_not_found: {
    when: 'There is no such list, or the caller does not see it: the same answer for both.',
    message: 'List not found, or it is not shared with you.',
  },
  permission_not_found: {
    when: 'The list has no such permission.',
    message: 'Permission not found on this list.',
  },
  domain_not_found: {
    when: 'The domain is not among those that were put there by hand.',
    message: 'Domain not found among the added domains of this list.',
  },
  version_not_found: {
    when: 'The definition has no such version.',
    message: 'Version not found in the definition of this list.',
  },
  method_not_allowed: {
    when: 'The path has no such method; the header Allow names those it has.',
    message: 'GET is not possible here; use POST.',
  },
  definition_conflict: {
    when: 'The list moved meanwhile, or If-Match names another version. Nothing was stored: read again and retry.',
    message: 'The definition is at version 3 now. Read it again, then retry.',
    more: { current_version: [z.int().min(1).describe('The version that is there now.'), 3] },
  },
  export_expired: {
    when: 'The materialization of the export was never exported, its 30 days are over, or the list was deleted.',
    message:
      'Materialization 12 of this list was not exported, or its 30 days are over. Export the list again without "materialization".',
  },
  idempotency_in_progress: {
    when: 'The first request with this Idempotency-Key is still being carried out.',
    message: 'The first request with this Idempotency-Key is still under way. Try again in a moment.',
  },
  idempotency_response_lost: {
    when: 'The first request with this Idempotency-Key was carried out, and its answer cannot be given again.',
    message:
      'An earlier request with this Idempotency-Key was charged, and the catalogue has changed since. Send the request with a new key: what was paid for stays free.',
  },
  body_too_large: {
    when: 'The body is over 1 MiB.',
    message: 'The body is over 1 MiB. Send less at a time.',
  },
  unsupported_media_type: {
    when: 'The body is in another charset or encoding.',
    message: 'The body must be JSON in UTF-8.',
  },
  validation_error: {
    when: 'A parameter or the body has a wrong type, is out of range, missing, or not known.',
    message: '/limit: must be a whole number from 1 to 1000',
    more: {
      errors: [
        z.array(Violation).min(1).max(50).describe('Everything that is wrong, up to 50 of it.'),
        [{ pointer: '/limit', message: 'must be a whole number from 1 to 1000' }],
      ],
    },
  },
  idempotency_key_reused: {
    when: 'The Idempotency-Key came with another request before.',
    message: 'This Idempotency-Key came with another request. Use a new key for a new request.',
  },
  invalid_definition: {
    when: 'The definition is malformed, unbounded, or names what there is not.',
    message: '/root/condition/values/0: "Germany" is not a known value',
    more: {
      errors: [
        z.array(DefinitionError).min(1).max(50).describe('Everything that is wrong, up to 50 of it.'),
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
  user_not_found: {
    when: 'The organization has no such user.',
    message: 'User not found in your organization.',
  },
  answer_too_large: {
    when: 'The answer would be larger than the service sends at once. Nothing was charged.',
    message: 'The response is larger than 16 MiB. Ask for at most 71 at a time, or select fewer fields.',
    more: {
      limit: [
        z.int().min(1).optional().describe('A `limit` that fits; absent where even one item does not.'),
        71,
      ],
      max_bytes: [z.int().min(1).describe('Bytes that an answer may have.'), 16_777_216],
    },
  },
  rate_limited: {
    when: 'The budget of the caller does not suffice; Retry-After says how long to wait. Without it the request costs more points than a window has, and never fits.',
    message: 'The 1000 points of enrich that you have a minute are used up. Try again in 12 seconds.',
    more: {
      class: [COST_CLASS, 'enrich'],
      limit: [z.int().min(1).describe('Points that the caller has in a window.'), 1000],
      points: [
        z.int().min(1).optional().describe('Points that the request costs, where it can never fit.'),
        undefined,
      ],
      window_seconds: [z.int().min(1).describe('How long a window is.'), 60],
      retry_after: [SECONDS.optional(), 12],
    },
  },
  overloaded: {
    when: 'The service is too busy for heavy work at the moment, or the caller leaves too many answers unread or sends too many large bodies at a time (then there is no `class`); Retry-After says how long to wait.',
    message:
      'The service is too busy for this operation. Try again in 2 seconds. Light requests are still served.',
    more: { class: [COST_CLASS.optional(), 'heavy'], retry_after: [SECONDS, 2] },
  },
  internal_error: {
    when: 'A fault of ours; X-Request-Id finds it in our logs.',
    message: 'Something went wrong on our side. Try again; the request id finds it in our logs.',
  },
  unavailable: {
    when: 'The database cannot be reached; Retry-After says when to try again.',
    message: 'The database cannot be reached right now. Try again in 5 seconds.',
    more: { retry_after: [SECONDS, 5] },
  },
  timeout: {
    when: 'It took too long and was given up.',
    message: 'This took too long and was given up. Ask for less, or try again.',
  },
} as const satisfies Partial<Record<FaultCode, ProblemText>>;

export type ProblemCode = keyof typeof PROBLEMS;

const textOf = (code: ProblemCode): ProblemText => PROBLEMS[code];

/** `company_not_found` → `CompanyNotFound`. */
export function problemName(code: ProblemCode): string {
  return code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

const schemas = new Map<ProblemCode, z.ZodType>();

/** The body of an error: `{"detail": {"error", "message", …}}`, strict. */
export function problemSchema(code: ProblemCode): z.ZodType {
  const known = schemas.get(code);
  if (known) return known;
  const { when, more = {} } = textOf(code);
  const extra = Object.fromEntries(Object.entries(more).map(([key, [schema]]) => [key, schema]));
  const detail = record({
    error: z.literal(code),
    message: z.string().describe('What to do next, for people.'),
    ...extra,
  });
  const schema = record({ detail }).meta({ id: `${problemName(code)}Problem`, description: when });
  schemas.set(code, schema);
  return schema;
}

/** What the body of an error looks like. */
export function problemExample(code: ProblemCode): object {
  const { message, more = {} } = textOf(code);
  const extra = Object.fromEntries(Object.entries(more).map(([key, [, example]]) => [key, example]));
  return { detail: { error: code, message, ...extra } };
}

export const whenOf = (code: ProblemCode): string => textOf(code).when;
