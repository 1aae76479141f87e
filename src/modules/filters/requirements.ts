import { EVER, type EvidenceWindow, WINDOWS } from '../facets/evidence-windows.ts';
import { existenceKey, type PostingKey, UNIVERSE } from '../facets/facet.ts';
import { type ConditionNode, conditionsOf, type FilterNode } from './definition.ts';
import { rangeKeys } from './number-comparison.ts';
import { partnerSqlCondition } from './partner-conditions.ts';
import type { FilterSqlCondition } from './sql-conditions.ts';
import { textSqlConditions } from './text-conditions.ts';

export const UNIVERSE_KEY: PostingKey = existenceKey(UNIVERSE.field);

/** Returns the keys of a condition's values within a window. */
export function valueKeys({ field, values }: ConditionNode, window: EvidenceWindow): PostingKey[] {
  const dated = field.dated ? window : EVER;
  return values.map((value) => ({ field: field.key, value: String(value), window: dated }));
}

/** Returns the SQL conditions of a condition within a window; none when postings suffice. */
export function sqlConditionsOf(
  { field, operator, values }: ConditionNode,
  window: EvidenceWindow,
): FilterSqlCondition[] {
  if (field.type === 'company') return values.map((value) => partnerSqlCondition(String(value), window));
  return field.type === 'text' ? textSqlConditions(field.text, operator, values.map(String)) : [];
}

export interface Requirements {
  postings: readonly PostingKey[];
  conditions: readonly FilterSqlCondition[];
}

/**
 * Returns everything that must be read before a tree can be evaluated in these windows. The window "ever" is always
 * included. The universe is not: nodes inside a bounded tree may be complements, but its result never is.
 */
export function requirementsOf(
  root: FilterNode | null,
  windows: readonly EvidenceWindow[] = [EVER],
): Requirements {
  const postings: PostingKey[] = [];
  const conditions: FilterSqlCondition[] = [];
  for (const condition of conditionsOf(root)) {
    const needed = windowsOf(condition, windows);
    for (const key of postingsOf(condition, needed)) postings.push(key);
    for (const window of needed) for (const each of sqlConditionsOf(condition, window)) conditions.push(each);
  }
  return { postings, conditions };
}

const EVER_ALONE: readonly EvidenceWindow[] = [EVER];

function windowsOf({ field }: ConditionNode, windows: readonly EvidenceWindow[]): readonly EvidenceWindow[] {
  return field.dated ? WINDOWS.filter((window) => window === EVER || windows.includes(window)) : EVER_ALONE;
}

function postingsOf(condition: ConditionNode, windows: readonly EvidenceWindow[]): PostingKey[] {
  const { field, operator } = condition;
  if (operator === 'is_known') return [existenceKey(field.key)];
  if (field.type === 'integer') return rangeKeys(field, condition);
  if (field.type !== 'vocabulary') return [];
  return windows.flatMap((window) => valueKeys(condition, window));
}
