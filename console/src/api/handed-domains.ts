import { Store } from '../lib/store.ts';
import { currentSession } from './session.ts';

/** Each person has a key of their own: another one may sign in to the tab. */
const keyNow = () => `company-data.handed-domains.${currentSession().userId}`;

/** Hands domains to the page of files, within this tab. Without storage nothing is handed over. */
export function handDomains(domains: readonly string[]): void {
  try {
    sessionStorage.setItem(keyNow(), domains.join('\n'));
  } catch {
    // A window that stores nothing: the page opens empty.
  }
}

/** Returns the domains that a page handed over, one a line; empty if none did. */
export function readHandedDomains(): string {
  try {
    return sessionStorage.getItem(keyNow()) ?? '';
  } catch {
    return '';
  }
}

/** Forgets the domains, so that the next visit of the page begins empty. */
export function forgetHandedDomains(): void {
  try {
    sessionStorage.removeItem(keyNow());
  } catch {
    // Nothing was stored.
  }
}

/** File that was dropped on a page, until the page of files takes it. */
export const handedFile = new Store<File | undefined>(undefined);
