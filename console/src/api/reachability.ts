import { useSyncExternalStore } from 'react';

/** Time between two probes while the service cannot be reached. */
const PROBE_MS = 2_000;

let reachable = true;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function change(next: boolean): void {
  if (reachable === next) return;
  reachable = next;
  for (const listener of listeners) listener();
}

/** Notes that a response arrived. */
export function reportReachable(): void {
  clearTimeout(timer);
  timer = undefined;
  change(true);
}

/** Notes that no response arrived, and probes until one does. */
export function reportUnreachable(): void {
  change(false);
  timer ??= setTimeout(probe, PROBE_MS);
}

async function probe(): Promise<void> {
  timer = undefined;
  const isThere = await fetch('/readyz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isThere) reportReachable();
  else reportUnreachable();
}

/** Asks whether the service can be reached, and waits until it can. */
export async function whenReachable(): Promise<void> {
  await probe();
  if (reachable) return;
  await new Promise<void>((resolve) => {
    const stop = onReachabilityChange(() => {
      stop();
      resolve();
    });
  });
}

/** Calls the listener when the service becomes reachable or unreachable. @returns a function that stops this. */
export function onReachabilityChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const isReachable = (): boolean => reachable;

export function useReachable(): boolean {
  return useSyncExternalStore(onReachabilityChange, isReachable);
}
