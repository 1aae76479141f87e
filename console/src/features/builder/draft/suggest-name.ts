import type { Definition } from '../../../filter/definition.ts';
import { type Labels, toPlainText, toSentence } from '../../../filter/sentence.ts';

const LONGEST = 120;
/** Values of a condition that a name has room for. */
const VALUES = 2;

/** Suggests the name of a list from its filter in words; empty without conditions. */
export function suggestName(definition: Definition, labels: Labels): string {
  if (definition.root === null) return '';
  const words = toSentence(definition, labels, VALUES).filter(({ kind }) => kind !== 'intro');
  const text = toPlainText(words);
  const name = text.charAt(0).toUpperCase() + text.slice(1);
  return name.length > LONGEST ? `${name.slice(0, LONGEST - 1).trimEnd()}…` : name;
}
