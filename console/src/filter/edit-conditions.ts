import { type Catalogue, FLAG_OPERATOR, findField, fitsType, valueBounds, valueType } from './catalogue.ts';
import type { Value } from './definition.ts';
import type { ConditionItem } from './tree.ts';

type Draft = Pick<ConditionItem, 'field' | 'operator' | 'values'>;

/** Returns a new condition. A field's first operator is the usual one; a flag starts as true. */
export function draftCondition(
  catalogue: Catalogue,
  field: string,
  operator = findField(catalogue, field)?.operators[0] ?? 'any_of',
  values: readonly Value[] = [],
): Draft {
  return { field, operator, values: values.length === 0 && operator === FLAG_OPERATOR ? [true] : values };
}

/** Returns the condition on another field. The operator stays if the field has it, and values that fit stay too. */
export function withField(catalogue: Catalogue, condition: Draft, field: string): Draft {
  const operators = findField(catalogue, field)?.operators ?? [condition.operator];
  const operator = operators.includes(condition.operator) ? condition.operator : operators[0];
  const next = draftCondition(catalogue, field, operator);
  if (
    valueType(catalogue, condition.field, condition.operator) !== valueType(catalogue, field, next.operator)
  )
    return next;
  const { max } = valueBounds(catalogue, next.operator);
  const kept = condition.values.filter((value) => mayHave(catalogue, condition.field, next, value));
  return kept.length > 0 ? { ...next, values: kept.slice(0, max) } : next;
}

/** Lengths of a text, in characters, that every text field takes. The catalogue does not tell them. */
const TEXT_LENGTH = { min: 2, max: 100 };

function fitsText(value: Value): boolean {
  const { length } = [...String(value)];
  return length >= TEXT_LENGTH.min && length <= TEXT_LENGTH.max;
}

/** Free values fit every field of their type. A value of a vocabulary fits where the catalogue lists it. */
function mayHave(catalogue: Catalogue, oldField: string, { field, operator }: Draft, value: Value): boolean {
  const found = findField(catalogue, field);
  if (operator === FLAG_OPERATOR || oldField === field) return true;
  if (found?.type === 'vocabulary') return found.values?.some((each) => each.value === value) ?? false;
  if (found?.type !== findField(catalogue, oldField)?.type) return false;
  return found?.type !== 'text' || fitsText(value);
}

/** Returns the condition with another operator. Values stay as far as the operator takes them. */
export function withOperator(catalogue: Catalogue, condition: Draft, operator: string): Draft {
  const { max } = valueBounds(catalogue, operator);
  const values = condition.values
    .filter((value) => fitsType(catalogue, condition.field, operator, value))
    .slice(0, max);
  return draftCondition(catalogue, condition.field, operator, values);
}

/** Tells whether a field takes `when`. An unknown field may. */
export function takesWhen(catalogue: Catalogue, field: string): boolean {
  return findField(catalogue, field)?.when !== null;
}

/** Tells whether a field supports an operator. An unknown field may have any. */
export function supports(catalogue: Catalogue, field: string, operator: string): boolean {
  return findField(catalogue, field)?.operators.includes(operator) ?? true;
}
