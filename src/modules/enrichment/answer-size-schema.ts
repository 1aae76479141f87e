import type { GraphQLResolveInfo } from 'graphql';
import { type AnswerBudget, answerTooLarge } from '../../graphql/limits/answer-size.ts';
import { type Selections, selectionsOf } from '../../graphql/selections.ts';

/** What a value takes beside its key: a timestamp, or a name. */
const VALUE_CHARACTERS = 30;

/** Characters that a result takes by itself, and each of its partnerships. */
export interface ResultSize {
  result: number;
  partnership: number;
}

/** Estimates the size of a result from what a document selects of it, behind aliases and in fragments as well. */
export function resultSizeOf(info: GraphQLResolveInfo): ResultSize {
  const size: ResultSize = { result: 0, partnership: 0 };
  for (const results of selectionsOf(info).flatMap((each) => each.below('results'))) {
    size.result += charactersOf(results);
    for (const partnership of results.below('partnerships')) size.partnership += charactersOf(partnership);
  }
  return size;
}

/** The characters of the keys of an object, and of a value for each. */
function charactersOf(selections: Selections): number {
  return selections.keys().reduce((sum, key) => sum + key.length + VALUE_CHARACTERS, 0);
}

/**
 * Refuses a batch whose answer would be larger than its budget, before anything of it is charged. Stored counts tell.
 *
 * @param partners how many partners each result has.
 * @throws Fault answer_too_large with how many of these domains fit.
 */
export function assertAnswerFits(
  partners: readonly number[],
  { result, partnership }: ResultSize,
  budget: AnswerBudget,
): void {
  let left = budget.maxBytes;
  for (const [index, count] of partners.entries()) {
    left -= result + count * partnership;
    if (left < 0) throw answerTooLarge({ ...budget, isWrite: false }, index === 0 ? undefined : index);
  }
}
