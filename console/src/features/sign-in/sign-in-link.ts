import { Store, useStore } from '../../lib/store.ts';

/** Code of a link that signs in once, in base64url. */
const CODE = /^[\w-]{43}$/;

const pending = new Store<string | undefined>(undefined);

/** Reads the code of a link to sign in, or a code alone; undefined for any other text. Terminals break long lines. */
export function readSignInCode(text: string): string | undefined {
  const pasted = text.replace(/\s+/g, '');
  return (
    readFragment(/(?:^|#)(code=.*)$/.exec(pasted)?.[1] ?? '') ?? (CODE.test(pasted) ? pasted : undefined)
  );
}

const readFragment = (fragment: string, name = 'code'): string | undefined =>
  new URLSearchParams(fragment).get(name) ?? undefined;

let refusal: string | undefined;

/** Returns the code of the fault with which the OpenID provider's answer led the browser back to this page. */
export const refusalOfProvider = (): string | undefined => refusal;

/**
 * Takes codes out of the address, before anything is requested: of the page as it opens, and of links that are opened in
 * its tab later, which change the fragment alone. Takes a refusal of the OpenID provider as well. Other fragments stay.
 */
export function takeSignInLinks(): void {
  refusal = readFragment(window.location.hash.slice(1), 'error');
  if (refusal !== undefined)
    History.prototype.replaceState.call(window.history, null, '', window.location.pathname);
  const take = (address: string) => {
    const code = readFragment(window.location.hash.slice(1));
    if (code === undefined) return;
    // Past the router, for which nothing has happened.
    History.prototype.replaceState.call(window.history, null, '', address);
    pending.set(code);
  };
  take(window.location.pathname + window.location.search);
  // The router, which hears of the fragment first, would take it for a draft.
  const hideFromRouter = (event: Event) => {
    if (readFragment(window.location.hash.slice(1)) !== undefined) event.stopImmediatePropagation();
  };
  window.addEventListener('popstate', hideFromRouter, { capture: true });
  window.addEventListener('hashchange', ({ oldURL }) => take(oldURL));
}

/** Asks whether the code of a link that was pasted shall sign in. */
export const offerSignInCode = (code: string): void => pending.set(code);

export const forgetSignInCode = (): void => pending.set(undefined);

/** Returns the code of a link that was opened or pasted. */
export const useSignInCode = (): string | undefined => useStore(pending, (code) => code);
