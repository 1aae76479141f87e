import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { getHostname } from 'tldts';
import { isSharedHost } from './shared-hosts.ts';

/** Maximum length of a domain, in characters (spec 4.8, rule 2). */
const MAX_DOMAIN_LENGTH = 253;

/** Reasons why a text is not a domain. Users read them; callers may compare them, so their wording is stable. */
export const INVALID_DOMAIN = {
  blank: 'A domain cannot contain blanks.',
  ip: 'An IP address is not a domain.',
  noDot: 'A domain needs a dot, as in "acme.com".',
  tooLong: 'A domain has at most 253 characters.',
  labelTooLong: 'Each part of a domain, between its dots, has at most 63 characters.',
  notHostName: 'This is not a valid host name.',
  shared: "Many companies share this host: give the company's own domain.",
} as const;

/** A domain as it is stored, or the reason why the text has none. */
type NormalDomain = { domain: string; reason?: undefined } | { domain?: undefined; reason: string };

/** Full stops of other scripts that IDNA takes for dots: ideographic, fullwidth and halfwidth. */
const OTHER_DOTS = /[\u3002\uff0e\uff61]/g;

/** Replaces full stops of other scripts by ASCII dots. Each place that looks for the dots of a domain calls it first. */
export function withPlainDots(text: string): string {
  return text.replace(OTHER_DOTS, '.');
}

/**
 * Cleans a domain (spec 4.8, rules 1 and 2): trims it, lower-cases it, writes its dots in ASCII, and removes one leading
 * `www.`. What is left has no reason unless it lacks a dot or is longer than 253 characters.
 */
export function cleanDomain(raw: string): NormalDomain {
  const domain = withoutWww(withPlainDots(raw.trim().toLowerCase()));
  if (!domain.includes('.')) return { reason: INVALID_DOMAIN.noDot };
  return domain.length <= MAX_DOMAIN_LENGTH ? { domain } : { reason: INVALID_DOMAIN.tooLong };
}

/** Matches most domains that are normal already. A numeric last label, as of an IP address, needs a closer look. */
const PLAIN = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** Begins labels that only IDNA can judge. */
const IDN_PREFIX = 'xn--';

/**
 * Returns the form in which domains are stored and compared (contract, section 8): A-labels, in lower case, without one
 * leading `www.` and without the dot of the root. No host is cut to its registrable domain, and its top-level domain
 * need not exist. Underscores are valid, as in `_dmarc.acme.com`.
 */
export function normalizeDomain(raw: string): NormalDomain {
  const text = raw.trim();
  const plain = withoutWww(text.toLowerCase());
  if (plain.length <= MAX_DOMAIN_LENGTH && PLAIN.test(plain) && !plain.includes(IDN_PREFIX))
    return { domain: plain };
  return normalizeOther(text);
}

/**
 * Returns the text under which a domain is looked up: its normal form. Anything else is only cleaned. Early builds
 * stored texts that cannot be host names, such as IP addresses; they can still be found.
 *
 * @returns undefined when the text has no dot or is too long.
 */
export function toLookUpDomain(raw: string): string | undefined {
  return normalizeDomain(raw).domain ?? cleanDomain(raw).domain;
}

/** Part of a domain, in A-labels. */
interface DomainPart {
  text: string;
  /** True when the text can match only from the beginning of a label, or up to the end of one. */
  startsLabel: boolean;
  endsLabel: boolean;
}

/**
 * Converts part of a domain, such as `bücher` or `.рф`, to A-labels. A label outside of ASCII counts as complete,
 * because the A-label of a part is no part of the A-label. Texts that no domain contains stay as they are, except for
 * their dots.
 */
export function toDomainPart(raw: string): DomainPart {
  const text = withPlainDots(raw);
  const labels = text.split('.');
  const converted = labels.map((label) => (ASCII.test(label) ? label : labelToAscii(label)));
  const isConverted = converted.every((label, index) => label !== '' || labels[index] === '');
  if (!isConverted) return { text, startsLabel: false, endsLabel: false };
  const isEncoded = (index: number) =>
    converted[index] !== labels[index] && converted[index]?.startsWith(IDN_PREFIX) === true;
  return {
    text: converted.join('.'),
    startsLabel: isEncoded(0),
    endsLabel: isEncoded(labels.length - 1),
  };
}

/**
 * Returns whether PostgreSQL can store a text unchanged. It refuses NUL. UTF-8 cannot encode half a surrogate pair: the
 * driver would replace it, and a different text would be stored or found.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

const MAX_LABEL_LENGTH = 63;
/** Part of a host name in A-labels. */
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/;
const ASCII = /^[\0-\x7f]*$/;
/** Characters that end the host of a URL, or that URLs decode: the conversion to A-labels would drop or replace them. */
const URL_SYNTAX = /[/\\:?#@%[\]]/;
/** An A-label is never shorter than what it encodes. Converting a text takes the square of its length. */
const MAX_CONVERTED_LENGTH = 4 * MAX_DOMAIN_LENGTH;

function withoutWww(host: string): string {
  return host.startsWith('www.') ? host.slice(4) : host;
}

function normalizeOther(text: string): NormalDomain {
  if (/\s/.test(text)) return { reason: INVALID_DOMAIN.blank };
  if (text.length > MAX_CONVERTED_LENGTH) return { reason: INVALID_DOMAIN.tooLong };
  const ascii = toAscii(text);
  // The second check finds other spellings, such as `127.1` and `0x7f000001`, which URLs resolve to an address.
  if (isIP(text.replace(/^\[(.*)\]$/, '$1')) || isIP(ascii)) return { reason: INVALID_DOMAIN.ip };
  const host = ascii.endsWith('.') ? ascii.slice(0, -1) : ascii;
  const labels = host.split('.');
  if (labels.some(({ length }) => length > MAX_LABEL_LENGTH)) return { reason: INVALID_DOMAIN.labelTooLong };
  if (!labels.every((label) => LABEL.test(label))) return { reason: INVALID_DOMAIN.notHostName };
  const domain = withoutWww(host);
  if (domain.length > MAX_DOMAIN_LENGTH) return { reason: INVALID_DOMAIN.tooLong };
  return domain.includes('.') ? { domain } : { reason: INVALID_DOMAIN.noDot };
}

/** Converts a host to A-labels in lower case. @returns '' when it cannot be the host of a URL. */
function toAscii(host: string): string {
  if (host.length > MAX_CONVERTED_LENGTH || URL_SYNTAX.test(host) || !hasValidALabels(host)) return '';
  return domainToASCII(host);
}

/**
 * Returns whether every A-label of a host encodes a valid label. Node.js 24 no longer checks A-labels in a host that is
 * all ASCII. A label outside of ASCII in front makes each version check all labels.
 */
function hasValidALabels(host: string): boolean {
  return !host.toLowerCase().includes(IDN_PREFIX) || domainToASCII(`ü.${host}`) !== '';
}

/** Converts a label alone. The second label keeps one such as `①`, which is a digit, from becoming an IP address. */
function labelToAscii(label: string): string {
  return toAscii(`${label}.a`).slice(0, -2);
}

/** A domain in a text, or the reason why the text has none. */
type DomainInText =
  | {
      domain: string;
      /** True when the text is more than a domain, such as a URL or an e-mail address. */
      isCut: boolean;
      reason?: undefined;
    }
  | { domain?: undefined; reason: string };

/** Scheme, slashes, host with user and port, path. */
const ADDRESS = /^(?:[a-z][a-z\d+.-]*:)?([/\\]*)([^/\\?#]*)[/\\]*([^?#]*)/i;

/**
 * Finds the domain in what people paste: a URL, an e-mail address, a host with a port (contract, section 9). A host that
 * many companies share is refused where it was cut out of a URL with a path, or out of an e-mail address. By itself, it
 * is the domain of the company that owns it.
 *
 * @returns its normal form.
 */
export function parsePastedDomain(raw: string): NormalDomain {
  const text = withPlainDots(raw.trim());
  if (/\s/.test(text)) return { reason: INVALID_DOMAIN.blank };
  // Validated afterwards, as the reason matters.
  const found = normalizeDomain(getHostname(text, { validateHostname: false }) ?? '');
  const isShared = found.domain !== undefined && namesPart(text) && isSharedHost(found.domain);
  return isShared ? { reason: INVALID_DOMAIN.shared } : found;
}

/** Finds the domain in a text that is a domain, or one of those that {@link parsePastedDomain} reads. */
export function domainIn(raw: string): DomainInText {
  const { domain } = normalizeDomain(raw);
  if (domain !== undefined) return { domain, isCut: false };
  const pasted = parsePastedDomain(raw);
  return pasted.domain === undefined ? pasted : { domain: pasted.domain, isCut: true };
}

/** Tells whether an address names a part of its host: a path below it, or a mailbox. */
function namesPart(text: string): boolean {
  const [, slashes = '', authority = '', path = ''] = ADDRESS.exec(text) ?? [];
  // Behind slashes stands the user of a URL, which says nothing about the host.
  return path !== '' || (slashes === '' && authority.indexOf('@') > 0);
}
