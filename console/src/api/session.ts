import { flushSync } from 'react-dom';
import { Store, useStore } from '../lib/store.ts';
import { keepWork } from './unsaved-work.ts';

/**
 * Whether somebody is signed in. The session itself is a cookie that no script can read, so the page learns of it from
 * responses. All tabs of a browser share it.
 *
 * | state | meaning |
 * |---|---|
 * | `unknown` | the service was not asked yet |
 * | `signed_out` | nobody is signed in |
 * | `signed_in` | the person of `userId` is signed in |
 * | `ended` | the session of that person has ended; the page stays, with its unsaved work |
 */
export interface Session {
  readonly state: 'unknown' | 'signed_out' | 'signed_in' | 'ended';
  /** Id of the person whose data the pages show; undefined while they show none. */
  readonly userId: number | undefined;
  /** Number of the session in this tab. A late response to a request of an earlier one does not end a later one. */
  readonly number: number;
}

/** Tells the other tabs who is signed in: the id of the person, or null for nobody. */
const tabs = new BroadcastChannel('company-data.session');

const session = new Store<Session>({ state: 'unknown', userId: undefined, number: 0 });

export const currentSession = session.get;

/** Calls the listener after each change. @returns a function that stops this. */
export const onSessionChange = session.subscribe;

export const useSession = (): Session => useStore(session, (value) => value);

function change(state: Session['state'], userId: number | undefined, number = session.get().number): void {
  session.set({ state, userId, number });
}

/**
 * Notes who is signed in. The same person goes on where they were. Pages of another person are closed, and what they read
 * is removed.
 */
export function startSession(userId: number): void {
  if (adopt(userId)) tabs.postMessage(userId);
}

/** Notes a response that says that nobody is signed in. @param number of the session in which it was asked for. */
export function refuseSession(number: number): void {
  const { state, userId, number: current } = session.get();
  if (number !== current) return;
  if (state === 'unknown') change('signed_out', undefined);
  else if (state === 'signed_in') change('ended', userId);
}

/** Closes all pages after signing out, here and in the other tabs. */
export function endSession(): void {
  tabs.postMessage(null);
  leave();
}

/** @returns false if this person was signed in already. */
function adopt(userId: number): boolean {
  const { state, userId: before, number } = session.get();
  if (state === 'signed_in' && before === userId) return false;
  if (before !== undefined && before !== userId) leave();
  change('signed_in', userId, number + 1);
  return true;
}

/** Closes what a person leaves behind: the pages, and the address with a draft in it. Their work stays in the browser for them. */
function leave(): void {
  // What pages keep here is read at once. The session may be that of another person by now: nothing is sent to the service.
  void keepWork('here');
  flushSync(() => change('signed_out', undefined));
  window.history.replaceState(null, '', '/');
}

tabs.addEventListener('message', ({ data: userId }: MessageEvent<number | null>) => {
  const { state, number } = session.get();
  // A page that waits for the service will hear from it.
  if (state === 'unknown') return;
  if (userId === null) leave();
  // The service says who it is.
  else if (state === 'signed_out') change('unknown', undefined, number + 1);
  else adopt(userId);
});
