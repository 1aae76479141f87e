import { useEffect, useState } from 'react';

/**
 * Returns whether this tab acts for all tabs of the browser: the one that has been open for the longest. When it closes,
 * another takes over. Pages over plain http have no locks; each tab then acts for itself.
 */
export function useLeader(name: string): boolean {
  const [isLeader, setLeader] = useState(!('locks' in navigator));
  useEffect(() => {
    if (!('locks' in navigator)) return;
    const control = new AbortController();
    const lead = () => {
      setLeader(true);
      return new Promise<void>((resolve) => control.signal.addEventListener('abort', () => resolve()));
    };
    navigator.locks.request(name, { signal: control.signal }, lead).catch(() => undefined);
    return () => {
      control.abort();
      setLeader(false);
    };
  }, [name]);
  return isLeader;
}
