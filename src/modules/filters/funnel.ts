import { EVER } from '../facets/evidence-windows.ts';
import type { IndexSnapshot } from '../facets/reader.ts';
import type { FilterNode } from './definition.ts';
import { evaluate, intersect, type Selection, selectionSize } from './evaluate.ts';
import { UNIVERSE_KEY } from './requirements.ts';

export interface FunnelStep {
  pointer: string;
  /** Number of companies that the node matches by itself. */
  exactCount: number;
  /**
   * Number of companies that the node and all earlier children of its `and` match; null for the root and for children of
   * `or` and `not`. Computed when it is read.
   */
  readonly remainingCount: number | null;
}

/** Counts the matches of each node of a tree, in document order. The snapshot must have the universe. */
export function funnelOf(root: FilterNode, snapshot: IndexSnapshot): FunnelStep[] {
  const universe = snapshot.posting(UNIVERSE_KEY).size;
  const sizeOf = (selection: Selection) => selectionSize(selection, universe);
  const selections = new Map<FilterNode, Selection>();
  evaluate(root, { snapshot, window: EVER, each: selections });
  const remaining = new Map<FilterNode, () => number | undefined>();
  for (const node of selections.keys()) {
    if (node.kind !== 'and') continue;
    let sizes: number[] | undefined;
    const narrow = () => narrowing(node.children.flatMap((child) => selections.get(child) ?? [])).map(sizeOf);
    for (const [index, child] of node.children.entries())
      remaining.set(child, () => {
        sizes ??= narrow();
        return sizes[index];
      });
  }
  return [...selections].map(([node, selection]) => ({
    pointer: node.pointer,
    exactCount: sizeOf(selection),
    get remainingCount() {
      return remaining.get(node)?.() ?? null;
    },
  }));
}

/** Intersects the parts one after another. @returns the result after each part */
function narrowing(parts: readonly Selection[]): Selection[] {
  const results: Selection[] = [];
  for (const part of parts) {
    const before = results.at(-1);
    results.push(before ? intersect([before, part]) : part);
  }
  return results;
}
