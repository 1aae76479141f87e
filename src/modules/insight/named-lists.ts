import type { UserPrincipal } from '../../lib/principal.ts';
import type { FilterNode } from '../filters/definition.ts';
import { REGISTRY_VERSION } from '../filters/registry.ts';
import type { FiltersService } from '../filters/service.ts';
import { listNotFound } from '../lists/access.ts';

export interface NamedList {
  listId: number;
  name: string;
}

/** Returns those of some lists that a user can see. */
export type FindLists = (user: UserPrincipal, listIds: readonly number[]) => Promise<readonly NamedList[]>;

/** Finds lists that a question names. @throws Fault list_not_found if the user cannot see one of them */
export async function requireLists(
  findLists: FindLists,
  user: UserPrincipal,
  listIds: readonly number[],
): Promise<readonly NamedList[]> {
  const lists = listIds.length > 0 ? await findLists(user, listIds) : [];
  const visible = new Set(lists.map(({ listId }) => listId));
  if (!listIds.every((id) => visible.has(id))) throw listNotFound();
  return lists;
}

/**
 * Returns the tree of each list, as conditions that name lists have it. One definition of all of them is read and charged by few
 * statements.
 *
 * @throws Fault invalid_definition, rate_limited
 */
export async function readListTrees(
  filters: FiltersService,
  { organizationId }: { organizationId: number },
  listIds: readonly number[],
): Promise<FilterNode[]> {
  if (listIds.length === 0) return [];
  const or = listIds.map((id) => ({ condition: { field: 'list', operator: 'any_of', values: [id] } }));
  const saved = { registry_version: REGISTRY_VERSION, root: { or } };
  await filters.chargeLists(saved, organizationId);
  const tree = await filters.savedTree(saved, organizationId);
  if (tree?.kind !== 'or') throw new Error('an alternative of lists became another tree');
  return [...tree.children];
}
