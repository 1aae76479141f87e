import { builder, inheritsAccess } from '../../graphql/builder.ts';
import type { CatalogField, CatalogOperator, FilterCatalog } from './catalog.ts';
import { OPERATOR_KEYS, OPERATORS, type OperatorKey } from './operators.ts';
import { FIELDS, type FieldKey, type FieldType } from './registry.ts';
import type { FieldValue } from './values.ts';

/** GraphQL's name of a key: enums are upper case (contract, section 7). */
function toName<Key extends string>(key: Key): Uppercase<Key> {
  return key.toUpperCase() as Uppercase<Key>;
}

/** The key that an enum value names. */
export function toKey<Name extends string>(name: Name): Lowercase<Name> {
  return name.toLowerCase() as Lowercase<Name>;
}

/** What REST spells in lower case may be pasted as it is (graphql/enums.ts). */
const inAnyCase = { anyCase: true } as const;

function enumValues<Key extends string>(entries: readonly { key: Key; label: string }[]) {
  return Object.fromEntries(
    entries.map(({ key, label }) => [toName(key), { description: `${label}.` }]),
  ) as Record<Uppercase<Key>, { description: string }>;
}

export const FilterFieldKey = builder.enumType('FilterFieldKey', {
  description: 'What a condition is about.',
  extensions: inAnyCase,
  values: enumValues<FieldKey>(FIELDS),
});

export const FilterOperatorKey = builder.enumType('FilterOperatorKey', {
  description: 'How a condition compares.',
  extensions: inAnyCase,
  values: enumValues<OperatorKey>(OPERATOR_KEYS.map((key) => ({ key, label: OPERATORS[key].label }))),
});

const FilterFieldType = builder.enumType('FilterFieldType', {
  description: 'What the values of a field are.',
  values: enumValues<FieldType>([
    { key: 'vocabulary', label: 'Values of a closed vocabulary' },
    { key: 'company', label: 'Companies, by domain or slug' },
    { key: 'integer', label: 'Whole numbers' },
    { key: 'text', label: 'Any text' },
  ]),
});

export const FilterValueRef = builder.objectRef<FieldValue>('FilterValue').implement({
  description: 'A value that a condition can name.',
  extensions: inheritsAccess,
  fields: (t) => ({
    value: t.exposeString('value', { description: 'What goes into `values`.' }),
    label: t.exposeString('label', { description: 'What people call it.' }),
    companyCount: t.exposeInt('companyCount', { description: 'How many companies have it, whenever seen.' }),
  }),
});

const FilterFieldRef = builder.objectRef<CatalogField>('FilterField').implement({
  description: 'A field that a condition can be about.',
  extensions: inheritsAccess,
  fields: (t) => ({
    key: t.field({ type: FilterFieldKey, description: 'Its key.', resolve: ({ key }) => toName(key) }),
    label: t.exposeString('label', { description: 'What people call it.' }),
    type: t.field({
      type: FilterFieldType,
      description: 'What its values are.',
      resolve: ({ type }) => toName(type),
    }),
    operators: t.field({
      type: [FilterOperatorKey],
      description: 'The operators it allows.',
      resolve: ({ operators }) => operators.map(toName),
    }),
    values: t.expose('values', {
      type: [FilterValueRef],
      nullable: true,
      description:
        'All values of a vocabulary of up to 300; null where filterFieldValues is to be searched, or any value goes.',
    }),
    maxValues: t.exposeInt('maxValues', { description: 'The most values in one condition.' }),
    dated: t.exposeBoolean('dated', {
      description: 'Whether its evidence has dates, which decide the tier of a member.',
    }),
    example: t.expose('example', {
      type: 'JSON',
      description: 'A condition to begin with, as REST spells it.',
    }),
  }),
});

const OperatorValuesRef = builder.objectRef<CatalogOperator['values']>('FilterOperatorValues').implement({
  description: 'How many values an operator takes.',
  extensions: inheritsAccess,
  fields: (t) => ({
    min: t.exposeInt('min', { description: 'At least.' }),
    max: t.exposeInt('max', { description: 'At most.' }),
  }),
});

const FilterOperatorRef = builder.objectRef<CatalogOperator>('FilterOperator').implement({
  description: 'A way to compare.',
  extensions: inheritsAccess,
  fields: (t) => ({
    key: t.field({ type: FilterOperatorKey, description: 'Its key.', resolve: ({ key }) => toName(key) }),
    label: t.exposeString('label', { description: 'What people call it.' }),
    values: t.expose('values', { type: OperatorValuesRef, description: 'How many values it takes.' }),
  }),
});

export const FilterCatalogRef = builder.objectRef<FilterCatalog>('FilterCatalog').implement({
  description: 'Everything that a filter can be made of.',
  extensions: inheritsAccess,
  fields: (t) => ({
    registryVersion: t.exposeString('registryVersion', { description: 'What a definition is stamped with.' }),
    fields: t.expose('fields', { type: [FilterFieldRef], description: 'The fields.' }),
    operators: t.expose('operators', { type: [FilterOperatorRef], description: 'The operators.' }),
  }),
});
