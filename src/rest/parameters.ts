import { z } from 'zod';
import { wideRowKey } from '../graphql/ids.ts';
import { invalidValue } from '../lib/fault.ts';
import { strongTagsOf } from '../lib/http-headers.ts';
import { isJsonObject, recordOf } from '../lib/json.ts';
import { MAX_BODY_BYTES, MAX_HEAD_BYTES, TEXT_LIMITS } from '../lib/request-limits.ts';
import { ID, INT64 } from './answers/serializers.ts';
import { EXAMPLES } from './examples.ts';
import { refTo } from './openapi/json-schema.ts';

// `meta` documents a parameter whose schema reads something else: a number in a query arrives as text.

const isId = (text: string) => /^[1-9]\d{0,9}$/.test(text) && Number(text) <= ID.maximum;

/** A text of the path. Services say what is wrong with its content. */
export const PATH_TEXT = z.string().meta({ maxLength: MAX_HEAD_BYTES });

/** A parameter of the query, before its content is read. */
const SENT = z.string('must be given once');

/** A text of the query. */
export const TEXT = SENT.meta({ maxLength: MAX_HEAD_BYTES });

/** A number in a path. A malformed one becomes 0, which no row has: the answer is that of an id that does not exist. */
export function pathId(description: string, example: number) {
  return z
    .string()
    .transform((text) => (isId(text) ? Number(text) : 0))
    .meta({ ...ID, description, example });
}

/** The number of a row in a path whose column is a `bigint`, as `pathId`. */
export function widePathId(description: string, example: number) {
  return z
    .string()
    .transform((text) => wideRowKey(text) ?? 0)
    .meta({ ...INT64, minimum: 1, description, example });
}

/** The id of a row in a query. Unlike an id in a path, a malformed one is refused. */
export function requiredId(description: string, example: number) {
  return SENT.refine(isId, `must be a whole number from 1 to ${ID.maximum}`).meta({
    ...ID,
    description,
    example,
  });
}

/** An id in a query that may be left out. */
export function optionalId(description: string, example: number) {
  return requiredId(description, example)
    .optional()
    .meta({ ...ID, description, example });
}

/** Digits alone: `Number` would take "1e2" and " 7" as well. Above the maximum is an error, not a silent clamp. */
export function wholeNumber(minimum: number, maximum: number, fallback: number, description: string) {
  const message = `must be a whole number from ${minimum} to ${maximum}`;
  return z
    .string(message)
    .refine((text) => /^\d{1,10}$/.test(text) && Number(text) >= minimum && Number(text) <= maximum, message)
    .transform(Number)
    .default(fallback)
    .meta({ type: 'integer', minimum, maximum, default: fallback, description, example: fallback });
}

/** One of a few words, which GraphQL spells in upper case. */
export function word<const Word extends string>(
  words: readonly Word[],
  message = `must be one of ${words.join(', ')}`,
) {
  return z.enum(words, message).transform((given) => given.toUpperCase() as Uppercase<Word>);
}

/** Order that a caller asks for, as GraphQL's `orderBy`. */
interface Order<Field extends string> {
  field: Uppercase<Field>;
  /** Default: the default direction of the field. */
  direction?: 'ASC' | 'DESC';
}

/** Reads a field, with `-` in front for descending order. */
function toOrder(text: string) {
  const direction = text.startsWith('-') ? ('DESC' as const) : ('ASC' as const);
  return { field: text.replace(/^-/, ''), direction };
}

/**
 * The parameter `sort`: a field, with `-` in front for descending order.
 *
 * @param usual documents the default, which GraphQL's `orderBy` has.
 */
export function sortBy<const Field extends string>(
  fields: readonly Field[],
  { usual, ...texts }: { usual?: Field | `-${Field}`; description: string; example: Field | `-${Field}` },
) {
  const orders = fields.flatMap((field) => [field, `-${field}`] as const);
  return z
    .enum(orders, `must be one of ${fields.join(', ')}, with "-" in front for descending order`)
    .transform((text) => {
      const { field, direction } = toOrder(text);
      return { field: field.toUpperCase() as Uppercase<Field>, direction };
    })
    .optional()
    .meta({ type: 'string', enum: orders, ...(usual && { default: usual }), ...texts });
}

/** The parameter `sort` where fields have keys: services refuse one that does not exist. */
export function sortByKey(texts: { description: string; example: string }) {
  return TEXT.transform(toOrder).optional().meta(texts);
}

/** The parameter `order_by`, by which the contract sorts (sections 9 and 10): a field in its default direction. */
export function orderBy<const Field extends string>(fields: readonly Field[], direction: string) {
  return word(fields)
    .transform((field): Order<Field> => ({ field }))
    .optional()
    .meta({
      deprecated: true,
      description: `Use \`sort\` instead, which also has the direction. Sorts by a field: ${direction}. Not together with \`sort\`.`,
      example: fields[0],
    });
}

/** Returns the order that one of two parameters asks for. @throws Fault validation_error when both are sent */
export function oneOrder<Sorted>(sort: Sorted | undefined, order_by: Sorted | undefined): Sorted | undefined {
  if (sort && order_by) throw invalidValue('/order_by', 'cannot be combined with `sort`; send one of them');
  return sort ?? order_by;
}

/** A role of users. */
export function role(description: string) {
  return word(['member', 'admin']).meta({ description, example: 'member' });
}

/** A name of a user. Services check it after trimming. */
export function userName(what: string, example = 'Grace') {
  const description = `${what}: 1 to ${TEXT_LIMITS.userName.maxLength} characters after trimming.`;
  return z.string().meta({ ...TEXT_LIMITS.userName, description, example });
}

/** A tier of members. */
export function tier(description: string) {
  return word(['high', 'medium', 'exploratory']).optional().meta({ description, example: 'high' });
}

/** `true`, `false` or nothing in a query. */
export function choice(description: string) {
  return z
    .stringbool({ truthy: ['true'], falsy: ['false'], case: 'sensitive', error: 'must be true or false' })
    .optional()
    .meta({ type: 'boolean', description, example: true });
}

/** `true` or `false` in a query; false unless sent. */
export function flag(description: string) {
  return choice(description).meta({ type: 'boolean', default: false, description, example: true });
}

/** Domains in a body. The service refuses too many of them. */
export function domainsUpTo(maxItems: number, example: readonly string[]) {
  const description = `1 to ${maxItems} domains.`;
  const domain = z.string().meta({ maxLength: MAX_BODY_BYTES });
  return z.array(domain).meta({ description, minItems: 1, maxItems, example });
}

/** Most credits that a call may charge. */
export const maxCredits = z.int32().min(0).optional().meta({
  description:
    'Most credits that the call may charge. If it costs more, the answer is 402 `max_credits_exceeded`, and nothing is charged or returned. Default: no limit.',
  example: 100,
});

/** Purpose of a key, and how long it can be. */
export const PURPOSE = `Purpose of the key: at most ${TEXT_LIMITS.keyLabel.maxLength} characters`;

/** Parameter that adds parts to an answer, separated by commas. */
export function includeOf<const Part extends string>(
  parts: readonly Part[],
  description: string,
  example: readonly Part[],
) {
  return SENT.optional()
    .transform((text = '', context): Part[] => {
      if (text === '') return [];
      const given = text.split(',').map((part) => part.trim());
      const known = parts.filter((part) => given.includes(part));
      const unknown = given.filter((part) => !parts.some((each) => each === part));
      if (unknown.length > 0)
        context.addIssue(`"${unknown.join(', ')}" is not known here; use ${parts.join(', ')}`);
      return known;
    })
    .meta({ type: 'array', items: { type: 'string', enum: [...parts] }, default: [], description, example });
}

/** Parts of the records of companies. */
export const PARTS = ['technologies', 'firmographics', 'fields'] as const;

/** Adds parts to the records of companies. */
export const include = includeOf(PARTS, 'What to add to the core record, separated by commas.', [
  'firmographics',
]);

/** Returns the variables of the fragment CompanyParts. */
export function includedParts(parts: readonly string[]) {
  return recordOf(PARTS, (part) => parts.includes(part));
}

/** The parameters of several endpoints, by the variable that each reads. */
export const PARAMETERS = {
  identifier: PATH_TEXT.meta({
    description:
      'A domain or a slug. With a dot it is a domain, in Unicode or in A-labels, in any case, with or without `www.`; without, a slug.',
    example: 'kupferwald-software.example',
  }),
  list_id: pathId('The `list_id` of a list.', EXAMPLES.CompanyList.list_id),
  key_id: pathId('The `key_id` of an API key.', EXAMPLES.ApiKey.key_id),
  permission_id: pathId('The `permission_id` of a permission.', EXAMPLES.Permission.permission_id),
  version: pathId('A version of the definition: 1, 2, …', 1),
  domain: PATH_TEXT.meta({
    description:
      'A domain that was added or excluded manually, as the list shows it or in any form in which it can be added.',
    example: 'kupferwald-software.example',
  }),
  q: TEXT.meta({
    ...TEXT_LIMITS.companySearch,
    description: `Part of a name or domain: ${TEXT_LIMITS.companySearch.minLength} to ${TEXT_LIMITS.companySearch.maxLength} characters, in any case.`,
    example: 'kupfer',
  }),
  limit: wholeNumber(1, 1000, 100, 'The page size. A value over the maximum is refused.'),
  offset: wholeNumber(0, ID.maximum, 0, 'How many items to skip. Not together with `cursor`.'),
  cursor: TEXT.min(1, 'must not be empty; leave it out to get the first page')
    .optional()
    .meta({
      ...TEXT_LIMITS.cursor,
      description:
        'The `next_cursor` of the previous page, under the same order and filters. The page then has no `offset`.',
      example: 'WyJ1cGRhdGVkX2F0X2Rlc2MiLCJIdkkyVGxjdnpFIiwiMjAyNi0wMy0wMVQxMjowMDowMC4wMDBaIiw3XQ',
    }),
  days: wholeNumber(1, 400, 30, 'Number of days, today included.'),
  label: z
    .string()
    .nullable()
    .optional()
    .meta({ ...TEXT_LIMITS.keyLabel, description: `${PURPOSE}.`, example: 'nightly job' }),
  expires_at: z.iso
    .datetime({ offset: true, error: 'must be a date and time with an offset, as in 2030-01-01T00:00:00Z' })
    .max(TEXT_LIMITS.time.maxLength, `must be at most ${TEXT_LIMITS.time.maxLength} characters long`)
    .nullable()
    .optional()
    .meta({
      description: 'When the key expires, in the future; null: never.',
      example: '2030-01-01T00:00:00Z',
    }),
  name: z.string().meta({
    ...TEXT_LIMITS.listName,
    description: `1 to ${TEXT_LIMITS.listName.maxLength} characters after trimming.`,
    example: 'Software in Germany',
  }),
  domains: domainsUpTo(1000, [
    'https://www.kupferwald-software.example/about',
    'nobody.example',
    '192.0.2.1',
  ]),
  user_id: z.int32().optional().meta({
    description: 'The id of a user of the organization. Send either this or `email`.',
    minimum: 1,
  }),
  email: z
    .string()
    .optional()
    .meta({
      ...TEXT_LIMITS.email,
      description: 'The e-mail address of a user of the organization.',
      example: 'grace@demo.example',
    }),
  definition: z
    .custom<Record<string, unknown>>(isJsonObject, 'must be a JSON object')
    .meta({ ...refTo('DefinitionInput'), example: EXAMPLES.Definition }),
};

/** Parsed parameters. */
export type Parameters = z.output<z.ZodObject<typeof PARAMETERS>>;

/**
 * Returns the versions that an If-Match names; undefined when any will do. All codings of a version name it: the tag of
 * a compressed definition is `"3-gzip"`.
 */
export function ifMatch(header: string | undefined): number[] | undefined {
  const versions = strongTagsOf(header)?.map((tag) => /^"([1-9]\d{0,8})(?:-(?:br|gzip))?"$/.exec(tag)?.[1]);
  return (
    versions && [...new Set(versions.flatMap((version) => (version === undefined ? [] : Number(version))))]
  );
}
