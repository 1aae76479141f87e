import type { IncomingMessage, ServerResponse } from 'node:http';
import { Fault } from '../../lib/fault.ts';
import { describeSite } from '../../lib/public-site.ts';
import { SESSION_LIFETIME_MS } from '../../modules/access/session-limits.ts';

export type SessionCookie = ReturnType<typeof createSessionCookie>;

/**
 * The cookie of sessions (contract, section 17). Where browsers reach the service by https, it has the prefix `__Host-`: no
 * other host can set it, and it is never sent in plain text. On loopback it has a plain name, because Safari keeps no
 * secure cookie there.
 *
 * @param publicUrl origin under which browsers reach the service.
 */
export function createSessionCookie(publicUrl: string) {
  const { isSecure, isSafe, cookieName: name } = describeSite(publicUrl);
  const attemptName = isSecure ? '__Host-sign-in' : 'sign-in';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const readerOf = (name: string) => {
    const pattern = new RegExp(`(?:^|; *)${name}=([^;]*)`);
    return ({ headers }: IncomingMessage): string | undefined => pattern.exec(headers.cookie ?? '')?.[1];
  };
  const write = (res: ServerResponse, name: string, value: string, ms: number) =>
    res.appendHeader('Set-Cookie', `${name}=${value}; ${attributes}; Max-Age=${ms / 1000}`);
  return {
    /** Returns the token that a request brings. */
    read: readerOf(name),
    set: (res: ServerResponse, token: string) => write(res, name, token, SESSION_LIFETIME_MS),
    clear: (res: ServerResponse) => write(res, name, '', 0),
    /** Reads what the browser keeps while a person is at the OpenID provider. */
    readKept: readerOf(attemptName),
    keep: (res: ServerResponse, text: string, ms: number) => write(res, attemptName, text, ms),
    forgetKept: (res: ServerResponse) => write(res, attemptName, '', 0),
    /** @throws Fault insecure_origin where it is not safe */
    requireSafe(): void {
      if (isSafe) return;
      throw new Fault(
        'insecure_origin',
        `Nobody can sign in at ${publicUrl}: over plain HTTP, others could read the session. Put a proxy with TLS in front, and set PUBLIC_URL to its https:// address.`,
      );
    },
  };
}
