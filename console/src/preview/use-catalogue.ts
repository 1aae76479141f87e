import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CompanyDataError } from '../api/client.ts';
import { queryKey, request, useApiQuery } from '../api/hooks.ts';
import { type Catalogue, catalogueOf, type FieldValue } from '../filter/catalogue.ts';
import type { Definition } from '../filter/definition.ts';
import { parseDefinition } from '../filter/parse-definition.ts';
import {
  FilterCatalogueDocument,
  type FilterCatalogueQuery,
  VocabularyValuesDocument,
} from '../generated/graphql.ts';

/** Fields are declared, and own values written, at any time: a page that opens later than this asks anew. */
const FRESH_MS = 10_000;
/** Imports alone change long vocabularies. A session works on one state of them. */
const SESSION = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY };
/** Largest page of values. A vocabulary that fits into one is searched in the browser. */
const LARGEST_PAGE = 1_000;

type Answer = NonNullable<FilterCatalogueQuery['filterFields']>;

export interface LoadedCatalogue {
  /** Undefined until it is loaded. */
  catalogue: Catalogue | undefined;
  /** A definition for each field that matches many companies. */
  examples: readonly Example[];
  error: CompanyDataError | null;
  refetch: () => void;
}

interface Vocabulary {
  field: string;
  values: readonly FieldValue[];
}

export interface Example {
  field: string;
  definition: Definition;
}

/**
 * Returns fields, operators and vocabularies, kept for the session. Vocabularies of up to 1,000 values arrive complete a
 * moment later, so that they are searched without a request.
 */
export function useCatalogue(): LoadedCatalogue {
  const { data, error, refetch } = useApiQuery(FilterCatalogueDocument, {}, { staleTime: FRESH_MS });
  const answer = data?.filterFields ?? undefined;
  const declared = data?.companyFields;
  const asOf = data?.catalogue.asOf;
  const long = useLongVocabularies(answer);
  return useMemo(
    () => ({
      catalogue: answer && withValues(catalogueOf({ ...answer, asOf }, declared), long),
      examples: answer ? examplesOf(answer) : [],
      error,
      refetch: () => void refetch(),
    }),
    [answer, declared, asOf, long, error, refetch],
  );
}

/** Loads vocabularies that the catalogue leaves out and that fit into one page. */
function useLongVocabularies(answer: Answer | undefined): readonly Vocabulary[] {
  const long = answer?.fields.filter(({ type, values }) => type === 'VOCABULARY' && !values) ?? [];
  return useQueries({
    queries: long.map(({ key: field }) => {
      const variables = { field, first: LARGEST_PAGE };
      return {
        queryKey: queryKey(VocabularyValuesDocument, variables),
        queryFn: async ({ signal }: { signal: AbortSignal }) => {
          const { filterFieldValues: page } = await request(VocabularyValuesDocument, variables, { signal });
          const isComplete = page && page.totalCount <= page.edges.length;
          return isComplete ? { field, values: page.edges.map(({ node }) => node) } : null;
        },
        ...SESSION,
      };
    }),
    combine: completeOnes,
  });
}

/** A plain array, whose identity TanStack Query keeps while its content is equal. */
const completeOnes = (results: readonly { data: Vocabulary | null | undefined }[]): Vocabulary[] =>
  results.flatMap(({ data }) => data ?? []);

function withValues(catalogue: Catalogue, long: readonly Vocabulary[]): Catalogue {
  return {
    ...catalogue,
    fields: catalogue.fields.map((field) => ({
      ...field,
      values: field.values ?? long.find((each) => each.field === field.key)?.values ?? null,
    })),
  };
}

function examplesOf({ registryVersion, fields }: Answer): Example[] {
  return fields.flatMap(({ key, example }) => {
    const parsed = parseDefinition({ registry_version: registryVersion, root: example });
    return parsed.ok ? [{ field: key, definition: parsed.value }] : [];
  });
}

/** Fields of each filter to begin with. Their example values come from the catalogue, so that they match companies. */
const EXAMPLES: readonly (readonly string[])[] = [
  ['industry', 'country'],
  ['technology', 'employee_range'],
  ['partner'],
];

/** Returns filters that match companies of this catalogue; none until it is loaded. */
export function useExampleFilters(): readonly Definition[] {
  const { data } = useApiQuery(FilterCatalogueDocument, {}, { staleTime: 300_000 });
  const answer = data?.filterFields;
  return useMemo(() => {
    const roots = new Map(answer && examplesOf(answer).map((each) => [each.field, each.definition.root]));
    return EXAMPLES.flatMap((keys) => {
      const [only, ...others] = keys.flatMap((key) => roots.get(key) ?? []);
      if (!answer || !only || others.length < keys.length - 1) return [];
      const root = others.length === 0 ? only : { and: [only, ...others] };
      return [{ registry_version: answer.registryVersion, root }];
    });
  }, [answer]);
}
