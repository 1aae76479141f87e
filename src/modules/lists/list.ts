import type { UserPrincipal } from '../../lib/principal.ts';
import type { ListUser } from './list-user.ts';

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

/** A list as one caller sees it. */
export interface List {
  listId: number;
  name: string;
  accessLevel: AccessLevel;
  owner: ListUser;
  /** Undefined until it is loaded: definitions may be large, so pages of lists leave them out. */
  definition: StoredDefinition | undefined;
  definitionVersion: number;
  /** Raised by every change that can change the members. */
  revision: number;
  createdAt: Date;
  updatedAt: Date;
}

/** The caller of a list operation: always a person. */
export type Caller = UserPrincipal;

export interface PageOf<T> {
  items: readonly T[];
  /** Number of items on all pages. */
  total: number;
}

export interface PageRequest {
  limit: number;
  offset: number;
}
