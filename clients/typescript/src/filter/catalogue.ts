import type { Value } from './definition.ts';

export type FieldType =
  | 'vocabulary'
  | 'company'
  | 'integer'
  | 'text'
  | 'list'
  /** Of own fields alone, as are categories, which are vocabularies here. */
  | 'number'
  | 'date'
  | 'boolean';

/** A value that people choose: of a vocabulary, a company or a list. For a list, `value` is its id as a text. */
export interface FieldValue {
  value: string;
  label: string;
  /** Field of the value, where a search of all fields found it. */
  field?: string;
  /** For a company the number of its partners; absent for a list. */
  companyCount?: number;
}

/** Keys of `when` and their windows, as definitions spell them. */
export interface WhenChoices {
  keys: readonly string[];
  windows: readonly string[];
}

export interface CatalogueField {
  key: string;
  label: string;
  type: FieldType;
  operators: readonly string[];
  /** What `when` may say; null for a field whose evidence has no date. */
  when: WhenChoices | null;
  /** All values of a short vocabulary, the most frequent first; null where values are searched or free. */
  values: readonly FieldValue[] | null;
}

export interface CatalogueOperator {
  key: string;
  label: string;
  /** Number of values that it takes. */
  values: { min: number; max: number };
}

/** Fields and operators of filters, with keys in lower case as definitions have them. */
export interface Catalogue {
  registryVersion: string;
  fields: readonly CatalogueField[];
  operators: readonly CatalogueOperator[];
  /** Newest observation, from which the windows of `when` count back; absent without observations. */
  asOf?: string;
}

/** `filterFields` as GraphQL answers it, with operators and types in upper case. Its parts that filters need. */
export interface CatalogueAnswer {
  registryVersion: string;
  fields: readonly {
    key: string;
    label: string;
    type: string;
    operators: readonly string[];
    when?: WhenChoices | null | undefined;
    values?: readonly FieldValue[] | null | undefined;
  }[];
  operators: readonly CatalogueOperator[];
  asOf?: string | null | undefined;
}

const TYPES: Readonly<Record<string, FieldType>> = {
  vocabulary: 'vocabulary',
  category: 'vocabulary',
  company: 'company',
  integer: 'integer',
  number: 'number',
  date: 'date',
  boolean: 'boolean',
  list: 'list',
};

/** Returns the catalogue with operators and types in lower case. A field of an unknown type counts as text. */
export function toCatalogue({ registryVersion, fields, operators, asOf }: CatalogueAnswer): Catalogue {
  const lower = (text: string) => text.toLowerCase();
  return {
    registryVersion,
    fields: fields.map(({ key, label, type, operators: supported, when, values }) => ({
      key,
      label,
      type: TYPES[lower(type)] ?? 'text',
      operators: supported.map(lower),
      when: when ?? null,
      values: values ?? null,
    })),
    operators: operators.map(({ key, label, values }) => ({ key: lower(key), label, values })),
    ...(asOf ? { asOf } : {}),
  };
}

export function findField(catalogue: Catalogue, key: string): CatalogueField | undefined {
  return catalogue.fields.find((field) => field.key === key);
}

/** Tells whether the values of a field are searched at the service. */
export function isSearched(catalogue: Catalogue, fieldKey: string): boolean {
  const field = findField(catalogue, fieldKey);
  if (field?.type === 'vocabulary') return field.values === null;
  return field?.type === 'company' || field?.type === 'list';
}

/** Stands for the own fields in a search: one search finds the values of all of them. */
export const OWN_FIELDS = 'own';

/** Tells whether a field was declared by an operator or an organization: `custom.revenue`, `org.score`. */
export const isOwn = (fieldKey: string): boolean => fieldKey.includes('.');

/** The name under which the values of a field are searched. */
export const searchedAs = (fieldKey: string): string => (isOwn(fieldKey) ? OWN_FIELDS : fieldKey);

/** Tells whether the values of a field are compared: `gte`, `between`. */
export const isCompared = ({ type }: CatalogueField): boolean =>
  type === 'integer' || type === 'number' || type === 'date';

export const hasNumbers = ({ type }: CatalogueField): boolean =>
  type === 'integer' || type === 'number' || type === 'list';

/** Returns the value of a condition on a field that a text stands for. */
export function toValue(field: CatalogueField | undefined, text: string): Value {
  if (field?.type === 'boolean') return text === 'true';
  return field && hasNumbers(field) ? Number(text) : text;
}
