import { randomBytes } from 'node:crypto';
import type { User } from '../../generated/prisma/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { Fault, invalidValue } from '../../lib/fault.ts';
import type { PrismaQueries } from '../idempotency/effects.ts';
import { type AdminActor, recordAdminEvent } from './admin-events.ts';
import type { LockedCaller } from './locked-caller.ts';

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
