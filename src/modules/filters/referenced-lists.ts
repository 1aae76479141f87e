import { type ConditionNode, conditionsOf, type FilterNode, Problems } from './definition.ts';
import { BUILT_IN, type FieldSet, withDeleted } from './field-set.ts';
import { PATTERN_OPERATORS } from './operators.ts';
import { parseDefinition } from './parse.ts';

/** A list that a condition names: its current definition and its domains. */
export interface ReferencedList {
  listId: number;
  definition: unknown;
  /** Domains that were added and excluded manually. */
  added: readonly string[];
  excluded: readonly string[];
}

/** Reads lists of an organization, and the lists that they name at any depth. Deleted ones are left out. */
export interface ListSource {
  /** Their definitions, which may be large. Check their sizes before. */
  readNamed: (organizationId: number, listIds: readonly number[]) => Promise<readonly ReferencedList[]>;
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
 *
 * @param fieldsOf returns the fields that stored definitions mean.
 */
export async function readTrees(
  source: ListSource,
  organizationId: number,
  root: FilterNode | null,
  fieldsOf: (definitions: readonly unknown[]) => Promise<(definition: unknown) => FieldSet>,
): Promise<FilterNode | null> {
  const ids = namedIn(root);
  if (ids.length === 0) return root;
  const lists = await source.readNamed(organizationId, ids);
  const fields = await fieldsOf(lists.map(({ definition }) => definition));
  const byId = new Map(lists.map((list) => [list.listId, list]));
  const trees = new Map<number, FilterNode | null>();
  const treeOf = (id: number): FilterNode | null | undefined => {
    const known = trees.get(id);
    if (known !== undefined) return known;
    const list = byId.get(id);
    if (list === undefined) return undefined;
    // Saving refuses circles. A list matches nothing inside of itself, if one was written otherwise.
    trees.set(id, null);
    const tree = membersNode(withTrees(parseStored(list.definition, fields(list.definition)), treeOf), list);
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

/** Own fields do not matter to those who ask for the lists or for the size of a definition. */
export const ANY_FIELDS = withDeleted(BUILT_IN, () => true, 0);

/** Parses a stored definition. One that is no longer valid names nothing and matches nothing. */
export function parseStored(definition: unknown, fields: FieldSet = ANY_FIELDS): FilterNode | null {
  return parseDefinition(definition, new Problems(), fields, '', Number.POSITIVE_INFINITY)?.root ?? null;
}

/** The members of a list as a tree: its matches and the domains that were added, without those that were excluded. */
function membersNode(root: FilterNode | null, { added, excluded }: ReferencedList): FilterNode | null {
  const parts = [...(root ? [root] : []), ...domainsNode(added)];
  if (parts.length === 0) return null;
  const all: FilterNode = { kind: 'or', pointer: '', children: parts };
  const [out] = domainsNode(excluded);
  return out ? { kind: 'and', pointer: '', children: [all, { kind: 'not', pointer: '', child: out }] } : all;
}

function domainsNode(domains: readonly string[]): ConditionNode[] {
  const field = BUILT_IN.get('domain');
  if (field === undefined || domains.length === 0) return [];
  return [{ kind: 'condition', pointer: '', field, operator: 'equals', values: domains }];
}

/** Size of a tree by itself, without the lists that it names. */
interface OwnSize {
  conditions: number;
  values: number;
  /** Values of `contains`, `starts_with` and `ends_with`, which are among `values`. */
  patterns: number;
}

/** Size of the current definition of a list, as it is stored with the list, and the lists that it names. */
export interface ListSize extends OwnSize {
  listId: number;
  named: readonly number[];
}

/** Sizes of lists, and of those that they name. */
export interface ListSizes {
  /** By id. A deleted list has none. */
  byId: ReadonlyMap<number, ListSize>;
  /** Domains that were added to all of these lists and excluded from them. Counted to just above the bound. */
  domains: number;
}

export const NO_SIZES: ListSizes = { byId: new Map(), domains: 0 };

/** Size of a tree with the lists that it names at any depth. Each list counts once, however often it is named. */
export interface ExpandedSize extends OwnSize {
  /** Number of lists. Deleted ones count as long as they are named. */
  lists: number;
  /** Lists in the longest path from the tree through lists that name lists. */
  depth: number;
}

/** What the lists of a tree add to its own size. */
export interface Expansion extends ExpandedSize {
  /** Domains of the lists, added and excluded. */
  domains: number;
  /** Ids of the lists that the tree names at any depth. */
  ids: ReadonlySet<number>;
}

export function ownSize(root: FilterNode | null): OwnSize {
  const size = { conditions: 0, values: 0, patterns: 0 };
  for (const { condition } of conditionsOf(root)) {
    size.conditions += 1;
    size.values += condition.values.length;
    if (PATTERN_OPERATORS.has(condition.operator)) size.patterns += condition.values.length;
  }
  return size;
}

/** Ids of the lists that a tree names itself. */
export function namedIn(root: FilterNode | null): number[] {
  const ids = new Set<number>();
  for (const { condition } of conditionsOf(root)) for (const { id } of listValues(condition)) ids.add(id);
  return [...ids];
}

/** Sums the sizes of the lists that a tree names, by a walk that visits each list once. */
export function expansionOf(named: readonly number[], sizes: ListSizes): Expansion {
  const depths = new Map<number, number>();
  const depthBelow = (ids: readonly number[]): number => {
    let depth = 0;
    for (const id of ids) {
      let below = depths.get(id);
      if (below === undefined) {
        // Saving refuses circles. This ends one that was written otherwise.
        depths.set(id, 0);
        below = depthBelow(sizes.byId.get(id)?.named ?? []);
        depths.set(id, below);
      }
      depth = Math.max(depth, 1 + below);
    }
    return depth;
  };
  const depth = depthBelow(named);
  const total = { conditions: 0, values: 0, patterns: 0 };
  for (const id of depths.keys()) {
    const size = sizes.byId.get(id);
    total.conditions += size?.conditions ?? 0;
    total.values += size?.values ?? 0;
    total.patterns += size?.patterns ?? 0;
  }
  return { ...total, lists: depths.size, depth, domains: sizes.domains, ids: new Set(depths.keys()) };
}

/** A list among the values of a condition, and where it stands. */
interface ListValue {
  id: number;
  pointer: string;
}

/** Finds a list that a tree names, directly or through others. @returns the lists that lead to it, and itself */
export function pathTo(
  root: FilterNode,
  listId: number,
  sizes: ListSizes,
): { pointer: string; path: number[] } | undefined {
  const seen = new Set<number>();
  const pathFrom = (id: number): number[] | undefined => {
    if (id === listId) return [id];
    if (seen.has(id)) return undefined;
    seen.add(id);
    for (const next of sizes.byId.get(id)?.named ?? []) {
      const rest = pathFrom(next);
      if (rest) return [id, ...rest];
    }
    return undefined;
  };
  for (const { pointer, id } of listValuesIn(root)) {
    const path = pathFrom(id);
    if (path) return { pointer, path };
  }
  return undefined;
}

/** Lists among the values of a tree, in document order. */
export function listValuesIn(root: FilterNode): ListValue[] {
  return [...conditionsOf(root)].flatMap(({ condition }) => listValues(condition));
}

function listValues({ field, values, pointer }: ConditionNode): ListValue[] {
  if (field.type !== 'list') return [];
  return values.map((value, index) => ({
    pointer: `${pointer}/condition/values/${index}`,
    id: Number(value),
  }));
}
