import { flushSync } from 'react-dom';
import { endSession } from '../../api/session.ts';
import { clearWork } from '../../api/storage.ts';
import { signInText } from '../../text/sign-in.ts';
import { notify } from '../../ui/notify.ts';

/** Forgets the key, everything that was read with it, and the drafts and jobs of this browser, the address included. */
export async function signOut(): Promise<void> {
  // Pages close first, so that none of them writes its work again.
  flushSync(endSession);
  window.history.replaceState(null, '', '/');
  await clearWork();
  notify(signInText.signedOut);
}
