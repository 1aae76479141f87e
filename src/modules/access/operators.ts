import type { User } from '../../generated/prisma/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { Fault } from '../../lib/fault.ts';
import type { UserPrincipal } from '../../lib/principal.ts';
import type { PrismaQueries } from '../idempotency/effects.ts';
import { endSignInLinks } from '../sign-in/links.ts';
import { type AdminActor, recordAdminEvent } from './admin-events.ts';
import { type LockedCaller, lockCaller } from './locked-caller.ts';

/**
 * Caller whom the database called an operator of the installation during this request. Services ask for one as a proof.
 * Changes ask for a `LockedOperator`.
 */
export interface Operator extends UserPrincipal {
  readonly isOperator: true;
}

/** Reads the database at each use and caches nothing, so that revoking holds at once. */
export async function isOperator(
  db: Pick<PrismaQueries, 'user'>,
  { userId }: UserPrincipal,
): Promise<boolean> {
  return (await db.user.count({ where: { id: userId, isOperator: true, disabledAt: null } })) > 0;
}

/** @throws Fault insufficient_access */
export async function requireOperator(
  db: Pick<PrismaQueries, 'user'>,
  caller: UserPrincipal,
): Promise<Operator> {
  if (!(await isOperator(db, caller))) throw notAnOperator();
  return { ...caller, isOperator: true };
}

/** Operator who, and whose credential, stay valid until the transaction ends. */
type LockedOperator = Operator & LockedCaller;

/**
 * Locks the caller of a change that is for operators: once a command has revoked an operator, no change of theirs follows.
 *
 * @throws Fault insufficient_access, invalid_api_key
 */
export async function lockOperator(
  db: PrismaQueries,
  clock: Clock,
  caller: UserPrincipal,
): Promise<LockedOperator> {
  const locked = await lockCaller(db, clock, caller);
  if (!locked.isOperator) throw notAnOperator();
  return { ...locked, isOperator: true };
}

function notAnOperator(): Fault {
  const message =
    'Only an operator of the installation can do this. The person who runs the service makes one with: user operator --email ADDRESS';
  return new Fault('insufficient_access', message);
}

/**
 * Makes a user an operator, or revokes it. A repetition changes nothing.
 *
 * @returns whether it changed anything.
 */
export async function setOperator(
  db: PrismaQueries,
  clock: Clock,
  by: AdminActor,
  { id, organizationId, email }: User,
  isOperator: boolean,
): Promise<boolean> {
  const { count } = await db.user.updateMany({
    where: { id, isOperator: !isOperator },
    data: { isOperator },
  });
  if (count === 0) return false;
  await endSignInLinks(db, id);
  const action = isOperator ? 'operator_granted' : 'operator_revoked';
  await recordAdminEvent(db, clock, by, { action, organizationId, details: { user_id: id, email } });
  return true;
}
