import { Fault } from '../../lib/fault.ts';
import { invalidApiKey, type UserPrincipal } from '../../lib/principal.ts';
import type { PrismaQueries } from '../idempotency/effects.ts';
import { isStillValid } from './made-keys.ts';

const MANAGES_USERS = 'Only an admin of the organization can manage its users.';

/** @throws Fault insufficient_access */
export function requireAdmin({ role }: Pick<UserPrincipal, 'role'>, message = MANAGES_USERS): void {
  if (role !== 'admin') throw new Fault('insufficient_access', message);
}

/**
 * Checks the caller again in the transaction of a change, once their user is locked: another admin may have disabled or
 * demoted them since the request began.
 *
 * @throws Fault invalid_api_key, insufficient_access
 */
export async function requireStillAdmin(
  db: PrismaQueries,
  { userId, keyId }: UserPrincipal,
  message?: string,
): Promise<void> {
  if (!(await isStillValid(db, keyId))) throw invalidApiKey();
  requireAdmin(await db.user.findUniqueOrThrow({ where: { id: userId }, select: { role: true } }), message);
}
