import type { FieldNode, GraphQLResolveInfo } from 'graphql';
import { type AnswerBudget, answerTooLarge } from '../../graphql/limits/answer-size.ts';
import { type Selections, selectionsOf } from '../../graphql/selections.ts';

/** Estimated characters of a value, such as a timestamp or a name. */
const VALUE_CHARACTERS = 30;

/** Characters of a result without its partnerships, and of one partnership. */
interface ResultSize {
  result: number;
  partnership: number;
}

/** Sizes of the results of a field that a document selects once: those of saved and of cached documents are found once. */
const sizes = new WeakMap<FieldNode, ResultSize>();

/** Estimates the size of a result from the fields that a document selects, including aliases and fragments. */
export function resultSizeOf(info: GraphQLResolveInfo): ResultSize {
  const only = info.fieldNodes.length === 1 ? info.fieldNodes[0] : undefined;
  const known = only && sizes.get(only);
  if (known) return known;
  const size: ResultSize = { result: 0, partnership: 0 };
  for (const results of selectionsOf(info).flatMap((each) => each.below('results'))) {
    size.result += charactersOf(results);
    for (const partnership of results.below('partnerships')) size.partnership += charactersOf(partnership);
  }
  if (only) sizes.set(only, size);
  return size;
}

/** Returns the characters of the keys of an object, with a value for each. */
function charactersOf(selections: Selections): number {
  return selections.keys().reduce((sum, key) => sum + key.length + VALUE_CHARACTERS, 0);
}

/**
 * Refuses a batch whose response would be larger than its budget, before it is charged.
 *
 * @param found the stored number of partners of each result.
 * @throws Fault answer_too_large with the number of domains that fit.
 */
export function assertAnswerFits(
  found: ReadonlyArray<{ partnershipCount: number }>,
  { result, partnership }: ResultSize,
  budget: AnswerBudget,
): void {
  let left = budget.maxBytes;
  for (const [index, { partnershipCount }] of found.entries()) {
    left -= result + partnershipCount * partnership;
    if (left < 0) throw answerTooLarge({ ...budget, isWrite: false }, index === 0 ? undefined : index);
  }
}
