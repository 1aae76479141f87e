import {
  entriesPrice,
  type FieldPrice,
  FREE,
  PLAIN_LIST_SIZE,
  POINTS,
  priced,
} from '../../graphql/analysis/prices.ts';
import { builder, inheritsAccess, innerType } from '../../graphql/builder.ts';
import { defineEnum, toEnumValue } from '../../graphql/enums.ts';
import { deletionPayload, mutation, mutationForAnyKey, payload, update } from '../../graphql/mutation.ts';
import { defineKeyedNodes, inOrder } from '../../graphql/nodes.ts';
import { validationFault } from '../../lib/fault.ts';
import { isJsonObject } from '../../lib/json.ts';
import { MAX_FIELD_COLUMNS } from '../../lib/request-limits.ts';
import { fieldScopes } from '../filters/types.ts';
import type { CountedField, FieldNodeKey } from './declarations.ts';
import { NUMBER_FORMATS, type NumberFormat, type OwnFieldType } from './own-field.ts';
import type { FieldsService } from './service.ts';
import type { FieldValuesService, InvalidValue, WrittenValues } from './values.ts';

declare module '../../graphql/context.ts' {
  interface Services {
    fields: FieldsService;
    fieldValues: FieldValuesService;
  }
}

const fieldTypes = defineEnum<OwnFieldType>('CompanyFieldType', {
  description: 'Type of the values of an own field.',
  values: {
    category: 'Texts of up to 200 characters that companies share; conditions compare them.',
    number: 'Decimal numbers of up to 15 digits, 4 of them after the point.',
    date: 'Days from 1900 to 2100, such as "2026-01-31".',
    boolean: 'True or false.',
    text: 'Texts of up to 2,000 characters; no condition compares them.',
    url: 'Web addresses; no condition compares them.',
  },
});

export const FieldDefinitionRef = builder.objectRef<CountedField>('FieldDefinition');

/** Key of a field within its type. Rows have ids of one sequence: their gaps would show that others declare fields. */
const nodeKeyOf = ({ scopeId, declaredAt }: FieldNodeKey) => `${scopeId}-${declaredAt}`;

defineKeyedNodes<CountedField, string>(
  FieldDefinitionRef,
  (text) => text,
  async (keys, { principal, services }) => inOrder(keys, await services.fields.list(principal), nodeKeyOf),
);

builder.node(FieldDefinitionRef, {
  description:
    'A field of companies that the catalogue or the organization has declared, beside the built-in ones.',
  extensions: inheritsAccess,
  id: { resolve: nodeKeyOf, description: 'Global id of the field.' },
  isTypeOf: (value): value is CountedField =>
    typeof value === 'object' && value !== null && 'declaredAt' in value,
  fields: (t) => ({
    key: t.expose('key', {
      type: 'FilterFieldKey',
      description: 'Key of the field, as conditions name it: `custom.revenue`, `org.score`.',
    }),
    scope: t.field(fieldScopes.field('Who declared it.', ({ scope }: CountedField) => scope)),
    label: t.exposeString('label', { description: 'Name of the field, for people.' }),
    type: t.field(fieldTypes.field('Type of its values.', ({ type }: CountedField) => type)),
    multiple: t.exposeBoolean('multiple', {
      description: 'Whether a company can have several values of a category.',
    }),
    unit: t.exposeString('unit', {
      nullable: true,
      description: 'Unit of its numbers; null if there is none.',
    }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'What the field says of a company; null if nobody wrote it.',
    }),
    columns: t.stringList({
      description: 'Names of columns in company files that carry its values, in any case.',
      resolve: ({ columns }) => [...columns],
    }),
    numberFormat: t.exposeString('numberFormat', {
      nullable: true,
      description:
        'How files write its numbers, by an example: `1,200.50` or `1.200,50`. Null: without marks of thousands, with a point.',
    }),
    position: t.exposeInt('position', {
      description: 'Place among the fields of its scope, counted from 0.',
    }),
    companyCount: t.expose('companyCount', {
      type: 'SafeInt',
      description: 'Number of companies that have a value.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the field was declared.' }),
  }),
});

const KEY = {
  type: 'FilterFieldKey',
  required: true,
  description: 'Key of the field: `custom.revenue` of the catalogue, `org.score` of the organization.',
} as const;

builder.queryFields((t) => ({
  companyFields: t.field({
    type: [FieldDefinitionRef],
    authScopes: { anyKey: true },
    price: { field: 20, multiplier: PLAIN_LIST_SIZE },
    description:
      'Fields of companies that the catalogue and the organization have declared, in their order. With any key.',
    resolve: (_root, _args, { principal, services }) => services.fields.list(principal),
  }),
  companyField: t.field({
    type: FieldDefinitionRef,
    nullable: true,
    authScopes: { anyKey: true },
    description: 'One of these fields. For any other key it is null, with the error FIELD_NOT_FOUND.',
    args: { key: t.arg(KEY) },
    resolve: (_root, { key }, { principal, services }) => services.fields.find(principal, key),
  }),
}));

const TEXTS = {
  label: 'Name of the field, for people: 1 to 200 characters.',
  unit: 'Unit of its numbers, such as `EUR`: at most 20 characters.',
  description: 'What the field says of a company: at most 2,000 characters.',
  columns: `Names of columns in company files that carry its values, in any case: at most ${MAX_FIELD_COLUMNS}.`,
  numberFormat: `How files write its numbers: ${NUMBER_FORMATS.map((format) => `\`${format}\``).join(' or ')}. Only for numbers.`,
};

const fieldPayload = payload<{ field: CountedField }>((t) => ({
  field: t.expose('field', { type: FieldDefinitionRef, description: 'The field after the change.' }),
}));

/** The service refuses any other text. */
const toFormat = (format: string | null | undefined) => format as NumberFormat | null | undefined;

mutationForAnyKey('createField', {
  description:
    'Declares a field of companies. Operators of the installation declare those of the catalogue, `custom.…`; admins those of their organization, `org.…`.',
  takes: 'Key, label and type.',
  input: (t) => ({
    key: t.field(KEY),
    label: t.string({ required: true, description: TEXTS.label }),
    type: t.field({ type: fieldTypes.type, required: true, description: 'Type of its values. It stays.' }),
    multiple: t.boolean({
      defaultValue: false,
      description: 'Whether a company can have several values. Only for categories. It stays.',
    }),
    unit: t.string({ description: TEXTS.unit }),
    description: t.string({ description: TEXTS.description }),
    columns: t.stringList({ description: TEXTS.columns }),
    numberFormat: t.string({ description: TEXTS.numberFormat }),
  }),
  payload: fieldPayload,
  resolve: async ({ type, multiple, columns, numberFormat, ...texts }, { principal, services }) => ({
    field: await services.fields.create(principal, {
      ...texts,
      type: toEnumValue(type),
      multiple: multiple ?? false,
      columns: columns ?? [],
      numberFormat: toFormat(numberFormat),
    }),
  }),
});

update('updateField', {
  description:
    'Changes what a field is called, how files carry it, or its place. Needs the rights to declare it.',
  takes: 'Field, and what changes.',
  clears: ['unit', 'description', 'numberFormat'],
  input: (t) => ({
    key: t.field(KEY),
    label: t.string({ description: TEXTS.label }),
    unit: t.string({ description: TEXTS.unit }),
    description: t.string({ description: TEXTS.description }),
    columns: t.stringList({ description: TEXTS.columns }),
    numberFormat: t.string({ description: TEXTS.numberFormat }),
    position: t.int({ description: 'Place among the fields of its scope, counted from 0.' }),
  }),
  payload: fieldPayload,
  resolve: async ({ key, numberFormat, ...changes }, { user, services }) => ({
    field: await services.fields.update(user, key, {
      ...changes,
      ...(numberFormat === undefined ? {} : { numberFormat: toFormat(numberFormat) }),
    }),
  }),
});

mutation('deleteField', {
  description:
    'Deletes a field with its values. Conditions of lists that use it then match no value. Needs the rights to declare it.',
  takes: 'Field to delete.',
  input: (t) => ({
    key: t.field(KEY),
    force: t.boolean({
      defaultValue: false,
      description: 'Deletes the field although lists use it. Otherwise that is refused: FIELD_IN_USE.',
    }),
  }),
  payload: deletionPayload<{ deletedId: string }>('FieldDefinition'),
  resolve: async ({ key, force }, { user, services }) => ({
    deletedId: nodeKeyOf(await services.fields.delete(user, key, force ?? false)),
  }),
});

const InvalidFieldValueRef = innerType<InvalidValue>('InvalidFieldValue', {
  description: 'A value that was not stored.',
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'Place of the entry in the request, counted from 0.' }),
    pointer: t.exposeString('pointer', {
      description: 'JSON pointer (RFC 6901) of the value in the request.',
    }),
    reason: t.exposeString('reason', { description: 'Why it was not stored.' }),
  }),
});

const CompanyFieldValuesInput = builder.inputType('CompanyFieldValuesInput', {
  description: 'Values of one company.',
  fields: (t) => ({
    identifier: t.string({
      required: true,
      description: 'A domain (anything with a dot) or a slug of the company.',
    }),
    fields: t.field({
      type: 'JSON',
      required: true,
      description: 'Values by the keys of fields of the organization; null clears one.',
    }),
  }),
});

/** A company costs points, and so does each further value of a list: each has a posting. Arguments come as they were sent. */
function valuesPrice(entries: unknown): FieldPrice {
  const lists = (Array.isArray(entries) ? entries : []).flatMap((entry: unknown) =>
    isJsonObject(entry) && isJsonObject(entry.fields)
      ? Object.values(entry.fields).filter(Array.isArray)
      : [],
  );
  const further = lists.reduce((sum, list) => sum + Math.max(0, list.length - 1), 0);
  return priced(entriesPrice(entries, { each: POINTS.fieldValues }).field + further);
}

mutationForAnyKey('setFieldValues', {
  description:
    "Stores values of companies in the organization's own fields, 1 to 1,000 companies a call. What is valid is stored together; the rest is reported.",
  takes: 'Companies with their values.',
  input: (t) => ({
    values: t.field({
      type: [CompanyFieldValuesInput],
      required: true,
      description: 'Companies with their values.',
    }),
  }),
  price: ({ input }) => valuesPrice(input?.values),
  payload: payload<WrittenValues>((t) => ({
    set: t.exposeInt('set', { description: 'Values that were stored or changed.' }),
    cleared: t.exposeInt('cleared', { description: 'Values that were cleared.' }),
    unchanged: t.exposeInt('unchanged', { description: 'Values that were stored already, or were absent.' }),
    notTracked: t.exposeStringList('notTracked', {
      description: 'Identifiers that no company of the catalogue has.',
    }),
    invalid: t.expose('invalid', {
      type: [InvalidFieldValueRef],
      // The price of the mutation covers each entry.
      price: FREE,
      description: 'Values that were not stored.',
    }),
  })),
  resolve: ({ values }, { principal, services }) =>
    services.fieldValues.write(
      principal,
      values.map(({ identifier, fields }, index) => {
        if (isJsonObject(fields)) return { identifier, fields };
        throw validationFault([{ pointer: `/values/${index}/fields`, message: 'must be an object' }]);
      }),
    ),
});
