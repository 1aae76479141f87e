import { useMemo } from 'react';
import { type Condition, conditionsOf } from '../../../filter/definition.ts';
import { parseDefinition } from '../../../filter/parse-definition.ts';
import type { Labels } from '../../../filter/sentence.ts';
import { useFilterLabels } from '../../../ui/filter-labels.ts';
import { useListFrame } from '../list-data.ts';

/** Returns the conditions of a list's filter; none for a filter in a form that is not known here. */
export function useListConditions(listId: string): readonly Condition[] {
  const definition = useListFrame(listId).data?.list?.definition;
  return useMemo(() => {
    const parsed = parseDefinition(definition);
    return parsed.ok ? [...conditionsOf(parsed.value.root)] : [];
  }, [definition]);
}

/** Returns labels for the filter of a list; undefined until they are there. */
export const useListLabels = (listId: string): Labels | undefined =>
  useFilterLabels(useListConditions(listId));
