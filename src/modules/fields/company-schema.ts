import { createContextCache } from '@pothos/core';
import DataLoader from 'dataloader';
import { builder, innerType } from '../../graphql/builder.ts';
import type { Context } from '../../graphql/context.ts';
import { unknownKey } from '../../lib/fault.ts';
import type { Company } from '../catalogue/company.ts';
import { CompanyRef } from '../catalogue/types.ts';
import type { StoredValues } from '../facets/own-postings.ts';
import type { CountedField } from './declarations.ts';
import type { OwnValue } from './own-field.ts';
import { FieldDefinitionRef } from './schema.ts';

interface FieldValue {
  field: CountedField;
  value: OwnValue;
}

/** Fields that the caller can see, read once a request. */
const fieldsOf = createContextCache(({ principal, services }: Context) => services.fields.list(principal));

/** Values of companies, all of one turn in one statement. */
const valuesOf = createContextCache(
  ({ principal, services }: Context) =>
    new DataLoader<number, StoredValues>(async (ids) => {
      const found = await services.fieldValues.read(principal, ids);
      return ids.map((id) => found.get(id) ?? {});
    }),
);

/** @returns the values of a company in the order of fields. @throws Fault validation_error for an unknown key */
async function readValues(
  { companyId }: Company,
  keys: readonly string[] | null | undefined,
  context: Context,
): Promise<FieldValue[]> {
  const fields = await fieldsOf(context);
  if (fields.length === 0 && !keys) return [];
  const known = fields.map(({ key }) => key);
  for (const [index, key] of keys?.entries() ?? [])
    if (!known.includes(key)) throw unknownKey(`/keys/${index}`, 'field', key, known);
  const values = await valuesOf(context).load(companyId);
  return fields.flatMap((field) => {
    const value = values[field.id];
    return value === undefined || keys?.includes(field.key) === false ? [] : { field, value };
  });
}

const FieldValueRef = innerType<FieldValue>('FieldValue', {
  description: 'A value that a company has in an own field of the catalogue or of the organization.',
  fields: (t) => ({
    field: t.expose('field', { type: FieldDefinitionRef, description: 'The field.' }),
    value: t.expose('value', {
      type: 'JSON',
      description:
        'The value, by the type of the field: a number, a string, true or false, or a list of strings.',
    }),
  }),
});

builder.objectFields(CompanyRef, (t) => ({
  fields: t.field({
    type: [FieldValueRef],
    description: 'Values in own fields, in the order of fields. Fields without a value are left out.',
    args: {
      keys: t.arg({ type: ['FilterFieldKey'], description: 'Keys of the fields to return. Default: all.' }),
    },
    resolve: (company, { keys }, context) => readValues(company, keys, context),
  }),
  fieldsByKey: t.field({
    type: 'JSON',
    nullable: true,
    description: 'The same values by the keys of their fields, as in REST; null without any.',
    resolve: async (company, _args, context) => {
      const values = await readValues(company, undefined, context);
      return values.length === 0
        ? null
        : Object.fromEntries(values.map(({ field, value }) => [field.key, value]));
    },
  }),
}));
