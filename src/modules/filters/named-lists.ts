import { type ConditionNode, conditionsOf, type FilterNode } from './definition.ts';
import { parseDefinition } from './parse.ts';
import { Problems } from './problems.ts';
import { FIELDS_BY_KEY } from './registry.ts';

/** Bounds of a definition with the lists that it names, and those that they name (contract-next, section 11). */
export const MAX_LIST_DEPTH = 4;
export const MAX_NAMED_LISTS = 100;

/** A list that a condition names: its current definition and its domains. */
export interface NamedList {
  listId: number;
  definition: unknown;
  /** Domains that were added and excluded manually. */
  added: readonly string[];
  excluded: readonly string[];
}

export interface ListSource {
  /** Reads lists of an organization, and the lists that they name at any depth. Deleted ones are left out. */
  readNamed: (organizationId: number, listIds: readonly number[]) => Promise<readonly NamedList[]>;
}

/** Ids of the lists that a tree names itself. */
export function namedIn(root: FilterNode | null): number[] {
  const ids = new Set<number>();
  for (const { condition } of conditionsOf(root))
    if (condition.field.type === 'list') for (const value of condition.values) ids.add(Number(value));
  return [...ids];
}

/** Trees of lists, by id. A deleted list has none. */
export type ListTrees = ReadonlyMap<number, FilterNode | null>;

/** Trees of the lists that `root` names, as their definitions and domains are now. */
export function readTrees(
  source: ListSource,
  organizationId: number,
  root: FilterNode | null,
): Promise<ListTrees> {
  return readTreesOf(source, organizationId, namedIn(root));
}

/** Trees of lists and of those that they name. */
export async function readTreesOf(
  source: ListSource,
  organizationId: number,
  ids: readonly number[],
): Promise<ListTrees> {
  if (ids.length === 0) return new Map();
  const lists = await source.readNamed(organizationId, ids);
  const byId = new Map(lists.map((list) => [list.listId, list]));
  const trees = new Map<number, FilterNode | null>();
  // Saving refuses circles. The path ends one that was written otherwise.
  const treeOf = (id: number, path: readonly number[]): FilterNode | null | undefined => {
    const list = byId.get(id);
    if (list === undefined) return undefined;
    if (path.includes(id)) return null;
    const known = trees.get(id);
    if (known !== undefined) return known;
    const own = withTrees(parseStored(list.definition), (each) => treeOf(each, [...path, id]));
    const tree = membersNode(own, list);
    trees.set(id, tree);
    return tree;
  };
  for (const id of byId.keys()) treeOf(id, []);
  return trees;
}

/** Returns a tree whose conditions on lists have the trees of those lists. */
export function withTrees(
  node: FilterNode | null,
  treeOf: (listId: number) => FilterNode | null | undefined,
): FilterNode | null {
  if (node === null) return null;
  switch (node.kind) {
    case 'condition':
      return node.field.type === 'list'
        ? { ...node, lists: node.values.map((id) => treeOf(Number(id))) }
        : node;
    case 'not':
      return { ...node, child: withTrees(node.child, treeOf) ?? node.child };
    default:
      return { ...node, children: node.children.map((child) => withTrees(child, treeOf) ?? child) };
  }
}

/** Parses a stored definition. One that is no longer valid names nothing and matches nothing. */
export function parseStored(definition: unknown): FilterNode | null {
  return parseDefinition(definition, new Problems(), '', Number.POSITIVE_INFINITY)?.root ?? null;
}

/** The members of a list as a tree: its matches and the domains that were added, without those that were excluded. */
function membersNode(root: FilterNode | null, { added, excluded }: NamedList): FilterNode | null {
  const parts = [...(root ? [root] : []), ...domainsNode(added)];
  if (parts.length === 0) return null;
  const all: FilterNode = { kind: 'or', pointer: '', children: parts };
  const [out] = domainsNode(excluded);
  return out ? { kind: 'and', pointer: '', children: [all, { kind: 'not', pointer: '', child: out }] } : all;
}

function domainsNode(domains: readonly string[]): ConditionNode[] {
  const field = FIELDS_BY_KEY.get('domain');
  if (field === undefined || domains.length === 0) return [];
  return [{ kind: 'condition', pointer: '', field, operator: 'equals', values: domains }];
}

/** Size of a tree with all lists in it. */
export interface ExpandedSize {
  conditions: number;
  lists: number;
  /** Lists in the longest path from the tree through lists that name lists. */
  depth: number;
}

/** Measures a tree with the lists that it names. A list counts as often as it is named. */
export function expandedSize(root: FilterNode | null): ExpandedSize {
  const size = { conditions: 0, lists: 0, depth: 0 };
  for (const { condition } of conditionsOf(root)) {
    // The domains of a list are no conditions of its definition.
    if (condition.pointer !== '') size.conditions += 1;
    for (const tree of condition.lists ?? []) {
      const inner = expandedSize(tree ?? null);
      size.conditions += inner.conditions;
      size.lists += 1 + inner.lists;
      size.depth = Math.max(size.depth, 1 + inner.depth);
    }
  }
  return size;
}
