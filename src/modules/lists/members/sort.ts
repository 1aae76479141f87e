import { validationFault } from '../../../lib/fault.ts';
import { cut, didYouMeanKey, suggested } from '../../../lib/text.ts';
import { NO_IDS } from '../../facets/bitmap.ts';
import { EVER } from '../../facets/evidence-windows.ts';
import { existenceKey, type PostingKey } from '../../facets/facet.ts';
import { WHOLE_BITS } from '../../facets/number-encoding.ts';
import type { IndexSnapshot } from '../../facets/reader.ts';
import { scopeOf } from '../../fields/own-field.ts';
import { readOwnValue } from '../../fields/read-value.ts';
import { BUILT_IN, type FieldSet } from '../../filters/field-set.ts';
import { bitsOf, sliceKeys, slicesOf } from '../../filters/number-comparison.ts';
import {
  type BooleanField,
  type Field,
  isNumberField,
  type NumberField,
  type VocabularyField,
} from '../../filters/registry.ts';
import type { NumberOrder } from './order.ts';
import { TIERS } from './snapshot.ts';

/** A field by whose values members can be sorted (contract, sections 9 and 20): a company has one of them at most. */
type SortField = NumberField | BooleanField | VocabularyField;

/** Order of members. Unknown values come last in either direction, and equal ones are ordered by company id. */
export interface MemberSort {
  by: 'tier' | 'name' | SortField;
  descending: boolean;
}

/** Order that a caller asks for, by the key of a field. */
export interface RequestedSort {
  key: string;
  /** Undefined: the direction of the field. */
  descending: boolean | undefined;
}

/** Reads the fields that the caller can use. */
export type ReadFields = () => Promise<FieldSet>;

/** Order of members unless a caller asks for another. */
export const DEFAULT_SORT: MemberSort = { by: 'tier', descending: false };

/** A list of values has no place in an order, and neither has a built-in vocabulary. */
function isSortable(field: Field): field is Field & SortField {
  const isCategory = field.type === 'category' && field.own !== undefined && !field.own.multiple;
  return isNumberField(field) || field.type === 'boolean' || isCategory;
}

/** Returns the keys by which members can be sorted. */
function sortKeys({ fields }: FieldSet): string[] {
  return ['tier', 'name', ...fields.filter(isSortable).map(({ key }) => key)];
}

/** Keys of the orders that need no own field. */
export const BUILT_IN_SORTS = sortKeys(BUILT_IN);

export function keyOf({ by }: MemberSort): string {
  return typeof by === 'string' ? by : by.key;
}

async function findOrder(key: string, readFields: ReadFields): Promise<MemberSort['by'] | undefined> {
  if (key === 'tier' || key === 'name') return key;
  const field = (scopeOf(key) ? await readFields() : BUILT_IN).get(key);
  return field && isSortable(field) ? field : undefined;
}

/** The largest number and the latest day come first, texts begin with A. */
function isUsuallyDescending(by: MemberSort['by']): boolean {
  return typeof by !== 'string' && isNumberField(by);
}

/** Finds the order that a caller asks for. @throws Fault validation_error for a field that members cannot be sorted by */
export async function readSort(
  { key, descending }: RequestedSort,
  readFields: ReadFields,
  pointer = '/orderBy/field',
): Promise<MemberSort> {
  const by = await findOrder(key, readFields);
  if (by !== undefined) return { by, descending: descending ?? isUsuallyDescending(by) };
  const fields = await readFields();
  const message = `Members cannot be sorted by "${cut(key)}"${reasonOf(key, fields)}.`;
  const hints = suggested(message, didYouMeanKey(key, sortKeys(fields)));
  throw validationFault([{ pointer, ...hints }]);
}

/** Says why members cannot be sorted by a field that exists. */
function reasonOf(key: string, fields: FieldSet): string {
  if (fields.shown?.has(key)) return ', which is a text or an address';
  const field = fields.get(key);
  if (field?.own?.multiple) return ', of which a company can have several values';
  return field ? '; they are sorted by tier, name, numbers, days, booleans, and categories of one value' : '';
}

/** Finds the order of a cursor. @returns undefined if its own field was deleted, perhaps to be declared anew */
export async function findSort(
  { key, descending, declaredAt }: { key: string; descending: boolean; declaredAt: number | undefined },
  readFields: ReadFields,
): Promise<MemberSort | undefined> {
  const by = await findOrder(key, readFields);
  const current = typeof by === 'object' ? by.own?.declaredAt : undefined;
  return by === undefined || current !== declaredAt ? undefined : { by, descending };
}

/** Tells whether a value of a cursor is one that members of an order can have; null is an unknown value. */
export function isValueOf({ by }: MemberSort, value: string | number | null): boolean {
  if (by === 'tier') return TIERS.some((tier) => tier === value);
  if (by === 'name') return typeof value === 'string';
  if (value === null) return true;
  switch (by.type) {
    case 'number':
      return 'value' in readOwnValue({ type: 'number', multiple: false }, value);
    case 'integer':
    case 'date':
      return Number.isSafeInteger(value) && Number(value) >= 0;
    case 'boolean':
      return value === 0 || value === 1;
    default:
      return typeof value === 'string';
  }
}

/** Reads the numbers of a field for an order. False is 0, and true is 1. */
export async function readNumbers(
  field: NumberField | BooleanField,
  read: (keys: readonly PostingKey[]) => Promise<IndexSnapshot>,
): Promise<NumberOrder> {
  if (isNumberField(field)) return { ...slicesOf(field, await read(sliceKeys(field))), range: bitsOf(field) };
  const [existing, isTrue] = [existenceKey(field.facet), { field: field.facet, value: 'true', window: EVER }];
  const snapshot = await read([existing, isTrue]);
  return {
    existing: snapshot.posting(existing),
    negative: NO_IDS,
    bits: [snapshot.posting(isTrue)],
    range: WHOLE_BITS,
  };
}
