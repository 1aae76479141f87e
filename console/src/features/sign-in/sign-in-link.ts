import { useSyncExternalStore } from 'react';
import { errorsOf, networkError, unexpectedAnswer } from '../../../../clients/typescript/src/errors.ts';

/** A one-time code that stood in the address, with the name that the link gave. */
export interface SignInLink {
  readonly code: string;
  /** Undefined if the link names nobody. */
  readonly name: string | undefined;
}

let pending: SignInLink | undefined;
const listeners = new Set<() => void>();

/** Takes the code out of the address, before anything is requested. Other fragments stay. */
export function takeSignInLink(): void {
  const parameters = new URLSearchParams(window.location.hash.slice(1));
  const code = parameters.get('code');
  if (code === null) return;
  pending = { code, name: parameters.get('name') ?? undefined };
  window.history.replaceState(null, '', window.location.pathname + window.location.search);
}

export function forgetSignInLink(): void {
  pending = undefined;
  for (const listener of listeners) listener();
}

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
