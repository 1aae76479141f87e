import { Bitmap, type ReadonlyBitmap } from '../facets/bitmap.ts';

/** A set of companies: the ids, or with `complement` all companies but them. A complement is never written out. */
export interface Selection {
  ids: ReadonlyBitmap;
  complement: boolean;
  /** The same bitmap, where it was made for this selection alone: whoever is done with it may free it. */
  scratch?: Bitmap | undefined;
}

export function invert(selection: Selection): Selection {
  return { ...selection, complement: !selection.complement };
}

/** A selection that nobody else holds. */
export function scratch(ids: Bitmap, complement = false): Selection {
  return { ids, complement, scratch: ids };
}

/**
 * Gives the memory of intermediate results back at once. The garbage collector would do it later, and large bitmaps made
 * meanwhile would come from memory that is not in the processor's caches.
 */
export function free(selections: readonly Selection[], except?: Selection): void {
  for (const { scratch: ids } of selections) {
    if (ids !== undefined && ids !== except?.ids) ids.dispose();
  }
}

/** How many companies, of so many in all. */
export function count({ ids, complement }: Selection, universe: number): number {
  return complement ? universe - ids.size : ids.size;
}

/** The ids that a bounded tree came to. */
export function idsOf({ ids, complement }: Selection): ReadonlyBitmap {
  if (complement) throw new Error('an unbounded tree was evaluated');
  return ids;
}

/** Companies in all of the selections, of which there is at least one. The smallest comes first: nothing grows beyond it. */
export function intersect(selections: readonly Selection[]): Selection {
  const inside = having(selections, false).sort((a, b) => a.ids.size - b.ids.size);
  const outside = having(selections, true);
  const [first, ...others] = inside;
  if (first === undefined) return invert(union(outside.map(invert)));
  const [next, ...rest] = [...others, ...outside];
  if (next === undefined) return first;
  const ids = next.complement ? Bitmap.andNot(first.ids, next.ids) : Bitmap.and(first.ids, next.ids);
  for (const each of rest) {
    if (ids.isEmpty) break;
    if (each.complement) ids.andNotInPlace(each.ids);
    else ids.andInPlace(each.ids);
  }
  return scratch(ids);
}

/** Companies in any of the selections, of which there is at least one. */
export function unite(selections: readonly Selection[]): Selection {
  if (having(selections, true).length === 0) return union(selections);
  // De Morgan: one complement makes the whole a complement.
  return invert(intersect(selections.map(invert)));
}

/** Of selections without complements. */
function union(selections: readonly Selection[]): Selection {
  const [only] = selections;
  if (only !== undefined && selections.length === 1) return only;
  return scratch(Bitmap.orMany(selections.map(({ ids }) => ids)));
}

function having(selections: readonly Selection[], complement: boolean): Selection[] {
  return selections.filter((each) => each.complement === complement);
}
