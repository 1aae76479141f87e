import { oneLine } from '../../lib/text.ts';
import type { Mail } from './mailer.ts';

interface InvitationLetter {
  to: string;
  /** E-mail address of the admin who made the link. */
  invitedBy: string;
  organization: string;
  link: string;
  /** When the link ends; null where it is the address of the service, and `provider` signs people in. */
  expiresAt: Date | null;
  /** What people call the OpenID provider. */
  provider: string | undefined;
}

const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/**
 * Writes the mail with a link. Of what members of an organization can enter, it has only e-mail addresses: an invitation
 * could otherwise carry any text to anybody.
 */
export function invitationMail(invitation: InvitationLetter): Mail {
  const { to, invitedBy, link, expiresAt, provider } = invitation;
  const organization = oneLine(invitation.organization);
  const [how, rules, warning] = expiresAt
    ? [
        'This link signs you in:',
        `It works once, until ${TIME.format(expiresAt)} UTC. For another one, ask ${invitedBy}.`,
        ' Give the link to nobody: it signs in as you.',
      ]
    : [`Sign in with ${provider} at this address:`, `Your account there needs the address ${to}.`, ''];
  const text = `Hello,

${invitedBy} invites you to the company data of ${organization}.
${how}

${link}

${rules}

If you did not expect this, delete this mail.${warning}
`;
  return { to, replyTo: invitedBy, subject: `Invitation to the company data of ${organization}`, text };
}
