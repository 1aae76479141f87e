import { isJsonObject } from '../../lib/json-object.ts';
import { pointerStep } from '../../lib/json-pointer.ts';
import type { ConditionNode } from './definition.ts';
import { didYouMeanKey } from './did-you-mean.ts';
import { MAX_VALUES, OPERATOR_KEYS, OPERATORS, type OperatorKey, PATTERN_OPERATORS } from './operators.ts';
import { readValue } from './parse-value.ts';
import type { Problems } from './problems.ts';
import { FIELD_KEYS, type Field, findField } from './registry.ts';

/** Returns a step of a JSON pointer (RFC 6901). Long keys are cut, so that errors stay short. */
export function step(key: string): string {
  return pointerStep(key.slice(0, 100));
}

const CONDITION_KEYS = ['field', 'operator', 'values'];

/**
 * @param nodePointer JSON pointer of the node that contains the condition.
 * @returns undefined when an error was added to `problems`.
 */
export function readCondition(
  raw: unknown,
  nodePointer: string,
  problems: Problems,
): ConditionNode | undefined {
  const pointer = `${nodePointer}/condition`;
  if (!isJsonObject(raw)) {
    const message = 'must be an object with field, operator and values';
    return problems.add(pointer, 'wrong_type', message, { allowed: CONDITION_KEYS });
  }
  const unknown = Object.keys(raw).filter((key) => !CONDITION_KEYS.includes(key));
  for (const key of unknown.slice(0, MAX_VALUES)) {
    const message = 'is an unknown key; use field, operator and values';
    problems.add(pointer + step(key), 'unknown_key', message, { allowed: CONDITION_KEYS });
  }
  const field = readField(raw.field, `${pointer}/field`, problems);
  const operator = readOperator(raw.operator, field, `${pointer}/operator`, problems);
  const values = readArray(raw.values, `${pointer}/values`, problems);
  if (!field || !operator || !values || unknown.length > 0) return undefined;
  return readValues(
    values,
    { kind: 'condition', pointer: nodePointer, field, operator, values: [] },
    problems,
  );
}

/** Number of patterns in an unvalidated condition; 0 for one with too many values, which is refused anyway. */
export function countPatterns(raw: unknown): number {
  if (!isJsonObject(raw) || !Array.isArray(raw.values) || raw.values.length > MAX_VALUES) return 0;
  const operator = OPERATOR_KEYS.find((key) => key === raw.operator);
  return operator !== undefined && PATTERN_OPERATORS.has(operator) ? raw.values.length : 0;
}

function readField(raw: unknown, pointer: string, problems: Problems): Field | undefined {
  const allowed = FIELD_KEYS;
  if (typeof raw !== 'string') return missingOrWrong(raw, pointer, allowed, problems);
  const field = findField(raw);
  if (field) return field;
  const hints = { suggestions: didYouMeanKey(raw, allowed), allowed };
  return problems.add(pointer, 'unknown_field', `Unknown field "${cut(raw)}".`, hints);
}

function readOperator(
  raw: unknown,
  field: Field | undefined,
  pointer: string,
  problems: Problems,
): OperatorKey | undefined {
  const allowed = field?.operators ?? OPERATOR_KEYS;
  if (typeof raw !== 'string') return missingOrWrong(raw, pointer, allowed, problems);
  const operator = OPERATOR_KEYS.find((key) => key === raw);
  if (operator === undefined) {
    const hints = { suggestions: didYouMeanKey(raw, allowed), allowed };
    return problems.add(pointer, 'unknown_operator', `Unknown operator "${cut(raw)}".`, hints);
  }
  if (allowed.includes(operator)) return operator;
  const message = `${field?.key} does not support ${operator}; use ${allowed.join(', ')}`;
  return problems.add(pointer, 'operator_not_allowed', message, { allowed });
}

function readArray(raw: unknown, pointer: string, problems: Problems): unknown[] | undefined {
  if (Array.isArray(raw)) return raw;
  if (raw === undefined) return problems.add(pointer, 'missing', 'is missing; it must be an array');
  return problems.add(pointer, 'wrong_type', 'must be an array');
}

function readValues(
  raw: readonly unknown[],
  condition: ConditionNode,
  problems: Problems,
): ConditionNode | undefined {
  const pointer = valuesPointer(condition);
  const { min, max } = OPERATORS[condition.operator].values;
  if (raw.length > MAX_VALUES) {
    const message = `has ${raw.length} values; at most ${MAX_VALUES} are allowed`;
    return problems.add(pointer, 'too_many_values', message);
  }
  if (raw.length < min || raw.length > max) {
    const wanted = min === max ? `exactly ${min}` : `at least ${min}`;
    const message = `${condition.operator} takes ${wanted} ${min === 1 ? 'value' : 'values'}, not ${raw.length}`;
    return problems.add(pointer, 'wrong_number_of_values', message);
  }
  const values = raw.map((value, index) => readValue(value, condition, `${pointer}/${index}`, problems));
  const valid = values.filter((value) => value !== undefined);
  if (valid.length < raw.length) return undefined;
  const [from, to] = valid;
  if (condition.operator === 'between' && Number(from) > Number(to)) {
    const message = 'the first value must not be greater than the second';
    return problems.add(pointer, 'out_of_range', message);
  }
  // Both ends of a range may be the same number.
  return { ...condition, values: condition.operator === 'between' ? valid : [...new Set(valid)] };
}

/** JSON pointer of the values of a condition. */
export function valuesPointer({ pointer }: ConditionNode): string {
  return `${pointer}/condition/values`;
}

function missingOrWrong(raw: unknown, pointer: string, allowed: readonly string[], problems: Problems) {
  return raw === undefined
    ? problems.add(pointer, 'missing', 'is missing; it must be a string', { allowed })
    : problems.add(pointer, 'wrong_type', 'must be a string', { allowed });
}

function cut(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text.toWellFormed();
}
