import { ONLY_PROVIDER } from '../lib/provider.ts';
import { peopleText } from '../text/people.ts';

/** Returns the texts of the link of an invitation, or of the address where the provider signs people in. */
export function invitedText(mailed: boolean) {
  if (ONLY_PROVIDER) return peopleText.provided.invited(ONLY_PROVIDER, mailed);
  return mailed ? peopleText.mailed : peopleText.invited;
}
