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

/** Owner of work that several callers wait for, and of work for nobody who is known. */
export const SHARED = 'shared';

/**
 * Owner of a unit of work: a user, an organization, a client's address, or nobody in particular.
 *
 * Every unit of work has a verified owner, read where it is used, and shared work has none. Points,
 * slots, turns, connections, streams and bytes are divided among owners. An owner comes from a
 * credential that this process has checked, or from the connection; never from what a request claims.
 */
export type Owner = `u${number}` | `o${number}` | `a${string}` | typeof SHARED;

/**
 * Returns who has the budget of a request: the user of a personal key or a session, or the organization of an organization
 * key. All credentials of one holder share a budget. A user and their organization share none.
 */
export function holderOf({ userId, organizationId }: Pick<Principal, 'userId' | 'organizationId'>): Owner {
  return userId === null ? organizationOf(organizationId) : `u${userId}`;
}

/** Returns the organization as an owner: it shares slots and connections among its users. */
export function organizationOf(organizationId: number): Owner {
  return `o${organizationId}`;
}

/** Returns a client's address as an owner: the one who signs in, until it is known who that is. */
export function addressOwner(address: string): Owner {
  return `a${address}`;
}
