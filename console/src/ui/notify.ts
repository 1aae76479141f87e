import { patiently } from '../api/load-code.ts';
import { Store } from '../lib/store.ts';

/** Loads the messages, which the first page has none of. */
export const loadToasts = patiently(() => import('./toasts.tsx'));

/** Whether there was a message: from then on the page has a place for them. */
export const hasToasts = new Store(false);

/** Says what was done, in a message that goes by itself. Names in it cannot change the direction of the others. */
export function notify(message: string): void {
  hasToasts.set(true);
  void loadToasts().then(({ show }) => show(message));
}

/**
 * Says what was done, with a button for what can follow, such as opening the result. It stays for ten seconds.
 *
 * @param action runs at most once. When it fails, another message says why.
 * @param onGone called once the message has gone, after the action if that was chosen.
 */
export function notifyWithAction(
  message: string,
  { label, run }: { label: string; run: () => unknown },
  onGone?: () => void,
): void {
  const follow = async () => {
    try {
      await run();
    } catch (error) {
      notify((error as Error).message);
    }
  };
  hasToasts.set(true);
  void loadToasts().then(({ show }) => show(message, { label, run: () => void follow() }, onGone));
}

/** Says what was done, and offers to undo it. */
export const notifyUndo = (message: string, undo: () => unknown, onGone?: () => void): void =>
  notifyWithAction(message, { label: 'Undo', run: undo }, onGone);
