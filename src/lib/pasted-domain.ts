import { getHostname } from 'tldts';
import { INVALID_DOMAIN, type NormalDomain, normalizeDomain, withPlainDots } from './domain-name.ts';
import { isSharedHost } from './shared-hosts.ts';

/** A domain in a text, or the reason why the text has none. */
export type DomainInText =
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
