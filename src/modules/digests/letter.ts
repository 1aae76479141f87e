import { counted, oneLine } from '../../lib/text.ts';
import type { Mail } from '../invitations/mailer.ts';
import type { ListNews, News } from './news.ts';

interface DigestLetter extends News {
  to: string;
  /** Origin of the service, as users reach it. */
  publicUrl: string;
  /** Turns the mails off. */
  unsubscribe: string;
}

/** Writes the mail about what changed in watched lists. */
export function digestMail({ to, publicUrl, unsubscribe, lists, more }: DigestLetter): Mail {
  const all = counted(lists.length + more, 'watched list');
  const parts = [
    'Hello,',
    `${all} changed.`,
    ...lists.map((list) => describe(list, publicUrl)),
    ...(more > 0 ? [`${counted(more, 'further list')} changed: ${publicUrl}/app/lists`] : []),
    `You get this mail because your digest is on. This link turns it off, without signing in:\n${unsubscribe}`,
  ];
  return {
    to,
    subject: `${all} changed`,
    text: `${parts.join('\n\n')}\n`,
    headers: {
      // RFC 8058: mail programs offer a button that posts to the address.
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

function describe({ listId, name, entered, left, companies }: ListNews, publicUrl: string): string {
  const lines = (sign: string, of: ListNews['companies']['entered'], total: number, what: string) => [
    ...of.map(({ name, domain, reason }) =>
      oneLine(`  ${sign} ${name}${domain === null ? '' : ` (${domain})`}: ${reason}`),
    ),
    ...(total > of.length ? [`  ${sign} and ${total - of.length} more ${what}`] : []),
  ];
  return [
    oneLine(`${name}: ${entered} entered, ${left} left`),
    `${publicUrl}/app/lists/${listId}`,
    ...lines('+', companies.entered, entered, 'entered'),
    ...lines('-', companies.left, left, 'left'),
  ].join('\n');
}
