import type { User } from '../../generated/prisma/client.ts';

/** A user as a JSON column returns it. */
export type ListUser = Omit<User, 'createdAt'> & { createdAt: string };

/** SQL of such a column: a list, its events and the like are read in one statement with their users. */
export function userJson(alias: string): string {
  return `json_build_object('id', ${alias}.id, 'organizationId', ${alias}.organization_id, 'email', ${alias}.email,
    'name', ${alias}.name, 'role', ${alias}.role, 'createdAt', ${alias}.created_at)`;
}

export function toUser({ createdAt, ...user }: ListUser): User {
  return { ...user, createdAt: new Date(createdAt) };
}
