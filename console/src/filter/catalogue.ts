import {
  type Catalogue,
  type CatalogueAnswer,
  type CatalogueField,
  type FieldType,
  type FieldValue,
  findField,
  toCatalogue,
} from '../../../clients/typescript/src/filter/catalogue.ts';
import { formatDate, formatDecimal } from '../lib/format.ts';
import { filterText } from '../text/filter.ts';
import { MAX_VALUES, type Value, type When } from './definition.ts';

export {
  type Catalogue,
  type CatalogueField,
  type CatalogueOperator,
  type FieldType,
  type FieldValue,
  findField,
  isCompared,
  isOwn,
  isSearched,
  OWN_FIELDS,
  searchedAs,
  toCatalogue,
  toValue,
  type WhenChoices,
} from '../../../clients/typescript/src/filter/catalogue.ts';

/** Returns the catalogue of an answer, with the units of declared fields in their labels: "Revenue (EUR)". */
export function catalogueOf(
  answer: CatalogueAnswer,
  declared: readonly { key: string; unit?: string | null }[] | null | undefined,
): Catalogue {
  const units = new Map(declared?.map(({ key, unit }) => [key, unit]));
  const fields = answer.fields.map((field) => {
    const unit = units.get(field.key);
    return unit ? { ...field, label: withUnit(field.label, unit) } : field;
  });
  return toCatalogue({ ...answer, fields });
}

/** Label of a field with its unit: "Revenue (EUR)". */
export const withUnit = (label: string, unit: string | null | undefined): string =>
  unit && !label.endsWith(`(${unit})`) ? `${label} (${unit})` : label;

/** Number of values that an operator takes. An unknown operator takes any number from one. */
export function valueBounds(catalogue: Catalogue, operator: string): { min: number; max: number } {
  return catalogue.operators.find(({ key }) => key === operator)?.values ?? { min: 1, max: MAX_VALUES };
}

/** The operator whose value is true or false in every field that supports it. */
export const FLAG_OPERATOR = 'is_known';

type ValueType = 'boolean' | 'integer' | 'number' | 'date' | 'string';

/** Types of values by the type of their field; all others have texts. */
const VALUE_TYPES: Partial<Record<FieldType, ValueType>> = {
  integer: 'integer',
  list: 'integer',
  number: 'number',
  date: 'date',
  boolean: 'boolean',
};

/** Type of the values that a field and operator take; undefined for an unknown field. */
export function valueType(catalogue: Catalogue, field: string, operator: string): ValueType | undefined {
  if (operator === FLAG_OPERATOR) return 'boolean';
  const found = findField(catalogue, field);
  return found && (VALUE_TYPES[found.type] ?? 'string');
}

/** Tells whether a value has the type that a field and operator take. An unknown field takes any value. */
export function fitsType(catalogue: Catalogue, field: string, operator: string, value: Value): boolean {
  const type = valueType(catalogue, field, operator);
  if (type === undefined) return true;
  if (type === 'date') return isDay(value);
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}

export const flagText = (flag: boolean): string => filterText.sentence.flags[flag ? 'yes' : 'no'];

/** Tells whether the values of a field are counted in ranges: those of own fields are too many one by one. */
export const hasRanges = ({ type }: CatalogueField): boolean => type === 'number' || type === 'date';

/** Tells whether a value is a day such as "2026-01-31". */
export const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));

/** Label of a value of a listed vocabulary. Where the catalogue does not list it: "List 12" for a list, else the value itself. */
export function listedLabel(catalogue: Catalogue, field: string, value: Value): string {
  const found = findField(catalogue, field);
  if (found?.type === 'list') return filterText.sentence.listNumber(value);
  if (found?.type === 'number' && typeof value === 'number') return formatDecimal(value);
  if (found?.type === 'date' && isDay(value)) return formatDate(value);
  if (typeof value === 'boolean') return flagText(value);
  return found?.values?.find((each) => each.value === value)?.label ?? String(value);
}

const BAND = /^\d+(-\d+|\+)$/;

/** Returns the values of a vocabulary of bands, such as "51-200", in their order; undefined for other fields. */
export function bandsOf({ type, values }: CatalogueField): readonly FieldValue[] | undefined {
  if (type !== 'vocabulary' || !values?.length || !values.every(({ value }) => BAND.test(value)))
    return undefined;
  return values.toSorted((one, other) => Number.parseInt(one.value, 10) - Number.parseInt(other.value, 10));
}

/** Kind of editor that the values of a condition need. */
type ValueEditor =
  /** A picker; `search` asks the service for values, else the catalogue lists them all. */
  | { kind: 'vocabulary'; search: boolean; maxValues: number }
  | { kind: 'company'; maxValues: number }
  /** Chooses among the lists that the caller can see. */
  | { kind: 'list'; maxValues: number }
  /** One value that is compared, or two for a range. */
  | { kind: 'integer' | 'number' | 'date'; count: number }
  | { kind: 'text'; maxValues: number }
  | { kind: 'flag' };

/** Returns the editor for an operator of a field. Values of an unknown field are edited as text. */
export function valueEditor(catalogue: Catalogue, fieldKey: string, operator: string): ValueEditor {
  const { max } = valueBounds(catalogue, operator);
  if (valueType(catalogue, fieldKey, operator) === 'boolean') return { kind: 'flag' };
  const field = findField(catalogue, fieldKey);
  switch (field?.type) {
    case 'vocabulary':
      return { kind: 'vocabulary', search: field.values === null, maxValues: max };
    case 'company':
    case 'list':
      return { kind: field.type, maxValues: max };
    case 'integer':
    case 'number':
    case 'date':
      return { kind: field.type, count: max };
    default:
      return { kind: 'text', maxValues: max };
  }
}

/** Returns what `when` may say in a condition on a field, by key; nothing for a field whose evidence has no date. */
export function whenChoices(catalogue: Catalogue, fieldKey: string): When[] {
  const { keys = [], windows = [] } = findField(catalogue, fieldKey)?.when ?? {};
  return keys.flatMap((key) => windows.map((window) => ({ [key]: window })));
}

/** Tells whether matches can be broken down by a field: all but free text and lists. */
export function isCounted(catalogue: Catalogue, fieldKey: string): boolean {
  const field = findField(catalogue, fieldKey);
  return field !== undefined && field.type !== 'text' && field.type !== 'list';
}

/** A value of an own field; a list of texts where companies may have several. */
export type OwnValue = Value | readonly string[];

/** Values of a company in own fields by the keys of these, as the service gives them in JSON. */
export function ownValuesOf(raw: unknown): Readonly<Record<string, OwnValue>> {
  return (raw ?? {}) as Readonly<Record<string, OwnValue>>;
}

/** Returns a value in words. */
export const ownValueText = (value: OwnValue, labelOf: (one: Value) => string): string =>
  (Array.isArray(value) ? value : [value]).map(labelOf).join(', ');
