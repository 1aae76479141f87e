import type { Queryable } from '../../database/client.ts';
import type { Snapshot } from '../facets/reader.ts';
import { EVER } from '../facets/windows.ts';
import { type ConditionNode, conditionsOf, type FilterNode } from './definition.ts';
import { didYouMean } from './did-you-mean.ts';
import { valuesPointer } from './parse-condition.ts';
import { askPartner } from './partner-questions.ts';
import { suggestCompanies } from './partner-values.ts';
import type { Problems } from './problems.ts';
import { readVocabulary } from './values.ts';
import type { Vocabulary } from './vocabularies.ts';

/** Suggestions are for typing errors: nobody makes more of them at once, and each costs a search. */
const MAX_SUGGESTIONS_MADE = 10;

interface Doubtful {
  condition: ConditionNode;
  value: string;
  index: number;
}

/** The values of closed vocabularies that no company has, which may be outside of them. */
export function findDoubtful(root: FilterNode, snapshot: Snapshot): Doubtful[] {
  const doubtful: Doubtful[] = [];
  for (const condition of conditionsOf(root)) {
    for (const [index, each] of condition.values.entries()) {
      const value = String(each);
      if (!isPresent(condition, value, snapshot)) doubtful.push({ condition, value, index });
    }
  }
  return doubtful;
}

/** Refuses those of the doubtful values that are outside their vocabulary (contract, section 6). */
export async function refuseUnknown(
  db: Queryable,
  doubtful: readonly Doubtful[],
  problems: Problems,
): Promise<void> {
  const vocabularies = new Map<Vocabulary, Awaited<ReturnType<typeof readVocabulary>>>();
  for (const [made, each] of doubtful.entries()) {
    const { field } = each.condition;
    if (problems.isFull) return;
    const withSuggestions = made < MAX_SUGGESTIONS_MADE;
    if (field.type === 'company') {
      refuse(each, withSuggestions ? await suggestCompanies(db, each.value) : [], problems);
    } else if (field.type === 'vocabulary') {
      const vocabulary = vocabularies.get(field.vocabulary) ?? (await readVocabulary(db, field.vocabulary));
      vocabularies.set(field.vocabulary, vocabulary);
      if (vocabulary.has(each.value)) continue;
      refuse(each, withSuggestions ? didYouMean(each.value, vocabulary.values()) : [], problems);
    }
  }
}

/** Whether the snapshot knows some company that has the value, or that is it. */
function isPresent({ field, operator }: ConditionNode, value: string, snapshot: Snapshot): boolean {
  if (operator === 'is_known') return true;
  if (field.type === 'company') return snapshot.answer(askPartner(value, EVER)).found;
  if (field.type !== 'vocabulary') return true;
  return !snapshot.posting({ field: field.key, value, window: EVER }).isEmpty;
}

function refuse({ condition, value, index }: Doubtful, suggestions: readonly string[], problems: Problems) {
  const { field } = condition;
  const wanted = field.type === 'company' ? 'domain or slug of a tracked company' : `value of ${field.key}`;
  const shown = value.length > 60 ? `${value.slice(0, 60)}…` : value;
  problems.add({
    pointer: `${valuesPointer(condition)}/${index}`,
    code: 'unknown_value',
    message: `"${shown}" is no ${wanted}; see filter-fields/${field.key}/values`,
    ...(suggestions.length > 0 ? { did_you_mean: suggestions } : {}),
  });
}
