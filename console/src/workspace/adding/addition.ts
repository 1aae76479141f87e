import { type CatalogueField, toValue } from '../../filter/catalogue.ts';
import type { FilterNode } from '../../filter/definition.ts';
import type { Addition } from '../../filter/rank.ts';

/** Returns the node of a filter that a finished addition makes. */
export function toNode({ field, operator, values, negated, when }: Addition): FilterNode {
  const node = { condition: { field, operator, values, ...(when && { when }) } };
  return negated ? { not: node } : node;
}

/** Returns an unfinished condition of a field, with the operator that is asked for most. */
export function unfinished({ key, operators }: CatalogueField): Addition {
  const operator = operators.includes('gte') ? 'gte' : (operators[0] ?? '');
  return { field: key, operator, values: [], negated: false };
}

/**
 * Returns the condition that one value of a breakdown stands for.
 *
 * @param isNot the companies that do not have the value.
 */
export function additionOf(field: CatalogueField, text: string, isNot: boolean): Addition {
  const value = toValue(field, text);
  // A company that says nothing is not "not hiring".
  if (typeof value === 'boolean')
    return { field: field.key, operator: 'eq', values: [value !== isNot], negated: false };
  const positive = field.operators.includes('any_of') ? 'any_of' : 'eq';
  const hasNegative = isNot && field.operators.includes('none_of');
  return {
    field: field.key,
    operator: hasNegative ? 'none_of' : positive,
    values: [value],
    negated: isNot && !hasNegative,
  };
}

/**
 * Merges a new order into a list that people look at: rows up to the highlighted one keep their places, and all others
 * follow in the new order. So a result that arrives late never moves what Enter would pick.
 *
 * @param highlighted index in `shown`; undefined: nothing has to stay.
 */
export function keepPlaces<Row>(
  shown: readonly Row[],
  highlighted: number | undefined,
  ranked: readonly Row[],
  idOf: (row: Row) => string,
): readonly Row[] {
  const byId = new Map(ranked.map((row) => [idOf(row), row]));
  const kept = shown
    .slice(0, highlighted === undefined ? 0 : highlighted + 1)
    .flatMap((row) => byId.get(idOf(row)) ?? []);
  const keptIds = new Set(kept.map(idOf));
  return [...kept, ...ranked.filter((row) => !keptIds.has(idOf(row)))];
}
