import PROVIDERS from 'email-providers/all.json' with { type: 'json' };
import { isSharedHost } from '../../lib/shared-hosts.ts';

const DOMAINS: ReadonlySet<string> = new Set(PROVIDERS);

/**
 * Tells whether a domain, in the form in which domains are stored, gives mailboxes to everybody, as `gmail.com` does. An
 * address there says nothing about a company.
 */
export function isPublicMailbox(domain: string): boolean {
  return DOMAINS.has(domain) || isSharedHost(domain);
}
