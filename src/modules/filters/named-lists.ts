import type { ConditionNode, FilterNode } from './definition.ts';
import { type ListSizes, NO_SIZES, namedIn } from './list-sizes.ts';
import { parseDefinition } from './parse.ts';
import { Problems } from './problems.ts';
import { FIELDS_BY_KEY } from './registry.ts';

/** A list that a condition names: its current definition and its domains. */
export interface NamedList {
  listId: number;
  definition: unknown;
  /** Domains that were added and excluded manually. */
  added: readonly string[];
  excluded: readonly string[];
}

/** Reads lists of an organization, and the lists that they name at any depth. Deleted ones are left out. */
export interface ListSource {
  /** Their definitions, which may be large. Check their sizes before. */
  readNamed: (organizationId: number, listIds: readonly number[]) => Promise<readonly NamedList[]>;
  /** Their sizes, as they are stored. */
  readSizes: (organizationId: number, listIds: readonly number[]) => Promise<ListSizes>;
}

/** Sizes of lists, and of those that they name. */
export async function readSizesOf(
  source: Pick<ListSource, 'readSizes'>,
  organizationId: number,
  listIds: readonly number[],
): Promise<ListSizes> {
  return listIds.length === 0 ? NO_SIZES : source.readSizes(organizationId, listIds);
}

/**
 * Gives a tree the trees of the lists that it names, as their definitions and domains are now. Each list is read and parsed
 * once, and all conditions that name it share its tree.
 */
export async function readTrees(
  source: ListSource,
  organizationId: number,
  root: FilterNode | null,
): Promise<FilterNode | null> {
  const ids = namedIn(root);
  if (ids.length === 0) return root;
  const lists = await source.readNamed(organizationId, ids);
  const byId = new Map(lists.map((list) => [list.listId, list]));
  const trees = new Map<number, FilterNode | null>();
  const treeOf = (id: number): FilterNode | null | undefined => {
    const known = trees.get(id);
    if (known !== undefined) return known;
    const list = byId.get(id);
    if (list === undefined) return undefined;
    // Saving refuses circles. A list matches nothing inside of itself, if one was written otherwise.
    trees.set(id, null);
    const tree = membersNode(withTrees(parseStored(list.definition), treeOf), list);
    trees.set(id, tree);
    return tree;
  };
  return withTrees(root, treeOf);
}

/** Returns a tree whose conditions on lists have the trees of those lists. */
function withTrees(
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
