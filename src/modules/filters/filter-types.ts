import { builder, inheritsAccess } from '../../graphql/builder.ts';
import type { CatalogField, CatalogOperator, FilterCatalog } from './catalog.ts';
import { OPERATOR_KEYS, OPERATORS, type OperatorKey } from './operators.ts';
import { FIELDS, type FieldKey, type FieldType } from './registry.ts';
import type { FieldValue } from './values.ts';

/** Returns the GraphQL enum value of a key, in upper case (contract, section 7). */
function toName<Key extends string>(key: Key): Uppercase<Key> {
  return key.toUpperCase() as Uppercase<Key>;
}

/** Returns the key of an enum value. */
export function toKey<Name extends string>(name: Name): Lowercase<Name> {
  return name.toLowerCase() as Lowercase<Name>;
}

/** Accepts the lower case of REST as well (graphql/enums.ts). */
const inAnyCase = { anyCase: true } as const;

function enumValues<Key extends string>(entries: readonly { key: Key; label: string }[]) {
  return Object.fromEntries(
    entries.map(({ key, label }) => [toName(key), { description: `${label}.` }]),
  ) as Record<Uppercase<Key>, { description: string }>;
}

export const FilterFieldKey = builder.enumType('FilterFieldKey', {
  description: 'Field of a condition. Lower case, as in REST, is accepted too.',
  extensions: inAnyCase,
  values: enumValues<FieldKey>(FIELDS),
});

export const FilterOperatorKey = builder.enumType('FilterOperatorKey', {
  description: 'Operator of a condition. Lower case, as in REST, is accepted too.',
  extensions: inAnyCase,
  values: enumValues<OperatorKey>(OPERATOR_KEYS.map((key) => ({ key, label: OPERATORS[key].label }))),
});

const FilterFieldType = builder.enumType('FilterFieldType', {
  description: 'Type of the values of a field.',
  values: enumValues<FieldType>([
    { key: 'vocabulary', label: 'Strings of a closed vocabulary; an unknown value is refused' },
    { key: 'company', label: 'Companies, by domain or slug; an unknown company is refused' },
    { key: 'integer', label: 'Integers' },
    { key: 'text', label: 'Any text; case is ignored' },
  ]),
});

export const FilterValueRef = builder.objectRef<FieldValue>('FilterValue').implement({
  description: 'A value of a field, with the number of companies that have it.',
  extensions: inheritsAccess,
  fields: (t) => ({
    value: t.exposeString('value', { description: 'String to use in the `values` of a condition.' }),
    label: t.exposeString('label', { description: 'English name of the value, for people.' }),
    companyCount: t.exposeInt('companyCount', {
      description:
        'Number of companies that have the value, however old the evidence is. For PARTNER: number of partners of the company.',
    }),
  }),
});

const FilterFieldRef = builder.objectRef<CatalogField>('FilterField').implement({
  description: 'A field that conditions can use.',
  extensions: inheritsAccess,
  fields: (t) => ({
    key: t.field({
      type: FilterFieldKey,
      description: 'Key of the field.',
      resolve: ({ key }) => toName(key),
    }),
    label: t.exposeString('label', { description: 'English name of the field, for people.' }),
    type: t.field({
      type: FilterFieldType,
      description: 'Type of the values.',
      resolve: ({ type }) => toName(type),
    }),
    operators: t.field({
      type: [FilterOperatorKey],
      description: 'Operators that the field supports.',
      resolve: ({ operators }) => operators.map(toName),
    }),
    values: t.expose('values', {
      type: [FilterValueRef],
      nullable: true,
      description:
        'All values of a vocabulary of up to 300. Null for longer vocabularies and partners, whose values `filterFieldValues` searches, and for integers and text.',
    }),
    maxValues: t.exposeInt('maxValues', { description: 'Maximum number of values in a condition.' }),
    dated: t.exposeBoolean('dated', {
      description: 'Whether evidence has dates, which decide the tier of a member.',
    }),
    example: t.expose('example', {
      type: 'JSON',
      description: 'A condition that can be used as it is, in the JSON shape of REST.',
    }),
  }),
});

const OperatorValuesRef = builder.objectRef<CatalogOperator['values']>('FilterOperatorValues').implement({
  description: 'Number of values that an operator takes.',
  extensions: inheritsAccess,
  fields: (t) => ({
    min: t.exposeInt('min', { description: 'Minimum number of values.' }),
    max: t.exposeInt('max', { description: 'Maximum number of values.' }),
  }),
});

const FilterOperatorRef = builder.objectRef<CatalogOperator>('FilterOperator').implement({
  description: 'An operator that conditions can use.',
  extensions: inheritsAccess,
  fields: (t) => ({
    key: t.field({
      type: FilterOperatorKey,
      description: 'Key of the operator.',
      resolve: ({ key }) => toName(key),
    }),
    label: t.exposeString('label', { description: 'English name of the operator, for people.' }),
    values: t.expose('values', { type: OperatorValuesRef, description: 'Number of values that it takes.' }),
  }),
});

export const FilterCatalogRef = builder.objectRef<FilterCatalog>('FilterCatalog').implement({
  description: 'Fields and operators of filters.',
  extensions: inheritsAccess,
  fields: (t) => ({
    registryVersion: t.exposeString('registryVersion', {
      description:
        'Current version, for `registryVersion` of a definition. It changes when a field or operator is added or removed.',
    }),
    fields: t.expose('fields', { type: [FilterFieldRef], description: 'All fields.' }),
    operators: t.expose('operators', { type: [FilterOperatorRef], description: 'All operators.' }),
  }),
});
