import { z } from 'zod';
import { isJsonObject } from '../lib/json-object.ts';

/**
 * How a value is documented where the schema that reads it says something else: a number in a query arrives as text and
 * is a number nevertheless. `separated`: a list that travels as one text with commas.
 */
export const shown = z.registry<{ schema: Readonly<Record<string, unknown>>; separated?: boolean }>();

const MAX_INT32 = 2 ** 31 - 1;
const ID = { schema: { type: 'integer', minimum: 1, maximum: MAX_INT32 } };

export const NOTHING = z.strictObject({});
export const TEXT = z.string('must be given once');

/** A number in a path. A malformed one becomes 0, the id of nothing: the answer is that of an id that does not exist. */
export const PATH_ID = z
  .string()
  .transform((text) => {
    const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
    return id <= MAX_INT32 ? id : 0;
  })
  .register(shown, ID);

export const IDENTIFIER = z.strictObject({
  identifier: z.string().meta({
    description:
      'A domain or a slug. With a dot it is a domain, cleaned as in an enrichment (white space and one leading `www.` removed, lower case); without, a slug.',
    example: 'kewoqoqa.example',
  }),
});
export const LIST = z.strictObject({ list_id: PATH_ID.describe('The `list_id` of a list.') });
export const LIST_DOMAIN = LIST.extend({
  domain: z
    .string()
    .meta({ description: 'A domain that was added or excluded by hand.', example: 'kewoqoqa.example' }),
});
export const VERSION = LIST.extend({ version: PATH_ID.describe('A version of the definition: 1, 2, …') });

/** The id of a row in a query. Unlike an id in a path, a malformed one is refused. */
export function optionalId() {
  const message = `must be a whole number from 1 to ${MAX_INT32}`;
  return TEXT.regex(/^[1-9]\d{0,9}$/, message)
    .refine((text) => Number(text) <= MAX_INT32, message)
    .optional()
    .register(shown, ID);
}

/** Digits alone: `Number` would take "1e2" and " 7" as well. */
function wholeNumber(min: number, max: number, fallback: number) {
  const message = `must be a whole number from ${min} to ${max}`;
  return z
    .string(message)
    .regex(/^\d{1,10}$/, message)
    .transform(Number)
    .pipe(z.number().min(min, message).max(max, message))
    .default(fallback)
    .register(shown, { schema: { type: 'integer', minimum: min, maximum: max, default: fallback } });
}

/** The page that is asked for (contract, section 1): above the maximum is an error, not a silent clamp. */
export const PAGE = z.strictObject({
  limit: wholeNumber(1, 1000, 100).describe('The page size. A value over the maximum is refused.'),
  offset: wholeNumber(0, MAX_INT32, 0).describe('How many items to skip.'),
});

/** One of a few words, which GraphQL spells in upper case. */
export function word<const Word extends string>(
  words: readonly Word[],
  message = `must be ${words.join(', ')}`,
) {
  return z.enum(words, message).transform((given) => given.toUpperCase() as Uppercase<Word>);
}

export function optionalBoolean() {
  return z
    .enum(['true', 'false'], 'must be true or false')
    .transform((text) => text === 'true')
    .optional()
    .register(shown, { schema: { type: 'boolean', default: false } });
}

/** A comma-separated list of known words; absent or empty means none, an unknown word is refused by name. */
export function includeList<const Word extends string>(words: readonly Word[]) {
  return TEXT.default('')
    .transform((text, context): Set<Word> => {
      const given = text === '' ? [] : text.split(',').map((part) => part.trim());
      const unknown = given.filter((part) => !words.some((word) => word === part));
      if (unknown.length > 0) {
        const message = `"${unknown.join(', ')}" is not known here; use ${words.join(', ')}`;
        context.addIssue({ code: 'custom', message });
      }
      return new Set(words.filter((word) => given.includes(word)));
    })
    .register(shown, {
      schema: { type: 'array', items: { type: 'string', enum: [...words] }, default: [] },
      separated: true,
    });
}

export const LIST_NAME = z.strictObject({
  name: z.string().meta({ description: '1 to 200 characters after trimming.', minLength: 1 }),
});
export const DOMAINS = z.strictObject({
  domains: z.array(z.string()).meta({ description: '1 to 1000 domains.', minItems: 1, maxItems: 1000 }),
});
export const USER = z.strictObject({
  user_id: z
    .int32()
    .optional()
    .describe('The id of a user of the organization. Send either this or `email`.'),
  email: z.string().optional().describe('The e-mail address of a user of the organization.'),
});

const AS_DEFINITION = { schema: { $ref: '#/components/schemas/Definition' } };

/** A filter definition as a body: any JSON object here; the service knows what is right in it. */
export const DEFINITION = z
  .custom<Record<string, unknown>>(isJsonObject, 'must be a JSON object')
  .register(shown, AS_DEFINITION);

/** A filter definition as a part of a body, where the service says what is wrong if it is no object. */
export const ANY_DEFINITION = z.unknown().optional().register(shown, AS_DEFINITION);

/** The version that an If-Match names; undefined when any will do, and one that never is for what cannot be read. */
export function ifMatch(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  return Number(/^(?:W\/)?"?(\d{1,9})"?$/.exec(header.trim())?.[1] ?? 0);
}
