import { randomBytes } from 'node:crypto';
import type { User } from '../../generated/prisma/client.ts';
import type { UserRole } from '../../generated/prisma/enums.ts';
import type { Clock } from '../../lib/clock.ts';
import { isStorable } from '../../lib/domain-name.ts';
import { Fault, invalidValue } from '../../lib/fault.ts';
import { isWithin, TEXT_LIMITS } from '../../lib/request-limits.ts';
import { storedText } from '../../lib/text-key.ts';
import type { PrismaQueries } from '../idempotency/effects.ts';
import { endSignInLinks } from '../sign-in/links.ts';
import { type AdminAction, type AdminActor, recordAdminEvent } from './admin-events.ts';
import type { LockedCaller } from './locked-caller.ts';

/** Changes of a user. An absent field stays as it is. */
export interface UserChanges {
  disabled?: boolean | undefined;
  role?: UserRole | undefined;
  name?: string | undefined;
}

/** Returns the name without blanks around it. @throws Fault validation_error */
export function checkUserName(name: string): string {
  const clean = storedText(name.trim());
  if (!isWithin(clean, TEXT_LIMITS.userName))
    throw invalidValue('/name', `must have 1 to ${TEXT_LIMITS.userName.maxLength} characters`);
  if (!isStorable(clean)) throw invalidValue('/name', 'must not contain U+0000 or half of a surrogate pair');
  return clean;
}

/**
 * Makes changes of a locked user that differ from what is stored, each with an entry of the audit log.
 *
 * @returns the actions that were recorded.
 * @throws Fault validation_error for a service account that would become an admin
 */
export async function changeUser(
  db: PrismaQueries,
  clock: Clock,
  by: AdminActor,
  user: User,
  { disabled, role, name }: UserChanges,
): Promise<AdminAction[]> {
  const { id, organizationId, email } = user;
  const done: AdminAction[] = [];
  const record = async (action: AdminAction, details: object) => {
    await recordAdminEvent(db, clock, by, {
      action,
      organizationId,
      details: { user_id: id, email, ...details },
    });
    done.push(action);
  };
  if (name !== undefined && name !== user.name) {
    await db.user.update({ where: { id }, data: { name } });
    await record('user_renamed', { from: user.name, to: name });
  }
  if (role !== undefined && role !== user.role) {
    if (user.kind === 'service')
      throw invalidValue('/role', 'cannot be changed: a service account is a member');
    await db.user.update({ where: { id }, data: { role } });
    await endSignInLinks(db, id);
    await record('user_role_changed', { from: user.role, to: role });
  }
  if (disabled !== undefined && (await setDisabled(db, clock, by, user, disabled)))
    done.push(disabled ? 'user_disabled' : 'user_enabled');
  return done;
}

/**
 * Disables or enables a user. Disabling again keeps the first time.
 *
 * @returns whether the user was not in this state already.
 */
export async function setDisabled(
  db: PrismaQueries,
  clock: Clock,
  by: AdminActor,
  { id, organizationId, email }: User,
  isDisabled: boolean,
): Promise<boolean> {
  const { count } = await db.user.updateMany({
    where: { id, disabledAt: isDisabled ? null : { not: null } },
    data: { disabledAt: isDisabled ? clock.now() : null },
  });
  if (count === 0) return false;
  if (isDisabled) await endSignInLinks(db, id);
  const action = isDisabled ? 'user_disabled' : 'user_enabled';
  await recordAdminEvent(db, clock, by, { action, organizationId, details: { user_id: id, email } });
  return true;
}

/**
 * Refuses to disable or demote the last active admin of an organization. The admins must be locked.
 *
 * @throws Fault last_admin
 */
export async function assertAdminLeft(
  db: PrismaQueries,
  { id, organizationId, role, disabledAt }: User,
  changes: UserChanges,
): Promise<void> {
  const isActiveAdmin = role === 'admin' && disabledAt === null;
  const ends = changes.disabled === true || changes.role === 'member';
  if (!isActiveAdmin || !ends) return;
  const others = { organizationId, role: 'admin', disabledAt: null, id: { not: id } } as const;
  if ((await db.user.count({ where: others })) > 0) return;
  const message =
    'This user is the last active admin of the organization, who can be neither disabled nor demoted. Make another user an admin first.';
  throw new Fault('last_admin', message);
}

/** Domain of the addresses of service accounts. No mail arrives below `.invalid` (RFC 2606). */
export const SERVICE_DOMAIN = 'service.invalid';

const RANDOM_BYTES = 6;
const MAX_SLUG_LENGTH = 40;

/** Makes an address from a name, such as `nightly-import-4f2a91c3d07b@service.invalid`. Its random part makes it unique. */
function addressOf(name: string): string {
  const ascii = name.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
  const slug = ascii.replace(/[^a-z0-9]+/g, '-').slice(0, MAX_SLUG_LENGTH);
  const parts = [...slug.split('-').filter(Boolean), randomBytes(RANDOM_BYTES).toString('hex')];
  return `${parts.join('-')}@${SERVICE_DOMAIN}`;
}

/** Creates a service account: a member who has keys, and as whom nobody signs in. */
export async function createServiceAccount(
  db: PrismaQueries,
  clock: Clock,
  by: AdminActor,
  { organizationId, name }: { organizationId: number; name: string },
): Promise<User> {
  const data = {
    organizationId,
    name,
    email: addressOf(name),
    kind: 'service',
    createdAt: clock.now(),
  } as const;
  const user = await db.user.create({ data });
  const { id, email, role, kind } = user;
  await recordAdminEvent(db, clock, by, {
    action: 'user_created',
    organizationId,
    details: { user_id: id, email, role, kind },
  });
  return user;
}

/**
 * Checks that a user is a service account for which an admin may create a key. With a key of a person, the admin could act
 * as that person.
 *
 * @throws Fault user_not_found, insufficient_access, validation_error
 */
export async function requireServiceAccount(
  db: PrismaQueries,
  { organizationId }: LockedCaller,
  userId: number,
): Promise<void> {
  const user = await db.user.findFirst({ where: { id: userId, organizationId } });
  if (!user) throw userNotFound();
  if (user.kind === 'person')
    throw new Fault(
      'insufficient_access',
      'Keys of a person are created by that person alone. Admins create keys of the organization and of its service accounts.',
    );
  if (user.disabledAt) throw invalidValue('/userId', 'must not be that of a disabled user; enable it first');
}

export function userNotFound(): Fault {
  return new Fault('user_not_found', 'User not found in your organization.');
}
