const KEY = 'company-data.handed-domains';

/** Hands domains to the page of enrichment, within this tab. Without storage nothing is handed over. */
export function handDomains(domains: readonly string[]): void {
  try {
    sessionStorage.setItem(KEY, domains.join('\n'));
  } catch {
    // A window that stores nothing: the page opens empty.
  }
}

/** Returns the domains that a page handed over, one a line; empty if none did. */
export function readHandedDomains(): string {
  try {
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

/** Forgets the domains, so that the next visit of the page begins empty. */
export function forgetHandedDomains(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was stored.
  }
}
