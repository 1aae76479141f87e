import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { getHostname } from 'tldts';
import { cleanDomain, MAX_DOMAIN_LENGTH } from './domain-name.ts';

/** Reasons why a text is not a domain. Users read them; callers may compare them, so their wording is stable. */
export const INVALID_DOMAIN = {
  blank: 'A domain cannot contain blanks.',
  ip: 'An IP address is not a domain.',
  noDot: 'A domain needs a dot, as in "acme.com".',
  tooLong: 'A domain has at most 253 characters.',
  labelTooLong: 'Each part of a domain, between its dots, has at most 63 characters.',
  notHostName: 'This is not a valid host name.',
} as const;

/** A domain as it is stored, or the reason why the text has none. */
export type PastedDomain = { domain: string; reason?: undefined } | { domain?: undefined; reason: string };

const MAX_LABEL_LENGTH = 63;
/** A part of a host name in A-labels. DNS names such as `_dmarc.acme.com` have underscores. */
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/;

/**
 * Finds the domain in what people paste: a URL, an e-mail address, a host with a port or a trailing dot (contract,
 * section 9). The domain is in lower case, in A-labels and without one leading `www.`. It is never cut to its
 * registrable domain, and its top-level domain need not exist.
 */
export function parsePastedDomain(raw: string): PastedDomain {
  const text = raw.trim();
  if (/\s/.test(text)) return { reason: INVALID_DOMAIN.blank };
  // Validated below, as the reason matters.
  const host = getHostname(text, { validateHostname: false }) ?? '';
  const ascii = domainToASCII(host);
  // The second check finds other spellings, such as `127.1` and `0x7f000001`, which URLs resolve to an address.
  if (isIP(host) || isIP(ascii)) return { reason: INVALID_DOMAIN.ip };
  const labels = ascii.split('.');
  if (labels.some(({ length }) => length > MAX_LABEL_LENGTH)) return { reason: INVALID_DOMAIN.labelTooLong };
  if (!labels.every((label) => LABEL.test(label))) return { reason: INVALID_DOMAIN.notHostName };
  const domain = cleanDomain(ascii);
  if (domain !== undefined) return { domain };
  return { reason: ascii.length > MAX_DOMAIN_LENGTH ? INVALID_DOMAIN.tooLong : INVALID_DOMAIN.noDot };
}
