import { isIP } from 'node:net';
import { Fault } from '../../lib/fault.ts';
import { isLoopback } from '../../lib/loopback.ts';
import { signInClosed } from './sessions.ts';

/** Web site that passkeys are for. Browsers offer a passkey to no other. */
export interface RelyingParty {
  /** Host name, without the port. */
  id: string;
  origin: string;
}

/** Settings on which passkeys depend. */
export interface SiteSettings {
  /** Origin under which browsers reach the service. */
  publicUrl: string;
  /** Whether only the OpenID provider signs people in, beside keys and the operator's links. */
  oidcOnly: boolean;
}

/**
 * Returns the site of the service, where passkeys are possible.
 *
 * @throws Fault sign_in_closed; passkeys_unavailable on an IP address, for which browsers make no passkeys
 */
export function requireRelyingParty({ publicUrl, oidcOnly }: SiteSettings): RelyingParty {
  if (oidcOnly) throw signInClosed();
  const { hostname, port, origin } = new URL(publicUrl);
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) === 0) return { id: hostname, origin };
  const better = isLoopback(address) ? `http://localhost${port && `:${port}`}` : 'https://data.acme.example';
  throw new Fault(
    'passkeys_unavailable',
    `There are no passkeys at ${publicUrl}: browsers make them for host names, never for IP addresses. Set PUBLIC_URL to an address with a host name, such as ${better}.`,
  );
}
