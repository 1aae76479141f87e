import { Store } from '../lib/store.ts';
import { currentSession } from './session.ts';

/** Uses the storage of this tab; undefined in a window that stores nothing. */
function inTab<Result>(use: (storage: Storage, key: string) => Result): Result | undefined {
  try {
    // Each person has a key of their own: another one may sign in to the tab.
    return use(sessionStorage, `company-data.handed-domains.${currentSession().userId}`);
  } catch {
    return undefined;
  }
}

/** Hands domains to the page of files, within this tab. Without storage nothing is handed over. */
export const handDomains = (domains: readonly string[]): void =>
  inTab((storage, key) => storage.setItem(key, domains.join('\n')));

/** Returns the domains that a page handed over, one a line; empty if none did. */
export const readHandedDomains = (): string => inTab((storage, key) => storage.getItem(key)) ?? '';

/** Forgets the domains, so that the next visit of the page begins empty. */
export const forgetHandedDomains = (): void => inTab((storage, key) => storage.removeItem(key));

/** File that was dropped on a page, until the page of files takes it. */
export const handedFile = new Store<File | undefined>(undefined);
