import type { User } from '../../generated/prisma/client.ts';
import { isStorable } from '../../lib/domain-name.ts';
import { invalidValue } from '../../lib/fault.ts';
import type { UserPrincipal } from '../../lib/principal.ts';
import { isWithin, MAX_TAGS, TEXT_LIMITS } from '../../lib/request-limits.ts';
import { escapeLike } from '../../lib/text.ts';
import { storedText, textKey } from '../../lib/text-key.ts';

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

/** @throws Fault validation_error */
export function checkName(raw: string): string {
  const name = storedText(raw.trim());
  if (isWithin(name, TEXT_LIMITS.listName) && isStorable(name)) return name;
  throw invalidValue('/name', `must be 1 to ${TEXT_LIMITS.listName.maxLength} characters long`);
}

/** Returns the name of a copy, which is cut where it would be too long. */
export function copyName(name: string): string {
  const { maxLength } = TEXT_LIMITS.listName;
  // By code points, as the limit counts.
  return [...`Copy of ${name}`].slice(0, maxLength).join('').trim();
}

/** Returns tags as they are stored: trimmed, and each once, whatever its spelling (`textKey`). @throws Fault validation_error */
export function checkTags(raw: readonly string[]): string[] {
  if (raw.length > MAX_TAGS) throw invalidValue('/tags', `must be at most ${MAX_TAGS} entries`);
  const tags = new Map<string, string>();
  for (const [index, each] of raw.entries()) {
    const tag = checkTag(each, `/tags/${index}`);
    const key = textKey(tag);
    if (!tags.has(key)) tags.set(key, tag);
  }
  return [...tags.values()];
}

/** Returns the pattern of names that contain a text. @throws Fault validation_error */
export function toPattern(search: string): string {
  const text = storedText(search.trim());
  if (!isWithin(text, TEXT_LIMITS.listSearch) || !isStorable(text))
    throw invalidValue('/search', `must be 1 to ${TEXT_LIMITS.listSearch.maxLength} characters of a name`);
  return `%${escapeLike(textKey(text))}%`;
}

/** Returns a tag as it is stored, of a list or sought. @throws Fault validation_error for one that no list can have */
export function checkTag(raw: string, pointer: string): string {
  const tag = storedText(raw.trim());
  if (isWithin(tag, TEXT_LIMITS.listTag) && isStorable(tag)) return tag;
  throw invalidValue(pointer, `must be 1 to ${TEXT_LIMITS.listTag.maxLength} characters long`);
}
