import { useSyncExternalStore } from 'react';

/** Kept for the tab: sessionStorage is not shared between tabs and ends with the tab. */
const KEY = 'company-data.key';

export interface Session {
  /** API key of the signed-in caller; undefined while signed out. */
  readonly key: string | undefined;
  /** Whether the service refused the key: revoked, expired, or never valid. The page stays, with its unsaved work. */
  readonly refused: boolean;
  /** Whether the key is another one of the caller before it, whose pages go on with what they have read. */
  readonly continues: boolean;
}

let session: Session = { key: sessionStorage.getItem(KEY) ?? undefined, refused: false, continues: false };
const listeners = new Set<() => void>();

function change(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

export function currentSession(): Session {
  return session;
}

export function startSession(key: string, { continues = false } = {}): void {
  sessionStorage.setItem(KEY, key);
  change({ key, refused: false, continues });
}

/** Marks the key as refused. Requests that began with an earlier key do not end the session of a later one. */
export function refuseSession(key: string): void {
  if (session.key === key && !session.refused) change({ key, refused: true, continues: true });
}

export function endSession(): void {
  sessionStorage.removeItem(KEY);
  change({ key: undefined, refused: false, continues: false });
}

/** Calls the listener after each change. @returns a function that stops this. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSession(): Session {
  return useSyncExternalStore(onSessionChange, currentSession);
}
