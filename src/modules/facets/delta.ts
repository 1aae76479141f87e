import { Bitmap, type ReadonlyBitmap } from './bitmap.ts';

/** A posting as its row keeps it: (base minus removed) plus added, where added and base share no id. */
export interface Layers {
  base: Bitmap;
  added: Bitmap | undefined;
  removed: Bitmap | undefined;
}

export interface Change extends Layers {
  /** Whether the base was made anew: then there are no deltas. */
  folded: boolean;
}

/** Deltas of fewer ids are not worth rewriting a base for. */
const FOLD_FROM = 1024;
/** Beyond this part of the base, reading the deltas costs more than rewriting it. */
const FOLD_PART = 0.04;

/** The ids that the layers stand for, as a bitmap of the caller's own. */
export function flatten({ base, added, removed }: Layers): Bitmap {
  const ids = removed ? Bitmap.andNot(base, removed) : new Bitmap(base);
  return added ? ids.orInPlace(added) : ids;
}

/** The same ids for reading alone: without deltas they are the base itself. */
export function idsOf(layers: Layers): ReadonlyBitmap {
  return layers.added || layers.removed ? flatten(layers) : layers.base;
}

/**
 * The posting after a refresh: of the companies looked at, exactly `now` belong to it.
 *
 * @returns undefined when nothing changes.
 */
export function change(layers: Layers, lookedAt: Bitmap, now: Bitmap | undefined): Change | undefined {
  const before = Bitmap.and(layers.base, lookedAt);
  if (layers.removed) before.andNotInPlace(layers.removed);
  if (layers.added) before.orInPlace(Bitmap.and(layers.added, lookedAt));
  const after = now ?? new Bitmap();
  if (before.isEqual(after)) return undefined;
  const coming = Bitmap.andNot(after, before);
  const going = Bitmap.andNot(before, after);
  const added = copy(layers.added).orInPlace(Bitmap.andNot(coming, layers.base)).andNotInPlace(going);
  const removed = copy(layers.removed).orInPlace(Bitmap.and(going, layers.base)).andNotInPlace(coming);
  const next = { base: layers.base, added, removed };
  if (added.size + removed.size > Math.max(FOLD_FROM, layers.base.size * FOLD_PART)) {
    return { base: flatten(next), added: undefined, removed: undefined, folded: true };
  }
  return {
    base: layers.base,
    added: added.isEmpty ? undefined : added,
    removed: removed.isEmpty ? undefined : removed,
    folded: false,
  };
}

function copy(ids: Bitmap | undefined): Bitmap {
  return ids ? new Bitmap(ids) : new Bitmap();
}

/** How many ids the layers stand for. */
export function cardinality({ base, added, removed }: Layers): number {
  return base.size - (removed?.size ?? 0) + (added?.size ?? 0);
}
