import { useMemo } from 'react';
import { useApiQuery } from '../api/hooks.ts';
import type { Definition, FilterNode } from '../filter/definition.ts';
import { parseDefinition } from '../filter/parse-definition.ts';
import { FilterCatalogueDocument, type FilterCatalogueQuery } from '../generated/graphql.ts';

type Catalogue = NonNullable<FilterCatalogueQuery['filterFields']>;

/** Fields of each example. Their example values come from the catalogue, so that they match companies. */
const EXAMPLES: readonly (readonly string[])[] = [
  ['industry', 'country'],
  ['technology', 'employee_range'],
  ['partner'],
];

const FRESH_MS = 300_000;

/** Returns filters that match companies of this catalogue; none until it is loaded. */
export function useExampleFilters(): readonly Definition[] {
  const { data } = useApiQuery(FilterCatalogueDocument, {}, { staleTime: FRESH_MS });
  const catalogue = data?.filterFields;
  return useMemo(() => (catalogue ? exampleFilters(catalogue) : []), [catalogue]);
}

function exampleFilters({ registryVersion, fields }: Catalogue): Definition[] {
  return EXAMPLES.flatMap((keys) => {
    const nodes = keys.flatMap((key) => {
      const field = fields.find((each) => each.key === key);
      return field ? nodeOf(registryVersion, field.example) : [];
    });
    const [only] = nodes;
    if (!only || nodes.length < keys.length) return [];
    return [{ registry_version: registryVersion, root: nodes.length === 1 ? only : { and: nodes } }];
  });
}

function nodeOf(registryVersion: string, example: unknown): FilterNode[] {
  const parsed = parseDefinition({ registry_version: registryVersion, root: example });
  return parsed.ok && parsed.value.root ? [parsed.value.root] : [];
}
