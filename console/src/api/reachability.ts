import { Store, useStore } from '../lib/store.ts';

/** Time between two probes while the service cannot be reached. */
const PROBE_MS = 2_000;

const reachable = new Store(true);
let timer: ReturnType<typeof setTimeout> | undefined;

/** Notes that a response arrived. */
export function reportReachable(): void {
  clearTimeout(timer);
  timer = undefined;
  reachable.set(true);
}

/** Notes that no response arrived, and probes until one does. */
export function reportUnreachable(): void {
  reachable.set(false);
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
  if (isReachable()) return;
  await new Promise<void>((resolve) => {
    const stop = onReachabilityChange(() => {
      stop();
      resolve();
    });
  });
}

/** Calls the listener when the service becomes reachable or unreachable. @returns a function that stops this. */
export const onReachabilityChange = reachable.subscribe;

export const isReachable = reachable.get;

export const useReachable = (): boolean => useStore(reachable, (value) => value);
