import { CompanyDataError, signInApi } from '../api/client.ts';
import { endSession } from '../api/session.ts';
import { sendDeletions } from '../api/waiting-deletions.ts';
import { frameText } from '../text/frame.ts';
import { notify } from './notify.ts';

/**
 * Signs out in all tabs of this browser, and removes what the person read and kept here. Only the service can end a
 * session: if it cannot be reached, the person stays signed in, and a message says so.
 */
export async function signOut(): Promise<void> {
  await sendDeletions();
  try {
    await signInApi.rest.DELETE('/v1/session');
  } catch (error) {
    const isOver = error instanceof CompanyDataError && error.status === 401;
    if (!isOver) return notify(frameText.notSignedOut((error as Error).message));
  }
  await endSession();
  notify(frameText.signedOut);
}
