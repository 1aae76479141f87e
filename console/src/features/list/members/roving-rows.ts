import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

export interface RovingRows {
  /** Place of the row that Tab reaches. */
  active: number;
  setActive: (index: number) => void;
  /** Holds the place of the row that takes the focus as soon as it exists. */
  takesFocus: RefObject<number | undefined>;
  onKeyDown: (event: KeyboardEvent) => void;
}

const PAGE = 10;

/**
 * Lets the arrow keys, Page Up and Down, Home and End move the focus between rows of which few exist at a time.
 *
 * @param scrollTo brings a row into sight, so that it comes to exist.
 * @param wanted place of a row that takes the focus now; `onFocused` is called when it is on its way.
 */
export function useRovingRows(
  count: number,
  scrollTo: (index: number) => void,
  wanted: number | undefined,
  onFocused: () => void,
): RovingRows {
  const [active, setActive] = useState(0);
  const takesFocus = useRef<number>(undefined);
  const moveTo = (index: number) => {
    takesFocus.current = index;
    setActive(index);
    scrollTo(index);
  };
  const focusWanted = useEffectEvent((index: number) => {
    moveTo(index);
    onFocused();
  });
  useEffect(() => {
    if (wanted !== undefined) focusWanted(wanted);
  }, [wanted]);
  const onKeyDown = (event: KeyboardEvent) => {
    const target = targetOf(event.key, active, count);
    if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    moveTo(Math.max(0, Math.min(count - 1, target)));
  };
  return { active, setActive, takesFocus, onKeyDown };
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
