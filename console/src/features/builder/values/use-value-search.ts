import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryKey, request } from '../../../api/hooks.ts';
import type { CatalogueField, FieldValue } from '../../../filter/catalogue.ts';
import { fold, gradeMatch } from '../../../filter/grammar/grade.ts';
import {
  type FilterFieldKey,
  ListSearchDocument,
  type ListSearchQueryVariables,
  VocabularyValuesDocument,
} from '../../../generated/graphql.ts';
import { useEditor } from '../editor/context.ts';
import { learnLabels } from './value-labels.ts';

const DEBOUNCE_MS = 120;
const PAGE = 50;
const MAX_LENGTH = 100;
/** Fresh for this long; counts change with imports alone. */
const FRESH_MS = 300_000;

export interface ValueSearch {
  /** Best first; without a text the most frequent first. */
  values: readonly FieldValue[];
  /** Number of values that match, also of those that are not in `values`. */
  total: number;
  isSearching: boolean;
  error: Error | null;
  /** Whether the service needs more letters. */
  needsText: boolean;
}

/** Searches the values of a field: in the catalogue where it lists them, else at the service. */
export function useValueSearch(field: CatalogueField | undefined, text: string): ValueSearch {
  const wanted = fold(text);
  const listed = field?.values ?? undefined;
  const local = useMemo(() => listed && searchListed(listed, wanted), [listed, wanted]);
  const remote = useRemoteSearch(local ? undefined : field, wanted);
  return local
    ? { values: local, total: local.length, isSearching: false, error: null, needsText: false }
    : remote;
}

function searchListed(values: readonly FieldValue[], text: string): readonly FieldValue[] {
  if (text === '') return values;
  return values
    .flatMap((each) => {
      const grade = gradeMatch(text, each.label, each.value);
      return grade === undefined ? [] : [{ each, grade }];
    })
    .sort((a, b) => a.grade - b.grade || (b.each.companyCount ?? 0) - (a.each.companyCount ?? 0))
    .map(({ each }) => each);
}

function useRemoteSearch(field: CatalogueField | undefined, text: string): ValueSearch {
  const { listId } = useEditor();
  const [settled] = useDebouncedValue(text, DEBOUNCE_MS);
  const needsText = field?.type === 'company' && text.length < 2;
  const enabled = field !== undefined && !needsText && !(field.type === 'company' && settled.length < 2);
  const { data, isFetching, error } = useQuery({
    ...remoteSearch(field, settled, listId),
    enabled,
    placeholderData: keepPreviousData,
  });
  const values = enabled ? (data?.values ?? []) : [];
  const isSearching = enabled && (isFetching || settled !== text);
  return { values, total: enabled ? (data?.total ?? 0) : 0, isSearching, error, needsText };
}

interface Page {
  total: number;
  values: readonly FieldValue[];
}

/**
 * Query of a search at the service; the same for all who search the same.
 *
 * @param edited list that is left out, because a list cannot be a condition of itself.
 */
export function remoteSearch(field: CatalogueField | undefined, text: string, edited: string | undefined) {
  const search = text.slice(0, MAX_LENGTH);
  const paged = { ...(search !== '' && { search }), first: PAGE };
  return field?.type === 'list' ? listSearch(paged, edited) : vocabularySearch(field?.key ?? '', paged);
}

function vocabularySearch(field: string, paged: ListSearchQueryVariables) {
  const variables = { field: field.toUpperCase() as FilterFieldKey, ...paged };
  return {
    queryKey: queryKey(VocabularyValuesDocument, variables),
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Page | null> => {
      const { filterFieldValues } = await request(VocabularyValuesDocument, variables, { signal });
      if (filterFieldValues) learnLabels(field, filterFieldValues.values);
      return filterFieldValues ?? null;
    },
    staleTime: FRESH_MS,
  };
}

/** Lists that the caller can see, those that were changed last first. People make and rename them at any time. */
function listSearch(variables: ListSearchQueryVariables, edited: string | undefined) {
  return {
    queryKey: queryKey(ListSearchDocument, { ...variables, edited }),
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Page | null> => {
      const { lists } = await request(ListSearchDocument, variables, { signal });
      if (!lists) return null;
      const values = lists.edges.map(({ node }) => ({ value: String(node.listId), label: node.name }));
      learnLabels('list', values);
      const others = values.filter(({ value }) => value !== edited);
      return { total: lists.totalCount - (values.length - others.length), values: others };
    },
    staleTime: 0,
  };
}
