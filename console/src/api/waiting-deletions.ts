import { Store, useStore } from '../lib/store.ts';

/** Lists whose deletion can still be undone, and which pages hide. Each id has a function that deletes the list now. */
export const waitingDeletions = new Store<ReadonlyMap<number, () => Promise<void>>>(new Map());

export const useWaitingDeletions = () => useStore(waitingDeletions, (all) => all);

/** Adds a list, or removes it if there is no function. */
export function setWaiting(listId: number, send: (() => Promise<void>) | undefined): void {
  const others = [...waitingDeletions.get()].filter(([id]) => id !== listId);
  waitingDeletions.set(new Map(send ? [...others, [listId, send]] : others));
}

/** Deletes the lists that wait, before the page or the session ends. */
export async function sendDeletions(): Promise<void> {
  await Promise.all([...waitingDeletions.get().values()].map((send) => send()));
}
