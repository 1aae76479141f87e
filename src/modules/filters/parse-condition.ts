import { isStorable, toLookUpDomain, withPlainDots } from '../../lib/domain-name.ts';
import type { DefinitionErrorCode } from '../../lib/fault.ts';
import { invalidValue, unknownKey } from '../../lib/fault.ts';
import { isJsonObject, type JsonObject, pointerStep } from '../../lib/json.ts';
import { toRowId } from '../../lib/page.ts';
import { isWithin, TEXT_LIMITS } from '../../lib/request-limits.ts';
import { counted, cut, didYouMeanKey } from '../../lib/text.ts';
import { storedText } from '../../lib/text-key.ts';
import { WINDOW_DAYS } from '../facets/evidence-windows.ts';
import type { OwnFieldType } from '../fields/own-field.ts';
import { readOwnValue } from '../fields/read-value.ts';
import type { ConditionNode, Problems } from './definition.ts';
import { WHEN_KEYS, WHEN_WINDOWS } from './evidence-when.ts';
import type { FieldSet } from './field-set.ts';
import {
  MAX_VALUES,
  OPERATOR_KEYS,
  OPERATORS,
  OPERATORS_BY_KEY,
  type OperatorKey,
  PATTERN_OPERATORS,
  type Value,
} from './operators.ts';
import { BUILT_IN_FIELDS, type Field } from './registry.ts';

/** Returns a step of a JSON pointer (RFC 6901). Long keys are cut, so that errors stay short. */
export function step(key: string): string {
  return pointerStep(key.slice(0, 100));
}

const CONDITION_KEYS = ['field', 'operator', 'values', 'when'];
const LIST = new Intl.ListFormat('en-GB');
const WHEN_CHOICE = new Intl.ListFormat('en-GB', { type: 'disjunction' });
const DATED_KEYS = BUILT_IN_FIELDS.filter(({ dated }) => dated).map(({ key }) => key);

/** @returns whether an object has the allowed keys only. */
export function refuseUnknownKeys(
  raw: JsonObject,
  allowed: readonly string[],
  pointer: string,
  problems: Problems,
): boolean {
  let unknown = 0;
  for (const key of Object.keys(raw)) {
    if (allowed.includes(key)) continue;
    problems.add(pointer + step(key), 'unknown_key', `is an unknown key; use ${LIST.format(allowed)}`, {
      allowed,
    });
    unknown += 1;
    if (problems.isFull) break;
  }
  return unknown === 0;
}

/** @returns undefined when an error was added to `problems`. */
export function readCondition(raw: unknown, nodePointer: string, fields: FieldSet, problems: Problems) {
  const pointer = `${nodePointer}/condition`;
  if (!isJsonObject(raw)) {
    const message = 'must be an object with field, operator and values';
    return problems.add(pointer, 'wrong_type', message, { allowed: CONDITION_KEYS });
  }
  const isKnown = refuseUnknownKeys(raw, CONDITION_KEYS, pointer, problems);
  const field = readKey(raw.field, 'field', fields, fields.keys, `${pointer}/field`, problems);
  const operator = readOperator(raw.operator, field, `${pointer}/operator`, problems);
  const when = readWhen(raw.when, field, `${pointer}/when`, problems);
  const { values } = raw;
  if (!Array.isArray(values)) {
    const isMissing = values === undefined;
    const message = isMissing ? 'is missing; it must be an array' : 'must be an array';
    return problems.add(`${pointer}/values`, isMissing ? 'missing' : 'wrong_type', message);
  }
  if (!field || !operator || !isKnown || when === null) return undefined;
  const condition = { kind: 'condition', pointer: nodePointer, field, operator, values: [], when } as const;
  return readValues(values, condition, problems);
}

/**
 * Finds the field that an argument names.
 *
 * @throws Fault validation_error for an unknown key, with similar ones.
 */
export function fieldOf(fields: FieldSet, key: string, pointer: string): Field {
  const field = fields.get(key);
  if (field) return field;
  if (fields.shown?.has(key)) throw invalidValue(pointer, `${key} ${ONLY_SHOWN}`);
  throw unknownKey(pointer, 'field', key, fields.keys);
}

/** Number of patterns in an unvalidated condition; 0 for one with too many values, which is refused anyway. */
export function countPatterns(raw: unknown): number {
  if (!isJsonObject(raw) || !Array.isArray(raw.values) || raw.values.length > MAX_VALUES) return 0;
  return PATTERN_OPERATORS.has(raw.operator) ? raw.values.length : 0;
}

function readOperator(
  raw: unknown,
  field: Field | undefined,
  pointer: string,
  problems: Problems,
): OperatorKey | undefined {
  const allowed = field?.operators ?? OPERATOR_KEYS;
  const operator = readKey(raw, 'operator', OPERATORS_BY_KEY, allowed, pointer, problems);
  if (operator === undefined || allowed.includes(operator)) return operator;
  const message = `${field?.key} does not support ${operator}; use ${allowed.join(', ')}`;
  return problems.add(pointer, 'operator_not_allowed', message, { allowed });
}

/** @returns undefined for a condition without `when`; null when an error was added to `problems`. */
function readWhen(raw: unknown, field: Field | undefined, pointer: string, problems: Problems) {
  const refuse = (code: DefinitionErrorCode, at: string, message: string, allowed: readonly string[]) => {
    problems.add(at, code, message, { allowed });
    return null;
  };
  if (raw === undefined) return undefined;
  if (field && !field.dated) {
    const message = `${field.key} has no dated evidence; only ${LIST.format(DATED_KEYS)} take when`;
    return refuse('unknown_key', pointer, message, CONDITION_KEYS.slice(0, -1));
  }
  if (!isJsonObject(raw))
    return refuse('wrong_type', pointer, 'must be an object such as {"first_seen": "90d"}', WHEN_KEYS);
  const keys = Object.keys(raw);
  const [given = ''] = keys;
  if (keys.length !== 1)
    return refuse('not_one_key', pointer, `must have exactly one key, not ${keys.length}`, WHEN_KEYS);
  const key = WHEN_KEYS.find((each) => each === given);
  if (key === undefined) {
    const message = `is an unknown key; use ${WHEN_CHOICE.format(WHEN_KEYS)}`;
    return refuse('unknown_key', pointer + step(given), message, WHEN_KEYS);
  }
  const days = WINDOW_DAYS.find((each) => `${each}d` === raw[key]);
  if (days !== undefined) return { key, days };
  const isText = typeof raw[key] === 'string';
  const message = `must be one of ${WHEN_WINDOWS.join(', ')}`;
  return refuse(isText ? 'unknown_value' : 'wrong_type', `${pointer}/${key}`, message, WHEN_WINDOWS);
}

const ONLY_SHOWN = 'is a text or an address: it is shown and exported, and no condition compares it';

function readKey<T>(
  raw: unknown,
  noun: 'field' | 'operator',
  known: { get(key: string): T | undefined; shown?: ReadonlySet<string> },
  allowed: readonly string[],
  pointer: string,
  problems: Problems,
): T | undefined {
  if (raw === undefined)
    return problems.add(pointer, 'missing', 'is missing; it must be a string', { allowed });
  if (typeof raw !== 'string') return problems.add(pointer, 'wrong_type', 'must be a string', { allowed });
  const found = known.get(raw);
  if (found) return found;
  if (known.shown?.has(raw))
    return problems.add(pointer, `unknown_${noun}`, `"${raw}" ${ONLY_SHOWN}.`, { allowed });
  const hints = { suggestions: didYouMeanKey(raw, allowed), allowed };
  return problems.add(pointer, `unknown_${noun}`, `Unknown ${noun} "${cut(raw)}".`, hints);
}

function readValues(raw: readonly unknown[], condition: ConditionNode, problems: Problems) {
  const { operator } = condition;
  const pointer = `${condition.pointer}/condition/values`;
  const { min, max } = OPERATORS[operator].values;
  if (raw.length > MAX_VALUES) {
    const message = `has ${raw.length} values; at most ${MAX_VALUES} are allowed`;
    return problems.add(pointer, 'too_many_values', message);
  }
  if (raw.length < min || raw.length > max) {
    const wanted = min === max ? 'exactly' : 'at least';
    const message = `${operator} takes ${wanted} ${counted(min, 'value')}, not ${raw.length}`;
    return problems.add(pointer, 'wrong_number_of_values', message);
  }
  const values: Value[] = [];
  for (const [index, each] of raw.entries()) {
    const value = readValue(each, condition, `${pointer}/${index}`, problems);
    if (value !== undefined) values.push(value);
  }
  if (values.length < raw.length) return undefined;
  // Both ends of a range may be the same number.
  if (operator !== 'between') return { ...condition, values: [...new Set(values)] };
  const [first = 0, last = 0] = values;
  if (first <= last) return { ...condition, values };
  return problems.add(pointer, 'out_of_range', 'the first value must not be greater than the second');
}

/** Largest value of PostgreSQL's integer type, which all numbers of the catalogue have. */
const MAX_INTEGER = 2 ** 31 - 1;

/**
 * Parses a value and normalizes it as the catalogue does.
 *
 * @returns undefined when an error was added to `problems`.
 */
function readValue(
  raw: unknown,
  condition: ConditionNode,
  pointer: string,
  problems: Problems,
): Value | undefined {
  if (condition.operator === 'is_known') {
    if (typeof raw === 'boolean') return raw;
    return problems.add(pointer, 'wrong_type', 'must be true or false');
  }
  switch (condition.field.type) {
    case 'integer':
      return readInteger(raw, pointer, problems);
    case 'number':
    case 'date':
    case 'boolean':
      return readOwn(condition.field.type, raw, pointer, problems);
    case 'deleted':
      return ['string', 'number', 'boolean'].includes(typeof raw) ? (raw as Value) : undefined;
    case 'list':
      return readListId(raw, pointer, problems);
    default:
      return readText(raw, condition, pointer, problems);
  }
}

function readInteger(raw: unknown, pointer: string, problems: Problems): number | undefined {
  if (typeof raw !== 'number' || !Number.isInteger(raw))
    return problems.add(pointer, 'wrong_type', 'must be a whole number');
  if (Math.abs(raw) > MAX_INTEGER)
    return problems.add(pointer, 'out_of_range', `must be from -${MAX_INTEGER} to ${MAX_INTEGER}`);
  // Turns the negative zero of JSON into zero.
  return raw + 0;
}

/** Reads a value of an own field as it is stored. */
function readOwn(type: OwnFieldType, raw: unknown, pointer: string, problems: Problems): Value | undefined {
  const read = readOwnValue({ type, multiple: false }, raw);
  if ('value' in read) return read.value as Value;
  const isOfType = typeof raw === (type === 'date' ? 'string' : type);
  return problems.add(pointer, isOfType ? 'out_of_range' : 'wrong_type', read.reason);
}

/** Missing and hidden lists have the same error, without a hint. */
export const UNKNOWN_LIST = 'List not found, or it is not shared with you.';

/** A malformed id is answered as an unknown one. */
function readListId(raw: unknown, pointer: string, problems: Problems): number | undefined {
  if (typeof raw === 'number' && toRowId(raw) > 0) return raw;
  if (typeof raw === 'number') return problems.add(pointer, 'unknown_value', UNKNOWN_LIST);
  return problems.add(pointer, 'wrong_type', 'must be the number of a list');
}

function readText(given: unknown, { field, operator }: ConditionNode, pointer: string, problems: Problems) {
  if (typeof given !== 'string') return problems.add(pointer, 'wrong_type', 'must be a string');
  const raw = storedText(given);
  if (!isStorable(raw))
    return problems.add(pointer, 'out_of_range', 'contains characters that cannot be stored');
  const { maxLength } = TEXT_LIMITS.filterValue;
  const { min, max } = field.type === 'text' ? field.length : { min: 1, max: maxLength };
  if (!isWithin(raw, { minLength: min, maxLength: max }))
    return problems.add(pointer, 'out_of_range', `must be ${min} to ${max} characters long`);
  if (field.type !== 'text' || field.text === 'name') return raw;
  // Domains are stored in lower case, with dots in ASCII.
  const text = withPlainDots(raw.toLowerCase());
  return operator === 'equals' ? (toLookUpDomain(raw) ?? text) : text;
}
