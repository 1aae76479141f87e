import { Bitmap, type ReadonlyBitmap } from '../facets/bitmap.ts';

/** A set of companies: the ids, or with `complement` all other companies. Complements are never materialized. */
export interface Selection {
  ids: ReadonlyBitmap;
  complement: boolean;
  /** The bitmap again, when it belongs to this selection only and may be freed. */
  scratch?: Bitmap | undefined;
}

export function invert(selection: Selection): Selection {
  return { ...selection, complement: !selection.complement };
}

/** A selection that owns its bitmap. */
export function scratch(ids: Bitmap, complement = false): Selection {
  return { ids, complement, scratch: ids };
}

/**
 * Frees intermediate results at once. The garbage collector would free them later, and new large bitmaps would then use
 * memory that is not in the processor's caches.
 */
export function free(selections: readonly Selection[], except?: Selection): void {
  for (const { scratch: ids } of selections) {
    if (ids !== undefined && ids !== except?.ids) ids.dispose();
  }
}

/** Number of selected companies, out of `universe` in total. */
export function selectionSize({ ids, complement }: Selection, universe: number): number {
  return complement ? universe - ids.size : ids.size;
}

/** Returns the ids that a bounded tree selects. */
export function boundedIds({ ids, complement }: Selection): ReadonlyBitmap {
  if (complement) throw new Error('a bounded tree selected a complement');
  return ids;
}

/** Returns the ids that a bounded tree selects, as a bitmap that the caller may modify. */
export function ownedIds(selection: Selection): Bitmap {
  const ids = boundedIds(selection);
  return selection.scratch ?? new Bitmap(ids);
}

/** Intersects one selection or more. It starts with the smallest: no intermediate result is larger. */
export function intersect(selections: readonly Selection[]): Selection {
  const inside: Selection[] = [];
  const outside: Selection[] = [];
  for (const each of selections) (each.complement ? outside : inside).push(each);
  inside.sort((a, b) => a.ids.size - b.ids.size);
  const [first, next, ...rest] = [...inside, ...outside];
  if (first === undefined || first.complement) return invert(unite(outside.map(invert)));
  if (next === undefined) return first;
  const ids = next.complement ? Bitmap.andNot(first.ids, next.ids) : Bitmap.and(first.ids, next.ids);
  for (const each of rest) {
    if (ids.isEmpty) break;
    if (each.complement) ids.andNotInPlace(each.ids);
    else ids.andInPlace(each.ids);
  }
  return scratch(ids);
}

/** Unites one selection or more. */
export function unite(selections: readonly Selection[]): Selection {
  const [only] = selections;
  if (only !== undefined && selections.length === 1) return only;
  // De Morgan: a union with a complement is a complement.
  if (selections.some(({ complement }) => complement)) return invert(intersect(selections.map(invert)));
  return scratch(Bitmap.orMany(selections.map(({ ids }) => ids)));
}
