import { assertEnumType } from 'graphql';
import { z } from 'zod';
import { schema } from '../../api/schema.ts';
import { DEFINITION_ERROR_CODES, DEFINITION_ERRORS } from '../../lib/fault.ts';
import { MAX_BODY_BYTES, TEXT_LIMITS } from '../../lib/request-limits.ts';
import { meaningsText } from '../../lib/text.ts';
import { ID, ROW_ID } from '../answers/serializers.ts';
import { type JsonObject, openEnum, refTo } from './json-schema.ts';

const ANY_TEXT = { maxLength: MAX_BODY_BYTES };

/** Filter definitions, which GraphQL takes and returns as JSON (contract, section 6): as callers send and read them. */
export function definitionSchemas(): Record<string, JsonObject> {
  return { ...schemasFor('request'), ...schemasFor('answer') };
}

/**
 * Requests are closed and answers are open to new fields. So there are two sets of schemas of one shape, as a GraphQL
 * type has its input type. Names of requests end in `Input`.
 */
function schemasFor(use: 'request' | 'answer'): Record<string, JsonObject> {
  const nameOf = (name: string) => (use === 'request' ? `${name}Input` : name);
  const ref = (name: string) => refTo(nameOf(name));
  const object = (description: string, properties: JsonObject, optional: string[] = []) => ({
    type: 'object',
    description,
    properties,
    required: Object.keys(properties).filter((key) => !optional.includes(key)),
    ...(use === 'request' && { additionalProperties: false }),
  });
  const text = (limits: JsonObject) => ({ type: 'string', ...(use === 'request' && limits) });
  const nodes = (description: string) => ({
    type: 'array',
    items: ref('DefinitionNode'),
    minItems: 1,
    description,
  });
  const windows = {
    ...openEnum(['30d', '90d', '180d', '365d']),
    ...(use === 'request' && ANY_TEXT),
    description: 'Days before the newest observation of the catalogue.',
  };
  const definition = {
    registry_version: {
      ...text(ANY_TEXT),
      description: 'From `GET /v1/lists/filter-fields`.',
    },
    root: {
      anyOf: [ref('DefinitionNode'), { type: 'null' }],
      description: 'Null in a new list: it matches nothing by itself.',
    },
  };
  const list_id = {
    ...ID,
    description:
      'The list whose definition is edited: it may go on naming lists that are hidden from the caller.',
  };
  const schemas = {
    Definition: object('A filter tree and the version of the catalogue that it was written for.', definition),
    // That of answers comes with the catalogue of filters, which says what each key means.
    ...(use === 'request' && {
      FilterOperatorKey: keysOf('FilterOperatorKey', 'The key of an operator of the catalogue.'),
      DefinitionOfList: object('A definition, and the list that it belongs to.', { ...definition, list_id }, [
        'list_id',
      ]),
    }),
    DefinitionNode: {
      description:
        'A node of a filter tree: an object with exactly one key. A tree is at most 8 deep and holds up to 100 conditions.',
      oneOf: [ref('AndNode'), ref('OrNode'), ref('NotNode'), ref('ConditionNode')],
    },
    AndNode: object('Matches companies that match every child.', { and: nodes('The children.') }),
    OrNode: object('Matches companies that match at least one child.', { or: nodes('The children.') }),
    NotNode: object('Matches companies that do not match the child.', {
      not: { ...ref('DefinitionNode'), description: 'The child.' },
    }),
    ConditionNode: object('Matches companies that meet a condition.', {
      condition: { ...ref('FilterCondition'), description: 'The condition.' },
    }),
    FilterCondition: object(
      'What a company must have: a field, an operator, 1 to 250 values.',
      {
        field: { ...refTo('FilterFieldKey'), description: 'The key of a field of the catalogue.' },
        operator: { ...ref('FilterOperatorKey'), description: 'An operator that the field has.' },
        values: {
          type: 'array',
          items: { anyOf: [text(TEXT_LIMITS.filterValue), { type: 'number' }, { type: 'boolean' }] },
          minItems: 1,
          maxItems: 250,
          description: 'Values of the type of the field. The catalogue says how many the operator takes.',
        },
        when: {
          ...ref('EvidenceWhen'),
          description: 'The evidence that counts, by its age. Only for dated fields.',
        },
      },
      ['when'],
    ),
    EvidenceWhen: {
      description:
        'The evidence of a value that counts, by its age before the newest observation of the catalogue. Exactly one key.',
      oneOf: [
        object('Adopted: the value was first seen within the window.', { first_seen: windows }),
        object('In use: the value was last seen within the window.', { last_seen: windows }),
        object('Dropped: the value was last seen before the window.', { not_seen: windows }),
      ],
    },
  };
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [nameOf(name), schema]));
}

/**
 * Keys of the catalogue of filters in requests. They are open as in answers, so that a client can send a definition back
 * that it has read. The catalogue says what is accepted.
 */
function keysOf(name: string, description: string): JsonObject {
  const values = assertEnumType(schema.getType(name)).getValues();
  return { ...openEnum(values.map((value) => value.name.toLowerCase())), ...ANY_TEXT, description };
}

/** Schema of one thing that is wrong in a definition. @param common what every violation has */
export function definitionError({ pointer, message, did_you_mean }: Readonly<Record<string, z.ZodType>>) {
  const shape = {
    pointer,
    code: z.enum(DEFINITION_ERROR_CODES).describe(`What is wrong. ${meaningsText(DEFINITION_ERRORS)}`),
    message,
    allowed: z.array(z.string()).optional().describe('Values that are accepted here.'),
    did_you_mean,
    path: z
      .array(ROW_ID.describe('A list.'))
      .optional()
      .describe('Lists from the definition to the edited one that the caller sees.'),
  };
  return z
    .object(shape as z.ZodRawShape)
    .meta({ id: 'DefinitionError', description: 'One thing wrong in a definition.' });
}

export const UNKNOWN_VALUE = {
  pointer: '/root/condition/values/0',
  code: 'unknown_value',
  message: '"Germany" is not a known value',
  did_you_mean: ['DE'],
};
