import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/**
 * Moves the focus to the content when another page opens, so that screen readers and the Tab key begin there. Changes of
 * search parameters and of the fragment are not other pages.
 */
export function useFocusAfterNavigation(): void {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const last = useRef(path);
  useEffect(() => {
    const isFirst = last.current === undefined;
    const isOther = last.current !== path;
    last.current = path;
    const hasFocus = document.activeElement?.closest('#content') !== null;
    if (isFirst || !isOther || hasFocus) return;
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [path]);
}
