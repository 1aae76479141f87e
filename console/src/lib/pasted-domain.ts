import { getHostname } from 'tldts';
import { isSharedHost } from '../../../src/lib/shared-hosts.ts';
import { withPlainDots } from './identifier.ts';

/** A domain as lists store it, or the service's reason why the text has none. */
export type PastedDomain = { domain: string; reason?: undefined } | { domain?: undefined; reason: string };

/** Reasons in the words of the service (docs/api/lists.md). */
export const REASONS = {
  blank: 'A domain cannot contain blanks.',
  ip: 'An IP address is not a domain.',
  noDot: 'A domain needs a dot, as in "acme.com".',
  tooLong: 'A domain has at most 253 characters.',
  labelTooLong: 'Each part of a domain, between its dots, has at most 63 characters.',
  notHostName: 'This is not a valid host name.',
  shared: "Many companies share this host: give the company's own domain.",
} as const;

const MAX_LENGTH = 253;
const MAX_LABEL_LENGTH = 63;
/** Longer texts are not converted to A-labels, which takes the square of their length. */
const MAX_CONVERTED_LENGTH = 4 * MAX_LENGTH;
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/;
const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;
/** Characters that end the host of a URL, or that URLs decode. */
const URL_SYNTAX = /[/\\:?#@%[\]]/;
/** Scheme, slashes, host with user and port, path. */
const ADDRESS = /^(?:[a-z][a-z\d+.-]*:)?([/\\]*)([^/\\?#]*)[/\\]*([^?#]*)/i;

/**
 * Finds the domain in what people paste: a URL, an e-mail address, a host with a port. The rules are those of the
 * service, so that a verdict can be shown before anything is sent; the service decides.
 */
export function parsePastedDomain(raw: string): PastedDomain {
  const text = withPlainDots(raw.trim());
  if (/\s/.test(text)) return { reason: REASONS.blank };
  const found = normalize((getHostname(text, { validateHostname: false }) ?? '').trim());
  const isShared = found.domain !== undefined && namesPart(text) && isSharedHost(found.domain);
  return isShared ? { reason: REASONS.shared } : found;
}

/** Tells whether an address names a part of its host: a path below it, or a mailbox. */
function namesPart(text: string): boolean {
  const [, slashes = '', authority = '', path = ''] = ADDRESS.exec(text) ?? [];
  return path !== '' || (slashes === '' && authority.indexOf('@') > 0);
}

function normalize(text: string): PastedDomain {
  if (/\s/.test(text)) return { reason: REASONS.blank };
  if (text.length > MAX_CONVERTED_LENGTH) return { reason: REASONS.tooLong };
  const ascii = toAscii(text);
  // Browsers resolve other spellings of addresses, such as `127.1`, to the usual one.
  if (IPV4.test(ascii) || isIpv6(text)) return { reason: REASONS.ip };
  const host = ascii.endsWith('.') ? ascii.slice(0, -1) : ascii;
  const labels = host.split('.');
  if (labels.some(({ length }) => length > MAX_LABEL_LENGTH)) return { reason: REASONS.labelTooLong };
  if (!labels.every((label) => LABEL.test(label))) return { reason: REASONS.notHostName };
  const domain = host.startsWith('www.') ? host.slice(4) : host;
  if (domain.length > MAX_LENGTH) return { reason: REASONS.tooLong };
  return domain.includes('.') ? { domain } : { reason: REASONS.noDot };
}

/** Converts a host to A-labels in lower case. @returns '' when it cannot be the host of a URL. */
function toAscii(host: string): string {
  if (host === '' || URL_SYNTAX.test(host)) return '';
  // Newer engines check A-labels only beside a label outside of ASCII.
  if (/xn--/i.test(host) && hostnameOf(`ws://ü.${host}`) === undefined) return '';
  return hostnameOf(`ws://${host}`) ?? '';
}

/** Tells whether a text is an IPv6 address, perhaps in brackets and with a zone such as `%eth0`. */
function isIpv6(text: string): boolean {
  const inner = text.replace(/^\[(.*)\]$/, '$1').replace(/%[\da-z.:-]+$/i, '');
  return /^[\da-f:.]+$/i.test(inner) && inner.includes(':') && hostnameOf(`ws://[${inner}]`) !== undefined;
}

function hostnameOf(url: string): string | undefined {
  // Not URL.canParse: in Node.js 20 it refuses letters such as "ü" once its calls are optimized.
  try {
    return new URL(url).hostname;
  } catch {
    return undefined;
  }
}
