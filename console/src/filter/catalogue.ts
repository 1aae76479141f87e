import {
  type Catalogue,
  type CatalogueField,
  type FieldValue,
  findField,
  hasNumbers,
} from '../../../clients/typescript/src/filter/catalogue.ts';
import { filterText } from '../text/filter.ts';
import { MAX_VALUES, type Value } from './definition.ts';

export {
  type Catalogue,
  type CatalogueField,
  type CatalogueOperator,
  type FieldType,
  type FieldValue,
  findField,
  isSearched,
  toCatalogue,
  toValue,
  type WhenChoices,
} from '../../../clients/typescript/src/filter/catalogue.ts';

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
