import type { ConditionNode, FilterNode } from './definition.ts';
import { conditionsOf } from './definition.ts';
import {
  type ExpandedSize,
  expandedSize,
  type ListSource,
  MAX_LIST_DEPTH,
  MAX_NAMED_LISTS,
  namedIn,
  readTrees,
  withTrees,
} from './named-lists.ts';
import { MAX_CONDITIONS } from './parse.ts';
import { UNKNOWN_LIST } from './parse-condition.ts';
import type { Problems } from './problems.ts';

/** Lists that a definition may name. */
export interface ListScope {
  organizationId: number;
  /** Returns those of some lists that the caller can see. */
  visible: (listIds: readonly number[]) => Promise<readonly number[]>;
  /** List that the definition belongs to, if it has one. */
  listId?: number | undefined;
  /** Lists that the active definition of that list names: they stay, whether the caller can see them or not. */
  kept?: readonly number[];
}

/** Gives a tree the trees of the lists that it names, and checks them. */
export async function resolveLists(
  source: ListSource,
  root: FilterNode,
  scope: ListScope,
  problems: Problems,
): Promise<FilterNode> {
  const named = namedIn(root);
  if (named.length === 0) return root;
  const added = named.filter((id) => !scope.kept?.includes(id));
  const visible = new Set(added.length > 0 ? await scope.visible(added) : []);
  const hidden = new Set(added.filter((id) => !visible.has(id)));
  if (hidden.size > 0) {
    for (const { pointer, id } of valuesOf(root))
      if (hidden.has(id)) problems.add(pointer, 'unknown_value', UNKNOWN_LIST);
    return root;
  }
  const trees = await readTrees(source, scope.organizationId, root);
  const expanded = withTrees(root, (id) => trees.get(id)) ?? root;
  const circle = scope.listId === undefined ? undefined : pathTo(expanded, scope.listId);
  if (circle) {
    const seen = new Set(await scope.visible(circle.path));
    const message =
      'This list names the edited list, directly or through others. A list cannot be a part of itself';
    problems.add(circle.pointer, 'list_cycle', message, { path: circle.path.filter((id) => seen.has(id)) });
    return root;
  }
  for (const [code, message] of excesses(expandedSize(expanded))) problems.add(root.pointer, code, message);
  return expanded;
}

/** Returns what is above the bounds in a tree with all lists in it. */
export function excesses({ conditions, lists, depth }: ExpandedSize) {
  const found: ['too_deep' | 'too_many_lists' | 'too_many_conditions', string][] = [];
  if (depth > MAX_LIST_DEPTH)
    found.push([
      'too_deep',
      `names lists that name lists, ${depth} levels deep; at most ${MAX_LIST_DEPTH} are allowed`,
    ]);
  if (lists > MAX_NAMED_LISTS)
    found.push([
      'too_many_lists',
      `has ${lists} lists with those that they name; at most ${MAX_NAMED_LISTS} are allowed`,
    ]);
  if (lists > 0 && conditions > MAX_CONDITIONS)
    found.push([
      'too_many_conditions',
      `has ${conditions} conditions with those of its lists; at most ${MAX_CONDITIONS} are allowed`,
    ]);
  return found;
}

/** Finds a list in a tree, and the lists that lead to it. */
function pathTo(
  root: FilterNode | null | undefined,
  listId: number,
): { pointer: string; path: number[] } | undefined {
  for (const { condition } of conditionsOf(root ?? null)) {
    for (const [index, { pointer, id }] of listValues(condition).entries()) {
      if (id === listId) return { pointer, path: [id] };
      const rest = pathTo(condition.lists?.[index], listId);
      if (rest) return { pointer, path: [id, ...rest.path] };
    }
  }
  return undefined;
}

function valuesOf(root: FilterNode): { pointer: string; id: number }[] {
  return [...conditionsOf(root)].flatMap(({ condition }) => listValues(condition));
}

function listValues({ field, values, pointer }: ConditionNode) {
  if (field.type !== 'list') return [];
  return values.map((value, index) => ({
    pointer: `${pointer}/condition/values/${index}`,
    id: Number(value),
  }));
}
