import type { GraphQLResolveInfo } from 'graphql';
import { type AnswerBudget, answerTooLarge } from '../../graphql/limits/answer-size.ts';
import { type Selections, selectionsOf } from '../../graphql/selections.ts';

/** Estimated characters of a value, such as a timestamp or a name. */
const VALUE_CHARACTERS = 30;

/** Characters of a result without its partnerships, and of one partnership. */
interface ResultSize {
  result: number;
  partnership: number;
}

/** Estimates the size of a result from the fields that a document selects, including aliases and fragments. */
export function resultSizeOf(info: GraphQLResolveInfo): ResultSize {
  const size: ResultSize = { result: 0, partnership: 0 };
  for (const results of selectionsOf(info).flatMap((each) => each.below('results'))) {
    size.result += charactersOf(results);
    for (const partnership of results.below('partnerships')) size.partnership += charactersOf(partnership);
  }
  return size;
}

/** Returns the characters of the keys of an object, with a value for each. */
function charactersOf(selections: Selections): number {
  return selections.keys().reduce((sum, key) => sum + key.length + VALUE_CHARACTERS, 0);
}

/**
 * Refuses a batch whose response would be larger than its budget, before it is charged.
 *
 * @param partners the stored number of partners of each result.
 * @throws Fault answer_too_large with the number of domains that fit.
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
