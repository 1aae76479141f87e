import { type RefObject, useEffect, useRef } from 'react';

/**
 * Gives the focus back once something that took it has closed: to the control with `data-opens` of its key, else to the one
 * that opens without a key.
 *
 * @param open key of what is open, empty for something new; undefined while nothing is.
 */
export function useFocusBack(region: RefObject<HTMLElement | null>, open: string | undefined): void {
  const before = useRef<string>(undefined);
  useEffect(() => {
    const key = before.current;
    before.current = open;
    if (key === undefined || open !== undefined) return;
    const [own, general] = [key, ''].map((opens) =>
      region.current?.querySelector<HTMLElement>(`[data-opens="${opens}"]`),
    );
    (own ?? general)?.focus();
  }, [region, open]);
}
