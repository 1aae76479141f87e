import type { ReplayLog } from '../idempotency/replay-log.ts';
import type { ListUser } from './list-user.ts';

/** What a caller may do with a list, the least first (contract, section 6). */
export const ACCESS_LEVELS = ['viewer', 'editor', 'owner'] as const;
export type AccessLevel = (typeof ACCESS_LEVELS)[number];
/** What can be granted; ownership is transferred. */
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
  /** Undefined until it is loaded: pages of lists leave definitions, which may be large, where they are. */
  definition: StoredDefinition | undefined;
  definitionVersion: number;
  /** Raised by every change that can change the members. */
  revision: number;
  createdAt: Date;
  updatedAt: Date;
}

/** The caller, as far as lists are concerned: always a person. */
export interface Caller {
  userId: number;
  organizationId: number;
  keyId: number;
  /** What the changes of this request are remembered by, when it came with an Idempotency-Key. */
  memory: ReplayLog | undefined;
}

/** One page of something. */
export interface PageOf<T> {
  items: readonly T[];
  /** How many there are on all pages. */
  total: number;
}

export interface PageRequest {
  limit: number;
  offset: number;
}
