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

/**
 * Refuses values outside a closed vocabulary (contract, section 6). A value that some company has is in it: only what
 * the snapshot knows nothing of costs a look at the vocabulary.
 */
export async function checkValues(
  db: Queryable,
  root: FilterNode,
  snapshot: Snapshot,
  problems: Problems,
): Promise<void> {
  const doubtful = [...conditionsOf(root)].flatMap((condition) => doubtfulValues(condition, snapshot));
  if (doubtful.length === 0) return;
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

function doubtfulValues(condition: ConditionNode, snapshot: Snapshot): Doubtful[] {
  const { field, operator, values } = condition;
  if (operator === 'is_known') return [];
  const isKnown = (value: string) => {
    if (field.type === 'company') return snapshot.answer(askPartner(value, EVER)).found;
    if (field.type !== 'vocabulary') return true;
    return !snapshot.posting({ field: field.key, value, window: EVER }).isEmpty;
  };
  return values
    .map((value, index) => ({ condition, value: String(value), index }))
    .filter(({ value }) => !isKnown(value));
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
