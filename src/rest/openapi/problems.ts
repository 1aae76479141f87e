import { assertEnumType } from 'graphql';
import { z } from 'zod';
import { schema } from '../../api/schema.ts';
import { meaningsOf, ROW_ID } from '../answers/serializers.ts';
import { AT } from '../examples.ts';
import { definitionError, UNKNOWN_VALUE } from './definition-schemas.ts';
import { WHEN } from './error-causes.ts';
import { type JsonObject, refTo, type SchemaWriter } from './json-schema.ts';

/** The name of the schema of every error. */
export const ERROR_BODY = 'ErrorBody';

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
  credit_limit_reached: {
    message: says(
      'This requires 3 credits. The key has a limit of 100 a month and has spent 98. Nothing was charged; request fewer companies, wait until 2026-04-01T00:00:00.000Z, or have the limit raised.',
    ),
    limit: [z.int().min(0).describe('The most credits of a calendar month (UTC).'), 100],
    spent: [z.int().min(0).describe('Credits that were spent this month.'), 98],
    resets_at: [z.iso.datetime().describe('Start of the next month.'), '2026-04-01T00:00:00.000Z'],
  },
  max_credits_exceeded: {
    message: says(
      'This requires 3 credits, and the request allows 2. Nothing was charged; allow more or request fewer companies.',
    ),
    required: [atLeastOne('Credits that the call would have cost.'), 3],
    max_credits: [z.int().min(0).describe('The most that the request allowed.'), 2],
  },
  import_status_conflict: {
    message: says('Import 4 is finished, and only one that was tried can be applied.'),
    status: [z.string().optional().describe('What the import is.'), 'finished'],
  },
  job_status_conflict: {
    message: says('Job 7 cannot be approved while it is matching. Read the job again.'),
    status: [enumOf('JobStatus', 'State of the job.'), 'matching'],
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
