import type { Queryable } from '../../database/client.ts';
import { EVER } from '../facets/evidence-windows.ts';
import type { IndexSnapshot } from '../facets/reader.ts';
import { type ConditionNode, conditionsOf, type FilterNode } from './definition.ts';
import { didYouMean, suggestCompanies } from './did-you-mean.ts';
import { parseDefinition } from './parse.ts';
import { cut } from './parse-condition.ts';
import { Problems } from './problems.ts';
import { requirementsOfCondition } from './requirements.ts';
import { readVocabulary } from './values.ts';
import { identityOf, type Vocabulary } from './vocabularies.ts';

/** Values that get suggestions. Each costs a search, and typing errors are few. */
const MAX_SUGGESTED = 10;

interface UnusedValue {
  condition: ConditionNode;
  value: string;
  index: number;
}

/** Finds the values of closed vocabularies that no company has. They may be outside of their vocabulary. */
export function findUnusedValues(root: FilterNode, snapshot: IndexSnapshot): UnusedValue[] {
  const unused: UnusedValue[] = [];
  for (const { condition } of conditionsOf(root)) {
    const { field, operator, values } = condition;
    if (operator === 'is_known' || (field.type !== 'vocabulary' && field.type !== 'company')) continue;
    const { postings, conditions } = requirementsOfCondition(condition, EVER);
    for (const [index, key] of postings.entries())
      if (snapshot.posting(key).isEmpty) unused.push({ condition, value: String(values[index]), index });
    for (const [index, partner] of conditions.entries())
      if (!snapshot.result(partner).found) unused.push({ condition, value: String(values[index]), index });
  }
  return unused;
}

/** Drops the values that a saved definition has in the same field: it may keep what has left its vocabulary. */
export function withoutValuesOf(unused: readonly UnusedValue[], saved: unknown): readonly UnusedValue[] {
  const definition =
    saved === undefined ? undefined : parseDefinition(saved, new Problems(), '', Number.POSITIVE_INFINITY);
  const kept = new Set<string>();
  for (const { condition } of conditionsOf(definition?.root ?? null))
    for (const value of condition.values) kept.add(`${condition.field.key}\0${value}`);
  return unused.filter(({ condition, value }) => !kept.has(`${condition.field.key}\0${value}`));
}

/** Refuses unused values that are outside of their vocabulary (contract, section 6). */
export async function refuseUnknownValues(
  db: Queryable,
  unused: readonly UnusedValue[],
  problems: Problems,
): Promise<void> {
  const vocabularies = new Map<Vocabulary, Awaited<ReturnType<typeof readVocabulary>>>();
  for (const [index, each] of unused.entries()) {
    const { field } = each.condition;
    if (problems.isFull) return;
    const hasSuggestions = index < MAX_SUGGESTED;
    if (field.type === 'company') {
      refuse(each, hasSuggestions ? await suggestCompanies(db, each.value) : [], problems);
    } else if (field.type === 'vocabulary') {
      const vocabulary = vocabularies.get(field.vocabulary) ?? (await readVocabulary(db, field.vocabulary));
      vocabularies.set(field.vocabulary, vocabulary);
      if (vocabulary.has(identityOf(field.vocabulary, each.value))) continue;
      refuse(each, hasSuggestions ? didYouMean(each.value, vocabulary.values()) : [], problems);
    }
  }
}

function refuse(
  { condition, value, index }: UnusedValue,
  suggestions: readonly string[],
  problems: Problems,
) {
  const { field } = condition;
  const hint = suggestions.length === 0 ? ` Search filter-fields/${field.key}/values.` : '';
  const pointer = `${condition.pointer}/condition/values/${index}`;
  problems.add(pointer, 'unknown_value', `Unknown ${field.key} "${cut(value)}".${hint}`, { suggestions });
}
