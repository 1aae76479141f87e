import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { fold, gradeMatch } from '../../../../../clients/typescript/src/filter/grammar/grade.ts';
import type { CatalogueField, FieldValue } from '../../../filter/catalogue.ts';
import { remoteSearch } from '../../../preview/remote-search.ts';
import { useEditor } from '../editor/context.ts';

const DEBOUNCE_MS = 120;

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
