import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import { builder, inheritsAccess, innerType } from '../../graphql/builder.ts';
import { defineEnum } from '../../graphql/enums.ts';
import type { PageBounds } from '../../lib/page.ts';
import { counted } from '../../lib/text.ts';
import type { FieldScope } from '../fields/own-field.ts';
import type { CatalogField, CatalogOperator, FilterCatalog, FoundValue } from './catalog.ts';
import { OPERATOR_KEYS, OPERATORS, type OperatorKey } from './operators.ts';
import type { FieldType } from './registry.ts';
import type { FieldValue } from './values.ts';

/** Names of the enum that keys were: `COUNTRY`. */
const ENUM_NAME = /^[A-Z][A-Z0-9_]*$/;

export function toFieldKey(value: unknown): string {
  if (typeof value !== 'string') throw new GraphQLError('The key of a field must be a string.');
  return ENUM_NAME.test(value) ? value.toLowerCase() : value;
}

/** A text, because catalogues can have fields that no enum names. Services refuse an unknown key over both APIs alike. */
const FilterFieldKey = new GraphQLScalarType<string, string>({
  name: 'FilterFieldKey',
  description:
    'Key of a field, spelled as in REST: `"country"`. `filterFields` lists all keys. `COUNTRY` is read as `"country"`.',
  serialize: String,
  parseValue: toFieldKey,
  parseLiteral: (node) =>
    toFieldKey(node.kind === Kind.STRING || node.kind === Kind.ENUM ? node.value : undefined),
});

builder.addScalarType('FilterFieldKey', FilterFieldKey);

const OPERATOR_DESCRIPTIONS = OPERATOR_KEYS.map((key) => {
  const { min, max } = OPERATORS[key].values;
  const count = min === max ? counted(max, 'value') : `${min} to ${max} values`;
  return [key, `Operator "${OPERATORS[key].label}", with ${count}.`] as const;
});

const operatorKeys = defineEnum('FilterOperatorKey', {
  description: 'Operator of a condition. Lower case, as in REST, is accepted too.',
  anyCase: true,
  values: Object.fromEntries(OPERATOR_DESCRIPTIONS) as Record<OperatorKey, string>,
});
export const FilterOperatorKey = operatorKeys.type;

export const fieldScopes = defineEnum<FieldScope>('FieldScope', {
  description: 'Who declared an own field, and sees it.',
  values: {
    catalogue: 'Operators of the installation; everybody sees it.',
    organization: 'Admins of an organization; nobody else sees it.',
  },
});
export const FieldScopeEnum = fieldScopes.type;

const fieldTypes = defineEnum<FieldType>('FilterFieldType', {
  description: 'Type of the values of a field.',
  values: {
    vocabulary: 'Strings of a closed vocabulary; an unknown value is refused.',
    category: 'Strings that companies have in an own field; an unknown value is refused.',
    number: 'Decimal numbers of an own field, with up to 15 digits, 4 of them after the point.',
    date: 'Days of an own field, such as "2026-01-31".',
    boolean: 'True or false, in an own field.',
    company: 'Companies, by domain or slug; an unknown company is refused.',
    integer: 'Whole numbers from -2147483647 to 2147483647.',
    text: 'Any text; case is ignored.',
    list: 'Lists that the caller can see, by their numeric ids; any other list is refused.',
  },
});

export const FilterValueRef = builder.objectRef<FieldValue>('FilterValue').implement({
  description: 'A value of a field, with the number of companies that have it.',
  extensions: inheritsAccess,
  fields: (t) => ({
    value: t.exposeString('value', { description: 'String to use in the `values` of a condition.' }),
    label: t.exposeString('label', { description: 'English name of the value, for people.' }),
    companyCount: t.expose('companyCount', {
      type: 'SafeInt',
      description:
        'Number of companies that have the value, however old the evidence is. For PARTNER: number of partners of the company.',
    }),
  }),
});

const FilterWhenRef = builder.objectRef<NonNullable<CatalogField['when']>>('FilterWhen').implement({
  description:
    'Choices for `when` in a condition, which limits the age of the evidence, in the spelling of REST.',
  extensions: inheritsAccess,
  fields: (t) => ({
    keys: t.stringList({
      description: 'Keys; a condition has exactly one of them: adopted, in use, dropped.',
      resolve: ({ keys }) => [...keys],
    }),
    windows: t.stringList({
      description: 'Windows before the newest observation of the catalogue.',
      resolve: ({ windows }) => [...windows],
    }),
  }),
});

const FilterFieldRef = builder.objectRef<CatalogField>('FilterField').implement({
  description: 'A field that conditions can use.',
  extensions: inheritsAccess,
  fields: (t) => ({
    key: t.expose('key', {
      type: 'FilterFieldKey',
      description: 'Key of the field, for `field` of a condition.',
    }),
    label: t.exposeString('label', { description: 'English name of the field, for people.' }),
    scope: t.field({
      type: FieldScopeEnum,
      nullable: true,
      description: 'Who declared the field; null for a built-in one.',
      resolve: ({ scope }) => scope && fieldScopes.names[scope],
    }),
    type: t.field({
      type: fieldTypes.type,
      description: 'Type of the values: it determines what a condition may compare.',
      resolve: ({ type }) => fieldTypes.names[type],
    }),
    operators: t.field({
      type: [FilterOperatorKey],
      description: 'Operators that the field supports.',
      resolve: ({ operators }) => operators.map((key) => operatorKeys.names[key]),
    }),
    values: t.expose('values', {
      type: [FilterValueRef],
      nullable: true,
      description:
        'All values of a vocabulary of up to 300, the most frequent first. Null for longer vocabularies and partners, whose values `filterFieldValues` searches, and for integers and text.',
    }),
    maxValues: t.exposeInt('maxValues', { description: 'Maximum number of values in a condition.' }),
    dated: t.exposeBoolean('dated', {
      description: 'Whether evidence has dates, which decide the tier of a member.',
    }),
    when: t.expose('when', {
      type: FilterWhenRef,
      nullable: true,
      description: 'Choices for `when` in a condition; null for a field that is not `dated`.',
    }),
    example: t.expose('example', {
      type: 'JSON',
      nullable: true,
      description:
        "A node that works as the root of a definition, in the JSON shape of REST. It uses a value that many companies have. For LIST: the caller's most recently updated list, or null.",
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
      description: 'Key of the operator, for `operator` of a condition.',
      resolve: ({ key }) => operatorKeys.names[key],
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
    fields: t.expose('fields', {
      type: [FilterFieldRef],
      description: 'All fields that conditions can compare.',
    }),
    operators: t.expose('operators', {
      type: [FilterOperatorRef],
      description: 'All operators. Each field supports some of them.',
    }),
  }),
});

/** Page of a search over the values of all fields. */
export const FOUND_PAGE: PageBounds = { defaultLimit: 20, maxLimit: 100 };

export const FoundValueRef = innerType<FoundValue>('FoundFilterValue', {
  description: 'A value that a search over all fields found.',
  fields: (t) => ({
    field: t.expose('field', { type: 'FilterFieldKey', description: 'Key of the field that has the value.' }),
    value: t.exposeString('value', { description: 'String to use in the `values` of a condition.' }),
    label: t.exposeString('label', { description: 'English name of the value, for people.' }),
    companyCount: t.expose('companyCount', {
      type: 'SafeInt',
      description: 'Number of companies that have the value, however old the evidence is.',
    }),
  }),
});
