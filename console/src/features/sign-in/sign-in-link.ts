import { useSyncExternalStore } from 'react';
import { errorsOf, networkError, unexpectedAnswer } from '../../../../clients/typescript/src/errors.ts';

/** A one-time code that stood in the address, with the name that the link gave. */
export interface SignInLink {
  readonly code: string;
  /** Undefined if the link names nobody. */
  readonly name: string | undefined;
}

/** 128 bits in base64url. */
const CODE = /^[\w-]{22}$/;

let pending: SignInLink | undefined;
const listeners = new Set<() => void>();

function setPending(link: SignInLink | undefined): void {
  pending = link;
  for (const listener of listeners) listener();
}

/** Reads a link to sign in, or its code alone; undefined for any other text. Terminals break long lines. */
export function readSignInLink(text: string): SignInLink | undefined {
  const pasted = text.replace(/\s+/g, '');
  const link = readFragment(/(?:^|#)(code=.*)$/.exec(pasted)?.[1] ?? '');
  return link ?? (CODE.test(pasted) ? { code: pasted, name: undefined } : undefined);
}

function readFragment(fragment: string): SignInLink | undefined {
  const parameters = new URLSearchParams(fragment);
  const code = parameters.get('code');
  return code === null ? undefined : { code, name: parameters.get('name') ?? undefined };
}

/**
 * Takes codes out of the address, before anything is requested: of the page as it opens, and of links that are opened in
 * its tab later, which change the fragment alone. Other fragments stay.
 */
export function takeSignInLinks(): void {
  const take = (address: string) => {
    const link = readFragment(window.location.hash.slice(1));
    if (!link) return;
    // Past the router, for which nothing has happened.
    History.prototype.replaceState.call(window.history, null, '', address);
    setPending(link);
  };
  take(window.location.pathname + window.location.search);
  // The router, which hears of the fragment first, would take it for a draft.
  const hideFromRouter = (event: Event) => {
    if (readFragment(window.location.hash.slice(1))) event.stopImmediatePropagation();
  };
  window.addEventListener('popstate', hideFromRouter, { capture: true });
  window.addEventListener('hashchange', ({ oldURL }) => take(oldURL));
}

/** Asks whether a link that was pasted shall sign in. */
export const offerSignInLink = (link: SignInLink): void => setPending(link);

export const forgetSignInLink = (): void => setPending(undefined);

export function useSignInLink(): SignInLink | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => pending,
  );
}

/**
 * Exchanges a code for the key that it stands for. This works once.
 *
 * @throws CompanyDataError with the service's message if the code is used, expired or wrong (`sign_in_code_expired`).
 */
export async function redeem({ code }: SignInLink): Promise<string> {
  const response = await fetch('/app/sign-in-code', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ code }),
  }).catch((cause: unknown) => {
    throw networkError(cause, undefined);
  });
  const answer: { key?: string } | undefined = await response.json().catch(() => undefined);
  if (response.ok && answer?.key !== undefined) return answer.key;
  throw errorsOf(response, answer)[0] ?? unexpectedAnswer(response);
}
