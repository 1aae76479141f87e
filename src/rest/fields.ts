import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../lib/json.ts';
import {
  MAX_BODY_BYTES,
  MAX_ENTRY_KEYS,
  MAX_FIELD_COLUMNS,
  MAX_FIELD_ENTRIES,
  MAX_FIELD_POSITION,
  TEXT_LIMITS,
} from '../lib/request-limits.ts';
import { EXAMPLES } from './examples.ts';
import { flag, word } from './parameters.ts';
import { route } from './route.ts';

const FIELD_TYPES = ['category', 'number', 'date', 'boolean', 'text', 'url'] as const;
const NUMBER_FORMATS = ['1,200.50', '1.200,50'] as const;

const KEY = z.string().meta({
  ...TEXT_LIMITS.fieldKey,
  description: 'The key of a field: `custom.revenue` of the catalogue, `org.score` of the organization.',
  example: EXAMPLES.FieldDefinition.key,
});

const LABEL = z.string().meta({
  ...TEXT_LIMITS.listName,
  description: 'Name of the field, for people.',
  example: EXAMPLES.FieldDefinition.label,
});

/** What a declaration may state, and a change. Null clears. */
const TEXTS = {
  unit: z.string().nullable().optional().meta({
    maxLength: 20,
    description: 'Unit of its numbers: at most 20 characters.',
    example: EXAMPLES.FieldDefinition.unit,
  }),
  description: z
    .string()
    .nullable()
    .optional()
    .meta({
      ...TEXT_LIMITS.flagText,
      description: 'What the field says of a company.',
      example: 'Revenue of the last year',
    }),
  columns: z.array(z.string().meta(TEXT_LIMITS.listName)).optional().meta({
    maxItems: MAX_FIELD_COLUMNS,
    description: 'Names of columns in company files that carry its values, in any case.',
    example: EXAMPLES.FieldDefinition.columns,
  }),
  number_format: z
    .enum(NUMBER_FORMATS, `must be one of ${NUMBER_FORMATS.join(' and ')}`)
    .nullable()
    .optional()
    .meta({ description: 'How files write its numbers. Only for numbers.', example: NUMBER_FORMATS[0] }),
};

const VALUES = z.array(
  z.strictObject({
    identifier: z.string().meta({
      maxLength: MAX_BODY_BYTES,
      description: 'A domain or a slug of the company.',
      example: 'aws.example',
    }),
    // A record of zod leaves out `__proto__`, which is an unknown key as any other.
    fields: z.custom<JsonObject>(isJsonObject, 'must be an object').meta({
      type: 'object',
      propertyNames: { type: 'string' },
      additionalProperties: {},
      maxProperties: MAX_ENTRY_KEYS,
      description: 'Values by the keys of fields; null clears one.',
      example: { 'org.score': 12 },
    }),
  }),
);

export const fields = [
  route('GetFields', 'GET /fields', {
    summary: 'Get the own fields of companies',
    description: 'Those of the catalogue and of the organization, in their order. With any key.',
    example: { fields: [EXAMPLES.FieldDefinition] },
  }),

  route('GetField', 'GET /fields/:key', {
    summary: 'Get an own field of companies',
    description: 'One of the catalogue or of the organization. With any key.',
    parameters: { key: KEY },
    errors: ['field_not_found'],
  }),

  route('CreateField', 'POST /fields', {
    summary: 'Declare a field of companies',
    description:
      'Operators of the installation declare those of the catalogue, `custom.…`; admins those of their organization, `org.…`.',
    parameters: {
      key: KEY,
      label: LABEL,
      type: word(FIELD_TYPES).meta({ description: 'Type of its values. It stays.', example: 'number' }),
      multiple: z.boolean().optional().meta({
        description: 'Whether a company can have several values. Only for categories. It stays.',
        example: false,
      }),
      ...TEXTS,
    },
    variables: (given) => given,
    sentAs: { '/numberFormat': '/number_format' },
    status: 201,
    headers: { Location: ({ createField }) => `/v1/fields/${createField.field.key}` },
    // The service refuses a key that cannot be one before it asks who declares it.
    errors: ['field_exists', 'insufficient_access', 'quota_exceeded', 'user_credential_required'],
  }),

  route('UpdateField', 'PATCH /fields/:key', {
    summary: 'Change a field of companies',
    needsUser: true,
    parameters: {
      key: KEY,
      label: LABEL.optional(),
      ...TEXTS,
      position: z.int().min(0).max(MAX_FIELD_POSITION).optional().meta({
        description: 'Place among the fields of its scope, counted from 0.',
        example: 0,
      }),
    },
    variables: (given) => given,
    sentAs: { '/numberFormat': '/number_format' },
    errors: ['field_not_found', 'insufficient_access'],
  }),

  route('DeleteField', 'DELETE /fields/:key', {
    summary: 'Delete a field of companies with its values',
    description: 'Conditions of lists that use it then match no value. Needs the rights to declare it.',
    needsUser: true,
    parameters: { key: KEY, force: flag('Deletes the field although lists use it.') },
    variables: (given) => given,
    errors: ['field_in_use', 'field_not_found', 'insufficient_access', 'unavailable'],
  }),

  route('SetFieldValues', 'POST /fields/values', {
    summary: "Set values of the organization's own fields",
    description:
      'What is valid is stored together; `invalid` and `not_tracked` tell the rest. The three numbers count values. With any key.',
    parameters: {
      values: VALUES.meta({
        minItems: 1,
        maxItems: MAX_FIELD_ENTRIES,
        description: `1 to ${MAX_FIELD_ENTRIES} companies with their values.`,
        example: [{ identifier: 'aws.example', fields: { 'org.score': 12, 'org.owner': null } }],
      }),
    },
    variables: (given) => given,
    example: { set: 1, cleared: 0, unchanged: 0, not_tracked: [], invalid: [] },
    errors: ['quota_exceeded'],
  }),
];
