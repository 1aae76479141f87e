import { type CatalogueField, toValue } from '../../../filter/catalogue.ts';
import type { Value, When } from '../../../filter/definition.ts';

/** A condition to add. Without values it is one to finish. */
export interface Addition {
  field: string;
  operator: string;
  values: readonly Value[];
  /** Whether a `not` stands around it. */
  negated: boolean;
  /** Age of the evidence; absent where any counts. */
  when?: When;
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
  const positive = field.operators.includes('any_of') ? 'any_of' : 'eq';
  const hasNegative = isNot && field.operators.includes('none_of');
  return {
    field: field.key,
    operator: hasNegative ? 'none_of' : positive,
    values: [toValue(field, text)],
    negated: isNot && !hasNegative,
  };
}
