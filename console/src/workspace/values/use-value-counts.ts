import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { fold, gradeMatch } from '../../../../clients/typescript/src/filter/grammar/grade.ts';
import { useApiQuery } from '../../api/hooks.ts';
import { bandsOf, type CatalogueField, type FieldValue, hasRanges } from '../../filter/catalogue.ts';
import { contextOf, everyCompany } from '../../filter/parts.ts';
import { ValueCountsDocument, type ValueCountsQuery } from '../../generated/graphql.ts';
import { formatNumber } from '../../lib/format.ts';
import { useStore } from '../../lib/store.ts';
import { remoteSearch } from '../../preview/remote-search.ts';
import { MOST_RANGES } from '../../preview/usual-breakdowns.ts';
import { useEditor } from '../editor/context.ts';

/** Values that the service counts at most, the most frequent first. */
const MOST = 250;

type Entries = NonNullable<NonNullable<ValueCountsQuery['previewCount']>['breakdown']>;

/** Condition whose values are chosen. */
export interface ChosenFor {
  id: string;
  operator: string;
}

/** Numbers of the companies that the other conditions leave. */
export interface ValueCounts {
  total: number;
  /** The most frequent values among them. */
  entries: Entries;
  isCurrent: boolean;
  /** Companies among them that have a value; undefined for a rare value of a large vocabulary. */
  countOf(value: string): number | undefined;
}

/** Says what the numbers are. */
export const withinText = ({ total }: ValueCounts): string =>
  `Numbers: among the ${formatNumber(total)} companies that the other conditions leave.`;

/**
 * Counts the values of a field among the companies that the other conditions of the filter leave.
 *
 * @param isNumber whether the numbers of all companies are counted where there are no other conditions; the catalogue has
 *   those of vocabularies.
 * @returns undefined while they are not known, and where the counts of the catalogue are the same.
 */
export function useValueCounts(
  field: CatalogueField | undefined,
  { id, operator }: ChosenFor,
  isNumber = false,
): ValueCounts | undefined {
  const { editor, catalogue, listId } = useEditor();
  const tree = useStore(editor.state, (state) => state.tree);
  const definition = useMemo(() => {
    const context = contextOf(tree, catalogue, id, operator === 'all_of');
    return context.root === null && isNumber ? everyCompany(catalogue.registryVersion) : context;
  }, [tree, catalogue, id, operator, isNumber]);
  const key = field?.key ?? '';
  const first = field && hasRanges(field) ? MOST_RANGES : MOST;
  const isCounted = field !== undefined && field.type !== 'text' && field.type !== 'list';
  const { data, isPlaceholderData } = useApiQuery(
    ValueCountsDocument,
    { definition, field: key, first, isPartner: key === 'partner', ...(listId !== undefined && { listId }) },
    { enabled: isCounted && definition.root !== null, keepPrevious: true },
  );
  const preview = definition.root === null ? undefined : data?.previewCount;
  return useMemo(() => {
    const entries = preview?.breakdown;
    if (!preview || !entries || preview.partnerAccess === 'LOCKED') return undefined;
    const counts = new Map(entries.map(({ value, count }) => [value, count]));
    const rare = entries.length < MOST ? 0 : undefined;
    return {
      total: preview.exactCount,
      entries,
      isCurrent: !isPlaceholderData,
      countOf: (value: string) => counts.get(value) ?? rare,
    };
  }, [preview, isPlaceholderData]);
}

/**
 * Puts the options of a menu into order: bands from small to large, others by the counts within the filter while nothing
 * is typed. These counts know values that the first page of a large vocabulary does not have.
 */
export function orderValues(
  field: CatalogueField | undefined,
  found: readonly FieldValue[],
  counts: ValueCounts | undefined,
  isTyped: boolean,
): readonly FieldValue[] {
  const bands = field && bandsOf(field);
  if (bands) return bands.filter(({ value }) => found.some((each) => each.value === value));
  if (!counts || isTyped) return found;
  const known = new Map(found.map((each) => [each.value, each]));
  const frequent = counts.entries.map(({ value, label }) => known.get(value) ?? { value, label });
  const shown = new Set(frequent.map(({ value }) => value));
  return [...frequent, ...found.filter(({ value }) => !shown.has(value))];
}

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
  const isShort = (typed: string) => field?.type === 'company' && typed.length < 2;
  const needsText = isShort(text);
  const enabled = field !== undefined && !needsText && !isShort(settled);
  const { data, isFetching, error } = useQuery({
    ...remoteSearch(field?.key ?? '', settled, listId),
    enabled,
    placeholderData: keepPreviousData,
  });
  const values = enabled ? (data?.values ?? []) : [];
  const isSearching = enabled && (isFetching || settled !== text);
  return { values, total: enabled ? (data?.total ?? 0) : 0, isSearching, error, needsText };
}
