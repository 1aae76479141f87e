import type { Meaning } from '../../../../clients/typescript/src/filter/grammar/types.ts';
import { type Catalogue, findField } from '../../filter/catalogue.ts';
import { labelsOf, nodeSentence } from '../../filter/sentence.ts';

/** Values that a chip names before it counts the others. */
const NAMED = 3;

/** Returns a meaning in words: "partner is not Amazon Web Services", "country is DACH". */
export function meaningWords(meaning: Meaning, catalogue: Catalogue): string {
  const { field, operator, values, labels, when, name, negated } = meaning;
  const known = new Map(values.map((value, index) => [value, labels[index] ?? String(value)]));
  const hasNone =
    negated && operator === 'any_of' && findField(catalogue, field)?.operators.includes('none_of');
  const condition = {
    field,
    operator: hasNone ? 'none_of' : operator,
    values: name === undefined ? values : [name],
    ...(when ? { when } : {}),
  };
  const node = { condition };
  const names = labelsOf(catalogue, (_, value) => known.get(value));
  return nodeSentence(negated && !hasNone ? { not: node } : node, names, NAMED);
}
