import { useDebouncedValue } from '@mantine/hooks';
import { useApiQuery } from '../../../api/hooks.ts';
import type { Definition } from '../../../filter/definition.ts';
import { ListDifferenceDocument } from '../../../generated/graphql.ts';

/** The difference waits until nobody has typed for this long: it costs more, and the numbers come first. */
const IDLE_MS = 300;

export interface Difference {
  added: number;
  removed: number;
}

/**
 * Loads how many members would enter and leave a list if a definition were saved.
 *
 * @param listId undefined: there is no list yet.
 * @param definition the definition whose numbers are current; undefined while they are not.
 */
export function useDifference(listId: string | undefined, definition: Definition | undefined) {
  const [settled] = useDebouncedValue(definition, IDLE_MS);
  const isSettled = definition !== undefined && settled === definition;
  const { data, isPlaceholderData, isFetching } = useApiQuery(
    ListDifferenceDocument,
    { listId: listId ?? '', definition: settled },
    { enabled: listId !== undefined && isSettled, keepPrevious: true },
  );
  const preview = data?.list?.previewDefinition;
  return {
    difference: preview && { added: preview.addedCount, removed: preview.removedCount },
    isCurrent: isSettled && !isPlaceholderData && !isFetching,
  };
}
