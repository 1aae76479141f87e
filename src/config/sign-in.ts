import { z } from 'zod';
import { isLoopback, toEmailAddress } from '../lib/addresses.ts';
import { httpUrl, type Kind, onOrOff, optional, type ReadSetting, text } from './setting.ts';

/** An account at an OpenID provider, with which people sign in. */
export interface OidcSettings {
  issuer: string;
  clientId: string;
  /** Undefined for a public client, which PKCE alone protects. */
  clientSecret: string | undefined;
  /** What the button of the sign-in page names. */
  label: string;
}

/** Reads the settings of signing in. */
export function readSignInSettings(read: ReadSetting) {
  const issuer = read(
    'OIDC_ISSUER',
    optional(httpUrl),
    'The OpenID provider with which people sign in, as its discovery document names it ([signing-in.md](signing-in.md#openid-connect)).',
  );
  const clientId = read('OIDC_CLIENT_ID', optional(text), 'The id of this service at the OpenID provider.');
  const clientSecret = read(
    'OIDC_CLIENT_SECRET',
    optional(text),
    'The secret of this service at the OpenID provider; unset for a public client.',
  );
  const label = read(
    'OIDC_LABEL',
    optional(text),
    'What the sign-in page calls the OpenID provider. Unset: its host.',
  );
  const isOnly = read(
    'OIDC_ONLY',
    onOrOff('off'),
    'With `on`, passkeys and links of invitations sign nobody in. Keys and links of the command line do.',
  );
  const oidc: OidcSettings | undefined =
    issuer === undefined || clientId === undefined
      ? undefined
      : { issuer, clientId, clientSecret, label: label ?? new URL(issuer).host };
  const faults = [
    ...(issuer !== undefined && clientId === undefined ? ['OIDC_ISSUER needs OIDC_CLIENT_ID'] : []),
    ...(isOnly && issuer === undefined ? ['OIDC_ONLY needs OIDC_ISSUER: nobody could sign in'] : []),
  ];
  // The service starts: settings of a provider that is not there yet do no harm. But nobody signs in with it.
  const halfSet = Object.entries({
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_LABEL: label,
  }).flatMap(([name, value]) => (value === undefined ? [] : name));
  const withoutEffect =
    issuer === undefined && halfSet.length > 0
      ? [`${halfSet.join(', ')} ${halfSet.length > 1 ? 'have' : 'has'} no effect without OIDC_ISSUER`]
      : [];
  return { oidc, oidcOnly: isOnly, signInFaults: faults, signInWithoutEffect: withoutEffect };
}

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
