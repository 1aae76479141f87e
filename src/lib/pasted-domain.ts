import { getHostname } from 'tldts';
import { INVALID_DOMAIN, type NormalDomain, normalizeDomain } from './domain-name.ts';

/**
 * Finds the domain in what people paste: a URL, an e-mail address, a host with a port (contract, section 9).
 *
 * @returns its normal form.
 */
export function parsePastedDomain(raw: string): NormalDomain {
  const text = raw.trim();
  if (/\s/.test(text)) return { reason: INVALID_DOMAIN.blank };
  // Validated afterwards, as the reason matters.
  return normalizeDomain(getHostname(text, { validateHostname: false }) ?? '');
}
