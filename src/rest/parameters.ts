import { z } from 'zod';
import { shown } from './shown.ts';

/** A comma-separated list of known words; absent or empty means none, an unknown word is refused by name. */
export function includeList<const Word extends string>(words: readonly Word[]) {
  return z
    .string('must be given once')
    .default('')
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

/** Digits alone: `Number` would take "1e2" and " 7" as well. */
function wholeNumber(min: number, max: number, fallback: number, description: string) {
  const message = `must be a whole number from ${min} to ${max}`;
  return z
    .string(message)
    .regex(/^\d{1,10}$/, message)
    .transform(Number)
    .pipe(z.number().min(min, message).max(max, message))
    .default(fallback)
    .register(shown, {
      schema: { type: 'integer', minimum: min, maximum: max, default: fallback, description },
    });
}

const MAX_INT32 = 2 ** 31 - 1;

/** The page that is asked for (contract, section 1): above the maximum is an error, not a silent clamp. */
export const LIMIT = wholeNumber(1, 1000, 100, 'How many at most. More than the maximum is refused.');
export const PAGE = {
  limit: LIMIT,
  offset: wholeNumber(0, MAX_INT32, 0, 'How many to leave out before the first.'),
};

/** A filter definition: any JSON object here; what is right in it, the service behind the door knows. */
export const DEFINITION = z
  .custom<Record<string, unknown>>(
    (body) => typeof body === 'object' && body !== null && !Array.isArray(body),
    'must be a JSON object',
  )
  .register(shown, { schema: { $ref: '#/components/schemas/Definition' } });

/** The same as a part of a body, where the service says what is wrong if it is no object. */
export const ANY_DEFINITION = z
  .unknown()
  .optional()
  .register(shown, { schema: { $ref: '#/components/schemas/Definition' } });

export const NOTHING = z.strictObject({});
export const NO_BODY = z.unknown();

/** A number in a path. What is none is the id of nothing: the answer is that of an id which does not exist. */
export function idOf(description: string) {
  return z
    .string()
    .transform((text) => {
      const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
      return id <= MAX_INT32 ? id : 0;
    })
    .register(shown, { schema: { type: 'integer', minimum: 1, maximum: MAX_INT32, description } });
}

/** One of a few words, or nothing. */
export function word<const Word extends string>(words: readonly Word[]) {
  return z.enum(words, `must be ${words.join(', ')}`).optional();
}

export function optionalBoolean() {
  return z
    .enum(['true', 'false'], 'must be true or false')
    .transform((text) => text === 'true')
    .optional()
    .register(shown, { schema: { type: 'boolean', default: false } });
}

/** The id of a row, or nothing. Unlike an id in a path, one that cannot be is refused. */
export function optionalId() {
  const message = `must be a whole number from 1 to ${MAX_INT32}`;
  return z
    .string('must be given once')
    .regex(/^[1-9]\d{0,9}$/, message)
    .refine((text) => Number(text) <= MAX_INT32, message)
    .optional()
    .register(shown, { schema: { type: 'integer', minimum: 1, maximum: MAX_INT32 } });
}

/** The version that an If-Match names; undefined when any will do, and one that never is for what cannot be read. */
export function ifMatch(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  return Number(/^(?:W\/)?"?(\d{1,9})"?$/.exec(header.trim())?.[1] ?? 0);
}
