import type { Mail } from './mailer.ts';

interface Invitation {
  to: string;
  /** E-mail address of the admin who made the link. */
  invitedBy: string;
  organization: string;
  link: string;
  expiresAt: Date;
}

const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/**
 * Writes the mail with a link. Of what members of an organization can enter, it has only e-mail addresses: an invitation
 * could otherwise carry any text to anybody.
 */
export function invitationMail({ to, invitedBy, organization, link, expiresAt }: Invitation): Mail {
  const text = `Hello,

${invitedBy} invites you to the company data of ${organization}.
This link signs you in:

${link}

It works once, until ${TIME.format(expiresAt)} UTC. For another one, ask ${invitedBy}.

If you did not expect this, delete this mail. Give the link to nobody: it signs in as you.
`;
  return { to, replyTo: invitedBy, subject: `Invitation to the company data of ${organization}`, text };
}
