import { type Catalogue, FLAG_OPERATOR, findField, valueBounds } from './catalogue.ts';
import type { When } from './definition.ts';

/** Kind of editor that the values of a condition need. */
export type ValueEditor =
  /** A picker; `search` asks the service for values, else the catalogue lists them all. */
  | { kind: 'vocabulary'; search: boolean; maxValues: number }
  | { kind: 'company'; maxValues: number }
  /** Chooses among the lists that the caller can see. */
  | { kind: 'list'; maxValues: number }
  | { kind: 'integer'; count: number }
  | { kind: 'text'; maxValues: number }
  | { kind: 'flag' };

/** Returns the editor for an operator of a field. Values of an unknown field are edited as text. */
export function valueEditor(catalogue: Catalogue, fieldKey: string, operator: string): ValueEditor {
  const { max } = valueBounds(catalogue, operator);
  if (operator === FLAG_OPERATOR) return { kind: 'flag' };
  const field = findField(catalogue, fieldKey);
  switch (field?.type) {
    case 'vocabulary':
      return { kind: 'vocabulary', search: field.values === null, maxValues: max };
    case 'company':
    case 'list':
      return { kind: field.type, maxValues: max };
    case 'integer':
      return { kind: 'integer', count: max };
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
