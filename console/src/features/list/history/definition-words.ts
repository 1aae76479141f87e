import { useMemo } from 'react';
import { useApiQuery } from '../../../api/hooks.ts';
import { toCatalogue } from '../../../filter/catalogue.ts';
import type { Definition } from '../../../filter/definition.ts';
import { parseDefinition } from '../../../filter/parse-definition.ts';
import { type Labels, labelsOf, toPlainText, toSentence } from '../../../filter/sentence.ts';
import { FilterWordsDocument } from '../../../generated/graphql.ts';

/** Values of a condition that a sentence names. */
const MOST_VALUES = 8;

export interface DefinitionWords {
  /** Names of fields and values; those of the API until the catalogue is there. */
  labels: Labels;
  /** Returns a definition in words; undefined for one that this console cannot read. */
  sentence: (definition: unknown) => string | undefined;
}

const EMPTY = toCatalogue({ registryVersion: '', fields: [], operators: [] });

/** Reads the names of fields and values, and says definitions in words. */
export function useDefinitionWords(): DefinitionWords {
  const { data } = useApiQuery(FilterWordsDocument, {}, { staleTime: Number.POSITIVE_INFINITY });
  return useMemo(() => {
    const labels = labelsOf(data?.filterFields ? toCatalogue(data.filterFields) : EMPTY);
    const sentence = (json: unknown) => {
      const definition = toDefinition(json);
      return definition && toPlainText(toSentence(definition, labels, MOST_VALUES));
    };
    return { labels, sentence };
  }, [data]);
}

/** Reads a definition of the API. @returns undefined for one of a form that this console does not know */
export function toDefinition(json: unknown): Definition | undefined {
  const parsed = parseDefinition(json);
  return parsed.ok ? parsed.value : undefined;
}
