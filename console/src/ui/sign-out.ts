import { CompanyDataError, signInApi } from '../api/client.ts';
import { endSession } from '../api/session.ts';
import { keepWork } from '../api/unsaved-work.ts';
import { sendDeletions } from '../api/waiting-deletions.ts';
import { Store } from '../lib/store.ts';
import { notify } from './notify.ts';

/** Asks whether to sign out although something could not be kept; undefined while nothing is asked. */
export const lossQuestion = new Store<((isAccepted: boolean) => void) | undefined>(undefined);

const askAboutLoss = () =>
  new Promise<boolean>((resolve) =>
    lossQuestion.set((isAccepted) => {
      lossQuestion.set(undefined);
      resolve(isAccepted);
    }),
  );

/**
 * Signs out in all tabs of this browser. What the person did stays for them, and a question comes before anything is lost.
 * Only the service can end a session: if it cannot be reached, the person stays signed in, and a message says so.
 *
 * @param endOthers ends other sessions first.
 */
export async function signOut(endOthers?: () => Promise<unknown>): Promise<void> {
  await sendDeletions();
  if (!(await keepWork('service', 'here')) && !(await askAboutLoss())) return;
  await endOthers?.();
  try {
    await signInApi.rest.DELETE('/v1/session');
  } catch (error) {
    const isOver = error instanceof CompanyDataError && error.status === 401;
    if (!isOver) return notify(`You are still signed in. ${(error as Error).message}`);
  }
  endSession();
  notify('You are signed out. Your drafts, and what you began in this browser, wait for you.');
}
