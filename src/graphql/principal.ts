import { Fault } from '../lib/fault.ts';
import type { Principal } from '../modules/access/principal.ts';

/** The same text for no key, an unknown, a revoked and an expired one (contract, section 1). */
export function invalidApiKey(): Fault {
  return new Fault(
    'invalid_api_key',
    'No valid API key was sent. Put one into the X-API-Key header; keys that are revoked or expired no longer work.',
  );
}

/** @throws Fault invalid_api_key */
export function requirePrincipal(principal: Principal | undefined): Principal {
  if (principal) return principal;
  throw invalidApiKey();
}
