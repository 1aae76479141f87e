import { useCallbackRef } from '@mantine/hooks';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';

export interface RovingRows {
  /** Place of the row that Tab reaches. */
  active: number;
  /** Handlers of the links of rows. They stay the same, so that rows need not render again. */
  handlers: RowHandlers;
}

export interface RowHandlers {
  onFocus: (index: number) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

const PAGE = 10;

interface RovingOptions {
  count: number;
  /** Brings a row into sight, so that it comes to exist. */
  scrollTo: (index: number) => void;
  /** Finds the link of a row that exists. */
  linkOf: (index: number) => HTMLElement | undefined;
  /** Place of a row that takes the focus now; `onFocused` is called when it is on its way. */
  wanted: number | undefined;
  onFocused: () => void;
}

/** Lets the arrow keys, Page Up and Down, Home and End move the focus between rows of which few exist at a time. */
export function useRovingRows(options: RovingOptions): RovingRows {
  const [active, setActive] = useState(0);
  const takesFocus = useRef<number>(undefined);
  const focusIfThere = () => {
    const link = takesFocus.current === undefined ? undefined : options.linkOf(takesFocus.current);
    if (!link) return;
    takesFocus.current = undefined;
    link.focus({ preventScroll: true });
  };
  const moveTo = (index: number) => {
    takesFocus.current = index;
    setActive(index);
    options.scrollTo(index);
    focusIfThere();
  };
  // After each render: the row may have come to exist because it was scrolled to.
  useEffect(focusIfThere);
  const focusWanted = useEffectEvent((index: number) => {
    moveTo(index);
    options.onFocused();
  });
  const { wanted } = options;
  useEffect(() => {
    if (wanted !== undefined) focusWanted(wanted);
  }, [wanted]);
  const move = (event: KeyboardEvent) => {
    const target = targetOf(event.key, active, options.count);
    if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    moveTo(Math.max(0, Math.min(options.count - 1, target)));
  };
  const onKeyDown = useCallbackRef(move);
  const [handlers] = useState<RowHandlers>({ onFocus: setActive, onKeyDown });
  return { active, handlers };
}

function targetOf(key: string, active: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return active + 1;
    case 'ArrowUp':
      return active - 1;
    case 'PageDown':
      return active + PAGE;
    case 'PageUp':
      return active - PAGE;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
