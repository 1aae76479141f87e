import { filterText } from '../text/filter.ts';
import { MAX_VALUES, type Value } from './definition.ts';

export type FieldType = 'vocabulary' | 'company' | 'integer' | 'text' | 'list';

/** A value that people choose: of a vocabulary, a company or a list. For a list, `value` is its id as a text. */
export interface FieldValue {
  value: string;
  label: string;
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

/** `filterFields` as GraphQL answers it, with enums in upper case. Its parts that filters need. */
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

const TYPES: readonly FieldType[] = ['vocabulary', 'company', 'integer', 'text', 'list'];

/** Returns the catalogue with enums in lower case. A field of an unknown type counts as text. */
export function toCatalogue({ registryVersion, fields, operators, asOf }: CatalogueAnswer): Catalogue {
  const lower = (text: string) => text.toLowerCase();
  return {
    registryVersion,
    fields: fields.map(({ key, label, type, operators: supported, when, values }) => ({
      key: lower(key),
      label,
      type: TYPES.find((each) => each === lower(type)) ?? 'text',
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

/** Number of values that an operator takes. An unknown operator takes any number from one. */
export function valueBounds(catalogue: Catalogue, operator: string): { min: number; max: number } {
  return catalogue.operators.find(({ key }) => key === operator)?.values ?? { min: 1, max: MAX_VALUES };
}

/** The operator whose value is true or false in every field that supports it. */
export const FLAG_OPERATOR = 'is_known';

/** Type of the values that a field and operator take; undefined for an unknown field. */
export function valueType(
  catalogue: Catalogue,
  field: string,
  operator: string,
): 'boolean' | 'integer' | 'string' | undefined {
  if (operator === FLAG_OPERATOR) return 'boolean';
  const found = findField(catalogue, field);
  return found && (hasNumbers(found) ? 'integer' : 'string');
}

const hasNumbers = ({ type }: CatalogueField): boolean => type === 'integer' || type === 'list';

/** Returns the value of a condition on a field that a text stands for. */
export function toValue(field: CatalogueField | undefined, text: string): Value {
  return field && hasNumbers(field) ? Number(text) : text;
}

/** Tells whether a value has the type that a field and operator take. An unknown field takes any value. */
export function fitsType(catalogue: Catalogue, field: string, operator: string, value: Value): boolean {
  const type = valueType(catalogue, field, operator);
  if (type === undefined) return true;
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}

/** Label of a value of a listed vocabulary. Where the catalogue does not list it: "List 12" for a list, else the value itself. */
export function listedLabel(catalogue: Catalogue, field: string, value: Value): string {
  const found = findField(catalogue, field);
  if (found?.type === 'list') return filterText.sentence.listNumber(value);
  return found?.values?.find((each) => each.value === value)?.label ?? String(value);
}

const BAND = /^\d+(-\d+|\+)$/;

/** Returns the values of a vocabulary of bands, such as "51-200", in their order; undefined for other fields. */
export function bandsOf({ type, values }: CatalogueField): readonly FieldValue[] | undefined {
  if (type !== 'vocabulary' || !values?.length || !values.every(({ value }) => BAND.test(value)))
    return undefined;
  return values.toSorted((one, other) => Number.parseInt(one.value, 10) - Number.parseInt(other.value, 10));
}
