import { useMediaQuery } from '@mantine/hooks';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type FocusEvent, type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react';

/** Windows in which rows are cards, as in virtual-table.module.css. */
const PHONE = '(max-width: 40em)';
/** Heights of a row, of a card and of the header in pixels, as in virtual-table.module.css. */
const ROW_HEIGHT = 37;
const CARD_HEIGHT = 112;
const HEAD_HEIGHT = 37;
/** Rows beyond the edges that exist as well. */
const OVERSCAN = 6;
/** Rows before the end of what is loaded at which further ones are asked for. */
const AHEAD = 60;
/** Rows that stand for those that are not loaded yet. */
const SKELETONS = 12;

/** Element that scrolls the rows. */
type Scroller = { readonly current: HTMLElement | null };

interface Loading {
  /** Number of rows that are loaded. */
  count: number;
  total: number | undefined;
  onMore: (() => unknown) | undefined;
  /** Place of the row that Tab reaches. It exists wherever one scrolls, so that the focus and an editor in it stay. */
  active: number;
}

/** Finds the rows in sight, and loads further ones before they come into sight. */
export function useRowsInSight({ count, total, onMore, active }: Loading, scroller: Scroller) {
  const isCards = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false });
  const missing = total === undefined ? SKELETONS : total - count;
  const virtual = useVirtualizer({
    count: count + Math.max(0, Math.min(SKELETONS, missing)),
    getScrollElement: () => scroller.current,
    estimateSize: () => (isCards ? CARD_HEIGHT : ROW_HEIGHT),
    overscan: OVERSCAN,
    // The header stands before the first row, and covers the top of what is in sight.
    scrollMargin: HEAD_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), Math.min(active, range.count - 1)])].toSorted(
        (one, other) => one - other,
      ),
  });
  useEffect(() => {
    void isCards;
    virtual.measure();
  }, [virtual, isCards]);
  // Places in the table's body, which begins below the header.
  const items = virtual
    .getVirtualItems()
    .map(({ index, start }) => ({ index, start: start - virtual.options.scrollMargin }));
  const last = virtual.range?.endIndex ?? 0;
  useEffect(() => {
    if (onMore && last >= count - AHEAD) void onMore();
  }, [onMore, last, count]);
  return {
    items,
    height: virtual.getTotalSize(),
    scrollTo: (index: number) => virtual.scrollToIndex(index),
  };
}

/** Attribute `data-cell` of the link of a row. Cells that take the focus have it as well, with names of their own. */
export const LINK = 'link';
const PAGE = 10;

interface RovingOptions extends Pick<Loading, 'count' | 'active'> {
  setActive: (index: number) => void;
  scroller: Scroller;
  /** Brings a row into sight, so that it comes to exist. */
  scrollTo: (index: number) => void;
  /** Place of a row whose link takes the focus now; `onFocused` is called when it is on its way. */
  wanted: number | undefined;
  onFocused: () => void;
}

/**
 * Lets the arrow keys, Page Up and Down, Home and End move the focus between rows of which few exist at a time. To the sides,
 * the arrow keys move between the link of the row and its cells with `data-cell`.
 */
export function useRovingRows(options: RovingOptions) {
  const { count, active, setActive, scroller, scrollTo, wanted, onFocused } = options;
  const target = useRef<string>(undefined);
  const focusIfThere = () => {
    const element =
      target.current === undefined ? null : scroller.current?.querySelector<HTMLElement>(target.current);
    if (!element) return;
    target.current = undefined;
    element.focus({ preventScroll: true });
  };
  const moveTo = (index: number, cell: string) => {
    target.current = `[aria-rowindex="${index + 2}"] [data-cell="${cell}"]`;
    setActive(index);
    scrollTo(index);
    focusIfThere();
  };
  // After each render: the row may have come to exist because it was scrolled to.
  useEffect(focusIfThere);
  const focusWanted = useEffectEvent((index: number) => {
    moveTo(index, LINK);
    onFocused();
  });
  useEffect(() => {
    if (wanted !== undefined) focusWanted(wanted);
  }, [wanted]);
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target: element } = event;
    const cell = element instanceof HTMLElement ? element.dataset.cell : undefined;
    const hasModifier = event.altKey || event.ctrlKey || event.metaKey;
    if (cell === undefined || event.defaultPrevented || hasModifier) return;
    const side = sideOf(key, element as HTMLElement);
    const row = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + PAGE,
      PageUp: active - PAGE,
      Home: 0,
      End: count - 1,
    }[key];
    if (side === undefined && row === undefined) return;
    event.preventDefault();
    if (side !== undefined) beside(element as HTMLElement, side)?.focus();
    else if (row !== undefined) moveTo(Math.max(0, Math.min(count - 1, row)), cell);
  };
  const onFocus = ({ target: element }: FocusEvent) => {
    const place = Number(element.closest('tr')?.ariaRowIndex ?? 0) - 2;
    if (place >= 0) setActive(place);
  };
  return { onKeyDown, onFocus };
}

/** Returns 1 for the key that leads to the next column, and -1 for the other one. */
function sideOf(key: string, element: HTMLElement): number | undefined {
  if (key !== 'ArrowRight' && key !== 'ArrowLeft') return undefined;
  const isRtl = getComputedStyle(element).direction === 'rtl';
  return (key === 'ArrowRight') === isRtl ? -1 : 1;
}

/** Returns the cell of the same row that stands before or after one; undefined at its ends. */
export function beside(element: HTMLElement, side: number): HTMLElement | undefined {
  const cells = [...(element.closest('tr')?.querySelectorAll<HTMLElement>('[data-cell]') ?? [])];
  return cells[cells.indexOf(element) + side];
}
