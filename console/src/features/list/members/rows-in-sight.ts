import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect } from 'react';
import type { useMemberPages } from './member-pages.ts';

/** Heights of a row, of a card and of the header in pixels, as in members-table.module.css. */
const ROW_HEIGHT = 37;
const CARD_HEIGHT = 112;
const HEAD_HEIGHT = 37;
/** Rows beyond the edges that exist as well. */
const OVERSCAN = 6;
/** Rows before the end of what is loaded at which the next page is asked for. */
const AHEAD = 60;
/** Rows that stand for those that are not loaded yet. */
const SKELETONS = 12;

/** Finds the rows in sight, and loads the next page before its rows come into sight. */
export function useRowsInSight(
  { rows, total, hasMore, canLoadMore, loadMore }: ReturnType<typeof useMemberPages>,
  scroller: { current: HTMLElement | null },
  isCards: boolean,
) {
  const missing = total === undefined ? SKELETONS : hasMore ? Math.max(1, total - rows.count) : 0;
  const virtual = useVirtualizer({
    count: rows.count + Math.min(SKELETONS, missing),
    getScrollElement: () => scroller.current,
    estimateSize: () => (isCards ? CARD_HEIGHT : ROW_HEIGHT),
    overscan: OVERSCAN,
    // The header stands before the first row, and covers the top of what is in sight.
    scrollMargin: HEAD_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT,
  });
  useEffect(() => {
    void isCards;
    virtual.measure();
  }, [virtual, isCards]);
  // Places in the table's body, which begins below the header.
  const items = virtual
    .getVirtualItems()
    .map(({ index, start }) => ({ index, start: start - virtual.options.scrollMargin }));
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (canLoadMore && last >= rows.count - AHEAD) void loadMore();
  }, [canLoadMore, last, rows.count, loadMore]);
  return {
    items,
    height: virtual.getTotalSize(),
    scrollTo: (index: number) => virtual.scrollToIndex(index),
  };
}
