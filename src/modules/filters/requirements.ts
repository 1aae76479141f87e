import { knownKey, type PostingKey, UNIVERSE } from '../facets/facet.ts';
import { EVER, WINDOWS, type Window } from '../facets/windows.ts';
import { type ConditionNode, conditionsOf, type FilterNode } from './definition.ts';
import { rangeKeys } from './numbers.ts';
import { askPartner } from './partner-questions.ts';
import type { FilterQuestion } from './questions.ts';
import { askTexts } from './text-questions.ts';

export const UNIVERSE_KEY: PostingKey = knownKey(UNIVERSE.field);

/** The postings of a condition's values, as seen within a window. */
export function valueKeys({ field, values }: ConditionNode, window: Window): PostingKey[] {
  const dated = field.dated ? window : EVER;
  return values.map((value) => ({ field: field.key, value: String(value), window: dated }));
}

/** The questions that SQL has to answer for a condition within a window; none for one that postings answer. */
export function questionsOf({ field, operator, values }: ConditionNode, window: Window): FilterQuestion[] {
  if (field.type === 'company') return values.map((value) => askPartner(String(value), window));
  return field.type === 'text' ? askTexts(field.text, operator, values.map(String)) : [];
}

export interface Requirements {
  postings: readonly PostingKey[];
  questions: readonly FilterQuestion[];
}

/**
 * Everything that must be read before a tree can be evaluated in these windows; "ever" is needed always. Not the
 * universe: a bounded tree never comes out as a complement, though nodes inside it may.
 */
export function requirementsOf(root: FilterNode | null, windows: readonly Window[] = [EVER]): Requirements {
  const postings: PostingKey[] = [];
  const questions: FilterQuestion[] = [];
  for (const condition of conditionsOf(root)) {
    const needed = windowsOf(condition, windows);
    for (const key of postingsOf(condition, needed)) postings.push(key);
    for (const window of needed)
      for (const question of questionsOf(condition, window)) questions.push(question);
  }
  return { postings, questions };
}

const EVER_ALONE: readonly Window[] = [EVER];

function windowsOf({ field }: ConditionNode, windows: readonly Window[]): readonly Window[] {
  return field.dated ? WINDOWS.filter((window) => window === EVER || windows.includes(window)) : EVER_ALONE;
}

function postingsOf(condition: ConditionNode, windows: readonly Window[]): PostingKey[] {
  const { field, operator } = condition;
  if (operator === 'is_known') return [knownKey(field.key)];
  if (field.type === 'integer') return rangeKeys(field, condition);
  if (field.type !== 'vocabulary') return [];
  return windows.flatMap((window) => valueKeys(condition, window));
}
