import type { Prisma } from '../../generated/prisma/client.ts';
import { isAccepted } from '../access/api-keys.ts';

/** Includes the number of users, of keys that requests may use, and of lists. The sessions of users count as no keys. */
export function countsOf(now: Date) {
  return {
    _count: {
      select: {
        users: true,
        lists: true,
        apiKeys: { where: { AND: [isAccepted(now), { signedInBy: null }] } },
      },
    },
  } satisfies Prisma.OrganizationInclude;
}
