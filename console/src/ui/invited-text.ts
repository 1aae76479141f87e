import { ONLY_PROVIDER } from '../lib/provider.ts';

/** Says how somebody signs in where the OpenID provider alone signs people in. */
export const providedBy = (provider: string): string =>
  `They sign in with ${provider}, whose account needs this e-mail address.`;

/** Returns the texts of the link of an invitation, or of the address where the provider signs people in. */
export function invitedText(mailed: boolean) {
  if (ONLY_PROVIDER)
    return {
      title: 'They are invited',
      warning: `${mailed ? 'This address was mailed to them' : 'Tell them this address'}. They sign in there with ${ONLY_PROVIDER}.`,
      done: 'Done',
      field: 'Address',
    };
  return {
    title: 'Their link',
    warning: `${mailed ? 'It was mailed to them.' : 'Pass it on by a way that you trust.'} It signs in whoever opens it first, and is not shown again.`,
    stored: mailed ? 'I need it no longer' : 'I have passed it on',
    done: 'Done',
    field: 'Link',
  };
}
