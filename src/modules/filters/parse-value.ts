import { cleanDomain, isStorable } from '../../lib/domain-name.ts';
import type { ConditionNode, Value } from './definition.ts';
import type { Problems } from './problems.ts';

/** Largest value of PostgreSQL's integer type, which all numbers of the catalogue have. */
const MAX_INTEGER = 2 ** 31 - 1;
/** Maximum length of a vocabulary's value in UTF-16 units. Names in the catalogue have 500 at most. */
const MAX_TEXT = 1000;

type Condition = Pick<ConditionNode, 'field' | 'operator'>;

/**
 * Parses a value and normalizes it as the catalogue does.
 *
 * @returns undefined when an error was added to `problems`.
 */
export function readValue(
  raw: unknown,
  { field, operator }: Condition,
  pointer: string,
  problems: Problems,
): Value | undefined {
  if (operator === 'is_known') {
    if (typeof raw === 'boolean') return raw;
    return problems.add(pointer, 'wrong_type', 'must be true or false');
  }
  return field.type === 'integer'
    ? readInteger(raw, pointer, problems)
    : readText(raw, { field, operator }, pointer, problems);
}

function readInteger(raw: unknown, pointer: string, problems: Problems): number | undefined {
  if (typeof raw !== 'number' || !Number.isInteger(raw))
    return problems.add(pointer, 'wrong_type', 'must be a whole number');
  if (Math.abs(raw) > MAX_INTEGER)
    return problems.add(pointer, 'out_of_range', `must be from -${MAX_INTEGER} to ${MAX_INTEGER}`);
  // Turns the negative zero of JSON into zero.
  return raw + 0;
}

function readText(raw: unknown, { field, operator }: Condition, pointer: string, problems: Problems) {
  if (typeof raw !== 'string') return problems.add(pointer, 'wrong_type', 'must be a string');
  if (!isStorable(raw))
    return problems.add(pointer, 'out_of_range', 'contains characters that cannot be stored');
  const { min, max } = field.type === 'text' ? field.length : { min: 1, max: MAX_TEXT };
  if (!hasLength(raw, min, max))
    return problems.add(pointer, 'out_of_range', `must be ${min} to ${max} characters long`);
  if (field.type !== 'text' || field.text === 'name') return raw;
  // Domains are stored in lower case.
  const text = raw.toLowerCase();
  return operator === 'equals' ? (cleanDomain(text) ?? text) : text;
}

/** Compares the length in Unicode code points, each of which is one or two units of the string. */
function hasLength(text: string, min: number, max: number): boolean {
  if (text.length >= 2 * min && text.length <= max) return true;
  const length = [...text.slice(0, 2 * MAX_TEXT)].length;
  return length >= min && length <= max;
}
