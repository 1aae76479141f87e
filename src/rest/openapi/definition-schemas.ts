import { type JsonObject, refTo } from './json-schema.ts';

const object = (properties: JsonObject) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

const nodes = (description: string) => ({ type: 'array', items: refTo('Node'), minItems: 1, description });

/** Filter definitions, which GraphQL takes and returns as JSON (contract, section 6). */
export const DEFINITION_SCHEMAS: Readonly<Record<string, JsonObject>> = {
  Definition: {
    ...object({
      registry_version: { type: 'string', description: 'From `GET /v1/lists/filter-fields`.' },
      root: {
        anyOf: [refTo('Node'), { type: 'null' }],
        description: 'Null in a new list: it matches nothing by itself.',
      },
    }),
    description: 'A filter tree and the version of the catalogue that it was written for.',
  },
  Node: {
    description:
      'A node of a filter tree: an object with exactly one key. A tree is at most 8 deep and holds up to 100 conditions.',
    anyOf: [
      object({ and: nodes('All of them.') }),
      object({ or: nodes('Any of them.') }),
      object({ not: refTo('Node') }),
      object({ condition: refTo('Condition') }),
    ],
  },
  Condition: {
    ...object({
      field: refTo('FilterFieldKey'),
      operator: refTo('FilterOperatorKey'),
      values: {
        type: 'array',
        items: { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'boolean' }] },
        minItems: 1,
        maxItems: 250,
      },
    }),
    description: 'What a company must have: a field, an operator, 1 to 250 values.',
  },
};
