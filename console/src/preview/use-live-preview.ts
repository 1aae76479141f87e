import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import type { Definition } from '../filter/definition.ts';
import {
  createPreviewStore,
  markNumbersAfterPaint,
  type PreviewState,
  type PreviewStore,
} from './preview-store.ts';
import type { BreakdownField } from './usual-breakdowns.ts';

export interface LivePreview extends PreviewState {
  /** Tries again after `error`. */
  retry(): void;
}

const NO_FIELDS: readonly BreakdownField[] = [];

/**
 * Keeps the numbers of a definition current. Numbers of an earlier definition stay until the new ones are there.
 *
 * @param definition undefined or without a root: nothing is asked.
 * @param fields fields to break the matches down by, at most four.
 * @param listId list whose definition is edited; undefined for a new one.
 */
export function useLivePreview(
  definition: Definition | undefined,
  fields: readonly BreakdownField[] = NO_FIELDS,
  listId?: string,
): LivePreview {
  const store = usePreviewStore(definition, fields, listId);
  const state = usePreview(store, (each) => each);
  return { ...state, retry: store.retry };
}

/** Returns a store of live numbers, from which parts of a page select what they show with `usePreview`. */
function usePreviewStore(
  definition: Definition | undefined,
  fields: readonly BreakdownField[] = NO_FIELDS,
  listId?: string,
): PreviewStore {
  const [store] = useState(createPreviewStore);
  useEffect(() => () => store.stop(), [store]);
  useEffect(() => {
    store.want(definition?.root ? { definition, listId, fields } : undefined);
  }, [store, definition, listId, fields]);
  usePaintMark(store);
  return store;
}

/** Selects a part of the state. The component renders again only when that part is another one. */
function usePreview<Part>(store: PreviewStore, select: (state: PreviewState) => Part): Part {
  return useSyncExternalStore(store.subscribe, () => select(store.getState()));
}

function usePaintMark(store: PreviewStore): void {
  const shown = usePreview(store, ({ numbers, isCurrent }) => (isCurrent ? numbers : undefined));
  useLayoutEffect(() => {
    if (shown) markNumbersAfterPaint();
  }, [shown]);
}
