import { Fault } from './fault.ts';

interface KeyHolder {
  keyId: number;
  organizationId: number;
}

/** User who owns the personal key of a request. */
export interface UserPrincipal extends KeyHolder {
  kind: 'user';
  userId: number;
  role: 'member' | 'admin';
}

/** Caller of a request, as its API key identifies it. */
export type Principal = UserPrincipal | (KeyHolder & { kind: 'org'; userId: null; role: null });

/** Refuses a missing, unknown, revoked or expired key, all with the same text (contract, section 1). */
export function invalidApiKey(): Fault {
  return new Fault(
    'invalid_api_key',
    'The request has no valid API key. Send one in the X-API-Key header; revoked and expired keys no longer work.',
  );
}

/** @throws Fault user_credential_required for an organization key */
export function requireUser(principal: Principal): UserPrincipal {
  if (principal.kind === 'user') return principal;
  throw new Fault('user_credential_required', 'This requires a personal key; an organization key was sent.');
}
