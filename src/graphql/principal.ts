import { Fault } from '../lib/fault.ts';
import type { Principal } from '../modules/access/principal.ts';

/** The same text for no key, an unknown, a revoked and an expired one (contract, section 1). */
export function invalidApiKey(): Fault {
  return new Fault(
    'invalid_api_key',
    'The request has no valid API key. Send one in the X-API-Key header; revoked and expired keys no longer work.',
  );
}

/** @throws Fault invalid_api_key */
export function requirePrincipal(principal: Principal | undefined): Principal {
  if (principal) return principal;
  throw invalidApiKey();
}
