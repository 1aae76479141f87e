import type { User } from '../../generated/prisma/client.ts';
import type { UserPrincipal } from '../../lib/principal.ts';

/** Access levels of a list, the lowest first (contract, section 6). */
export const ACCESS_LEVELS = ['viewer', 'editor', 'owner'] as const;
export type AccessLevel = (typeof ACCESS_LEVELS)[number];
/** Levels that a permission can have; ownership is transferred. */
export type GrantableLevel = Exclude<AccessLevel, 'owner'>;

/** A definition as REST spells it. */
export interface StoredDefinition {
  registry_version: string;
  root: unknown;
}

/** A user as a JSON column returns it. */
export type ListUser = Omit<User, 'createdAt' | 'disabledAt'> & {
  createdAt: string;
  disabledAt: string | null;
};

/** SQL of such a column: a list, its events and the like are read in one statement with their users. */
export function userJson(alias: string): string {
  return `json_build_object('id', ${alias}.id, 'organizationId', ${alias}.organization_id, 'email', ${alias}.email,
    'name', ${alias}.name, 'role', ${alias}.role, 'kind', ${alias}.kind, 'isOperator', ${alias}.is_operator,
    'createdAt', ${alias}.created_at, 'disabledAt', ${alias}.disabled_at)`;
}

export function toUser({ createdAt, disabledAt, ...user }: ListUser): User {
  const disabled = disabledAt === null ? null : new Date(disabledAt);
  return { ...user, createdAt: new Date(createdAt), disabledAt: disabled };
}

/** A list as one caller sees it. */
export interface List {
  listId: number;
  name: string;
  accessLevel: AccessLevel;
  owner: ListUser;
  /** Undefined until it is loaded: definitions may be large, so most pages leave them out. */
  definition: StoredDefinition | undefined;
  definitionVersion: number;
  /** Raised by every change that can change the members, of lists that the definition names as well. */
  revision: number;
  /** Whether another list names this one. Undefined on pages of lists. */
  isNamed?: boolean;
  /** Whether the service evaluates it by itself, and announces what changes among its members. */
  watched: boolean;
  tags: string[];
  /** Whether the caller has marked it as a favourite. */
  favourite: boolean;
  createdAt: Date;
  updatedAt: Date;
}

/** The caller of a list operation: always a person. */
export type Caller = UserPrincipal;
