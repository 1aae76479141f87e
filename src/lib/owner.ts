import type { Principal } from './principal.ts';

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
