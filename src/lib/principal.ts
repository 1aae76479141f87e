import { Fault } from './fault.ts';

interface KeyHolder {
  /** Id of the credential: of an API key, or of a session, which has a row among them. */
  keyId: number;
  organizationId: number;
  /** Whether a person is signed in to the console, instead of a key. */
  isSession: boolean;
}

/** User who owns the personal key of a request, or who is signed in. */
export interface UserPrincipal extends KeyHolder {
  kind: 'user';
  userId: number;
  role: 'member' | 'admin';
}

/** Caller of a request, as its API key or its session identifies it. */
export type Principal = UserPrincipal | (KeyHolder & { kind: 'org'; userId: null; role: null });

/** Refuses a missing, unknown, revoked or expired key or session, all with the same text (contract, section 1). */
export function invalidApiKey(): Fault {
  return new Fault(
    'invalid_api_key',
    'The request has no valid API key. Send one in the X-API-Key header; revoked and expired keys no longer work.',
  );
}

/** @throws Fault session_required for an API key */
export function requireSession(principal: Principal): UserPrincipal {
  if (principal.kind === 'user' && principal.isSession) return principal;
  throw new Fault(
    'session_required',
    'This is for people who are signed in to the console; an API key was sent. Sign in, and try again there.',
  );
}

/** @throws Fault user_credential_required for an organization key */
export function requireUser(principal: Principal): UserPrincipal {
  if (principal.kind === 'user') return principal;
  throw new Fault('user_credential_required', 'This requires a personal key; an organization key was sent.');
}
