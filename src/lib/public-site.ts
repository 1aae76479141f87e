import { isLoopback } from './loopback.ts';

/**
 * Tells how browsers reach the service.
 *
 * @param publicUrl origin at which they do.
 */
export function describeSite(publicUrl: string) {
  const { protocol, hostname } = new URL(publicUrl);
  const isSecure = protocol === 'https:';
  return {
    isSecure,
    /** Whether nobody on the way can read a cookie. */
    isSafe: isSecure || isLoopback(hostname),
    /** Name of the cookie of sessions. With the prefix, no other host can set it. Browsers take that by https alone. */
    cookieName: isSecure ? '__Host-session' : 'session',
  };
}
