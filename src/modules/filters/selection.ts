import { Bitmap, type ReadonlyBitmap } from '../facets/bitmap.ts';

/** A set of companies: the ids, or with `complement` all companies but them. A complement is never written out. */
export interface Selection {
  ids: ReadonlyBitmap;
  complement: boolean;
}

export function invert({ ids, complement }: Selection): Selection {
  return { ids, complement: !complement };
}

/** How many companies, of `universe` in all. */
export function count({ ids, complement }: Selection, universe: ReadonlyBitmap): number {
  return complement ? universe.size - ids.size : ids.size;
}

/** The ids written out, as a bitmap of the caller's own. */
export function toBitmap({ ids, complement }: Selection, universe: ReadonlyBitmap): Bitmap {
  return complement ? Bitmap.andNot(universe, ids) : new Bitmap(ids);
}

/** Companies in all of the selections, of which there is at least one. The smallest comes first: nothing grows beyond it. */
export function intersect(selections: readonly Selection[]): Selection {
  const inside = idsOf(selections, false).sort((a, b) => a.size - b.size);
  const outside = idsOf(selections, true);
  const [first, second, ...rest] = inside;
  if (first === undefined) return { ids: union(outside), complement: true };
  if (second === undefined && outside.length === 0) return { ids: first, complement: false };
  const ids = second === undefined ? new Bitmap(first) : Bitmap.and(first, second);
  for (const each of rest) {
    if (ids.isEmpty) break;
    ids.andInPlace(each);
  }
  for (const each of outside) {
    if (ids.isEmpty) break;
    ids.andNotInPlace(each);
  }
  return { ids, complement: false };
}

/** Companies in any of the selections, of which there is at least one. */
export function unite(selections: readonly Selection[]): Selection {
  const outside = idsOf(selections, true);
  if (outside.length === 0) return { ids: union(idsOf(selections, false)), complement: false };
  // De Morgan: one complement makes the whole a complement.
  return invert(intersect(selections.map(invert)));
}

export function union(sets: readonly ReadonlyBitmap[]): ReadonlyBitmap {
  const [only] = sets;
  if (only !== undefined && sets.length === 1) return only;
  return Bitmap.orMany(sets);
}

function idsOf(selections: readonly Selection[], complement: boolean): ReadonlyBitmap[] {
  return selections.filter((each) => each.complement === complement).map(({ ids }) => ids);
}
