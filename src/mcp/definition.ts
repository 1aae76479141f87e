import { z } from 'zod';
import { parseWith } from '#client/parse.js';
import { type Fault, invalidValue, validationFault } from '../lib/fault.ts';
import { isJsonObject } from '../lib/json.ts';
import { MAX_VIOLATIONS } from '../lib/request-limits.ts';
import { suggested } from '../lib/text.ts';
import { EXAMPLES } from '../rest/examples.ts';
import type { Call } from './call.ts';
import type { Json } from './tool.ts';

const object = (example?: unknown) =>
  z
    .custom<Json>(isJsonObject, 'must be a JSON object')
    .meta({ type: 'object', ...(example ? { examples: [example] } : {}) });

const condition = (field: string, operator: string, values: unknown[], when?: Json) => ({
  condition: { field, operator, values, ...(when && { when }) },
});

const EXAMPLE = {
  root: {
    and: [
      condition('technology', 'any_of', ['kubernetes'], { not_seen: '90d' }),
      condition('employee_range', 'any_of', ['51-200', '201-500']),
      { not: condition('country', 'any_of', ['US']) },
    ],
  },
};

/** A node of the tree, in the form of REST. The service checks it, with a pointer to each fault. */
const NODE = {
  type: 'object',
  description:
    'Exactly one key. find_filter_values without arguments lists fields and their operators: any_of, all_of, none_of take up to 250 values, between takes two, is_known takes true or false. The field list takes list_ids, which makes a list a condition. when, for technology, technology_category and partner alone, has one key: first_seen = adopted within, last_seen = in use within, not_seen = dropped, not seen for.',
  properties: {
    and: { type: 'array', items: { $ref: '#/$defs/node' } },
    or: { type: 'array', items: { $ref: '#/$defs/node' } },
    not: { $ref: '#/$defs/node' },
    condition: {
      type: 'object',
      required: ['field', 'operator', 'values'],
      properties: {
        field: { type: 'string' },
        operator: { type: 'string' },
        values: { type: 'array' },
        when: {
          type: 'object',
          properties: Object.fromEntries(
            ['first_seen', 'last_seen', 'not_seen'].map((key) => [
              key,
              { enum: ['30d', '90d', '180d', '365d'] },
            ]),
          ),
        },
      },
    },
  },
};

/** The complete schema of a filter, which one tool has. */
export const WHOLE_DEFINITION = object(EXAMPLE).meta({
  type: 'object',
  required: ['root'],
  properties: { registry_version: { type: 'string' }, root: { $ref: '#/$defs/node' } },
  examples: [EXAMPLE],
});
/** Definitions that the schema of a tool refers to. */
export const DEFINITIONS = { $defs: { node: NODE } };

export const DEFINITION = object().meta({ type: 'object', description: 'As in count_companies.' });

/** Longest sentence that the grammar reads. */
const MAX_WORDS = 500;

export const WORDS = z.string().max(MAX_WORDS).meta({
  description: 'Instead of definition: "german software companies that dropped heroku in the last 365 days".',
});

/** A version that every organization may write: own fields raise it, and keep it valid. */
const { registry_version: REGISTRY_VERSION } = EXAMPLES.Definition as { registry_version: string };

/** What became of a sentence. */
export interface Reading {
  understood: string[];
  not_understood: { text: string; did_you_mean?: readonly string[] }[];
  assumptions: string[];
}

/** A filter, and what became of the words from which it was made. */
export interface Filter {
  definition: Json;
  reading: Reading | undefined;
}

/** Reads the filter of a call: a definition, or words. @throws Fault validation_error unless it has exactly one of them */
export async function readFilter(
  call: Call,
  { definition, words }: { definition?: Json | undefined; words?: string | undefined },
): Promise<Filter> {
  if ((definition === undefined) === (words === undefined))
    throw invalidValue('/definition', 'send exactly one of definition and words');
  if (definition)
    return { definition: { registry_version: REGISTRY_VERSION, ...definition }, reading: undefined };
  const read = await readWords(call, words ?? '');
  if (!read.definition) throw notUnderstood(read.reading);
  return { definition: read.definition, reading: read.reading };
}

/** @throws Fault validation_error if words were left out: a list without them has other companies than were asked for */
export function requireUnderstood(reading: Reading): void {
  if (reading.not_understood.length > 0) throw notUnderstood(reading);
}

function notUnderstood({ not_understood: parts }: Reading): Fault {
  return validationFault(
    parts.slice(0, MAX_VIOLATIONS).map(({ text, did_you_mean = [] }) => ({
      pointer: '/words',
      ...suggested(`"${text}" is not understood.`, did_you_mean),
    })),
  );
}

/** Reads a sentence by the grammar of the client: nothing is guessed. Its words are looked up with the rights of the caller. */
export async function readWords(
  call: Call,
  words: string,
): Promise<{ definition: Json | null; reading: Reading }> {
  const parsed = await parseWith(clientOf(call), words);
  const textOf = ({ from, to }: { from: number; to: number }) => words.slice(from, to);
  return {
    definition: parsed.definition,
    reading: {
      understood: parsed.conditions.map(textOf),
      not_understood: parsed.unresolved.map((each) => ({
        text: textOf(each),
        ...(each.suggestions.length > 0 && { did_you_mean: each.suggestions.slice(0, 5) }),
      })),
      assumptions: parsed.assumptions.map(({ message }) => message),
    },
  };
}

type Client = Parameters<typeof parseWith>[0];

/** The part of the client that the grammar needs, over calls in this process. */
function clientOf(call: Call): Client {
  const data = async <Body>(body: Promise<Body>) => ({ data: await body });
  const of = ({ search, limit }: { search?: string; limit?: number }) => ({ query: { search, limit } });
  const client = {
    filters: {
      fields: () => data(call('getFilterFields')),
      allValues: (query: object) => data(call('searchFilterValues', of(query))),
      values: (field: string, query: object) =>
        data(call('getFilterFieldValues', { path: { field }, ...of(query) })),
    },
    lists: { list: (query: object) => data(call('getLists', of(query))) },
  };
  return client as unknown as Client;
}
