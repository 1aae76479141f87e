import { type ConditionNode, conditionsOf, type FilterNode } from './definition.ts';
import { PATTERN_OPERATORS } from './operators.ts';

/** Size of a tree by itself, without the lists that it names. */
export interface OwnSize {
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
