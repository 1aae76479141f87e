import { useMemo } from 'react';
import { conditionsOf } from '../../../filter/definition.ts';
import { parseDefinition } from '../../../filter/parse-definition.ts';
import type { Labels } from '../../../filter/sentence.ts';
import { useFilterLabels } from '../../../ui/filter-labels.ts';
import { useListFrame } from '../list-data.ts';

/** Returns labels for the filter of a list; undefined until they are there. */
export function useListLabels(listId: string): Labels | undefined {
  const definition = useListFrame(listId).data?.list?.definition;
  const conditions = useMemo(() => {
    const parsed = parseDefinition(definition);
    return parsed.ok ? [...conditionsOf(parsed.value.root)] : [];
  }, [definition]);
  return useFilterLabels(conditions);
}
