import { toCatalogue } from '../../../filter/catalogue.ts';
import { conditionsOf, type Definition } from '../../../filter/definition.ts';
import { parseDefinition } from '../../../filter/parse-definition.ts';
import { type Labels, labelsOf, toPlainText, toSentence } from '../../../filter/sentence.ts';
import { useFilterLabels } from '../../../ui/filter-labels.ts';

/** Values of a condition that a sentence names. */
const MOST_VALUES = 8;
/** Names of the API, until those for people are there. */
const PLAIN = labelsOf(toCatalogue({ registryVersion: '', fields: [], operators: [] }));

/** Returns the names of fields, and of the values of definitions. */
export function useDefinitionLabels(...definitions: (Definition | undefined)[]): Labels {
  const conditions = definitions.flatMap((each) => [...conditionsOf(each?.root ?? null)]);
  return useFilterLabels(conditions) ?? PLAIN;
}

/** Returns a definition in words; undefined for one that this console cannot read. */
export function useDefinitionSentence(json: unknown): string | undefined {
  const definition = toDefinition(json);
  const labels = useDefinitionLabels(definition);
  return definition && toPlainText(toSentence(definition, labels, MOST_VALUES));
}

/** Reads a definition of the API. @returns undefined for one of a form that this console does not know */
export function toDefinition(json: unknown): Definition | undefined {
  const parsed = parseDefinition(json);
  return parsed.ok ? parsed.value : undefined;
}
