import { z } from 'zod';
import { toEmailAddress } from '../lib/email-address.ts';
import { isLoopback } from '../lib/loopback.ts';
import type { Kind } from './setting.ts';

/** Default ports: submission, and submission over TLS (RFC 6409, RFC 8314). */
const PORTS = { 'smtp:': 587, 'smtps:': 465 } as const;

interface Sender {
  /** Empty for an address alone. */
  name: string;
  address: string;
}

interface SmtpServer {
  host: string;
  port: number;
  /** Whether the connection begins with TLS. Otherwise STARTTLS follows where the server offers it. */
  isTls: boolean;
  /** Whether a server without STARTTLS is refused: neither a password nor a link then travels in clear. */
  needsStartTls: boolean;
  login: { user: string; pass: string } | undefined;
  /** Undefined for the default. */
  from: Sender | undefined;
}

/** Server that sends mail, and the sender that recipients see. */
export interface MailSettings extends SmtpServer {
  from: Sender;
}

/** `ada@acme.example`, or `Acme data <ada@acme.example>`. */
function readSender(text: string): Sender | undefined {
  const named = /^([^<>\p{Cc}]*)<([^<>]*)>$/u.exec(text.trim());
  const address = toEmailAddress(named?.[2] ?? text);
  return address === undefined ? undefined : { name: named?.[1]?.trim() ?? '', address };
}

/** Returns the server that a URL names, or what is wrong with the URL: a text that never repeats it. */
function readSmtpUrl(text: string): SmtpServer | string {
  if (!URL.canParse(text) || !/^smtps?:\/\/[^/?#]/.test(text))
    return 'must be a URL such as smtp://user:password@mail.example?from=data@acme.example';
  const { protocol, hostname, port, username, password, pathname, searchParams, hash } = new URL(text);
  if (/%(?![0-9a-f]{2})/i.test(username + password) || pathname.includes('@') || hash !== '')
    return 'must have each character of a user name or password other than letters and digits as its code: %40 for @, %23 for #, %2F for /, %25 for %';
  if (!['', '/'].includes(pathname) || [...searchParams.keys()].some((name) => name !== 'from'))
    return 'must have nothing after the server but ?from= with the sender';
  const sender = searchParams.get('from');
  const from = sender === null ? undefined : readSender(sender);
  if (sender !== null && !from)
    return 'must have an e-mail address after from=, such as data@acme.example or Acme%20<data@acme.example>';
  const host = hostname.replace(/^\[|\]$/g, '');
  const isTls = protocol === 'smtps:';
  const login =
    username === '' ? undefined : { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  return {
    host,
    port: port === '' ? PORTS[isTls ? 'smtps:' : 'smtp:'] : Number(port),
    isTls,
    needsStartTls: !isTls && login !== undefined && !isLoopback(host),
    login,
    from,
  };
}

/** URL of an SMTP server, with the sender in its query. */
export const smtpUrl: Kind<SmtpServer> = {
  values: '`smtp://` or `smtps://` URL',
  rule: z.string().transform((text, context) => {
    const server = readSmtpUrl(text);
    if (typeof server !== 'string') return server;
    context.addIssue(server);
    return z.NEVER;
  }),
};

/** Returns the settings of mail; undefined without a server. The default sender is at the host of the service. */
export function mailSettings(server: SmtpServer | undefined, publicUrl: string): MailSettings | undefined {
  if (!server) return undefined;
  const from = server.from ?? { name: '', address: `company-data@${new URL(publicUrl).hostname}` };
  return { ...server, from };
}
