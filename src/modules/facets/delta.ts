import { Bitmap, NO_IDS, type ReadonlyBitmap } from './bitmap.ts';

/** A posting as it is stored: (base minus removed) plus added. Base and added are disjoint. */
export interface Layers {
  base: Bitmap;
  added?: Bitmap | undefined;
  removed?: Bitmap | undefined;
}

export interface PostingChange extends Layers {
  /** True when the deltas were folded into a new base. */
  folded: boolean;
}

/** Deltas of fewer ids are never folded: rewriting a base costs more. */
const MIN_FOLD_SIZE = 1024;
/** Deltas above this share of the base are folded: reading them would cost more than rewriting it. */
const FOLD_SHARE = 0.04;

/** What a posting has beside its base. */
export type Deltas = Omit<Layers, 'base'>;

/** Tells whether the deltas of a base of some ids are to be folded into it. */
export function mustFold({ added, removed }: Deltas, baseSize: number): boolean {
  return (added?.size ?? 0) + (removed?.size ?? 0) > Math.max(MIN_FOLD_SIZE, baseSize * FOLD_SHARE);
}

/**
 * Moves ids in and out of a posting: changes its deltas in place, which may be new ones. The caller knows that none of the
 * entering ids and all of the leaving ones are in the posting, so its base is not needed.
 */
export function moveIds(
  { added = new Bitmap(), removed = new Bitmap() }: Deltas,
  entering: ReadonlyBitmap,
  leaving: ReadonlyBitmap,
): Deltas {
  const fromBase = Bitmap.andNot(leaving, added);
  added.andNotInPlace(leaving).orInPlace(removed.isEmpty ? entering : Bitmap.andNot(entering, removed));
  removed.andNotInPlace(entering).orInPlace(fromBase);
  return withoutEmpty({ added, removed });
}

function withoutEmpty({ added, removed }: Required<Deltas>): Deltas {
  return { added: added?.isEmpty ? undefined : added, removed: removed?.isEmpty ? undefined : removed };
}

/** Returns the ids of a posting as a new bitmap that the caller may modify. */
export function flatten({ base, added, removed }: Layers): Bitmap {
  const ids = removed ? Bitmap.andNot(base, removed) : new Bitmap(base);
  return added ? ids.orInPlace(added) : ids;
}

/** Returns the ids of a posting whose layers are needed no longer: its base, changed in place. */
export function foldInPlace({ base, added, removed }: Layers): ReadonlyBitmap {
  if (removed) base.andNotInPlace(removed);
  if (added) base.orInPlace(added);
  // The garbage collector would keep them for long.
  added?.dispose();
  removed?.dispose();
  return base;
}

/** Returns the ids of a posting that are in a set. */
export function idsWithin({ base, added, removed }: Layers, set: ReadonlyBitmap): Bitmap {
  const ids = Bitmap.and(base, set);
  if (removed) ids.andNotInPlace(removed);
  return added ? ids.orInPlace(Bitmap.and(added, set)) : ids;
}

/**
 * Computes the new layers of a posting after a refresh.
 *
 * @param scope companies that the refresh read.
 * @param members the companies of the scope that belong to the posting now.
 * @returns undefined when nothing changes.
 */
export function computeChange(
  layers: Layers,
  scope: ReadonlyBitmap,
  members: ReadonlyBitmap = NO_IDS,
): PostingChange | undefined {
  const before = idsWithin(layers, scope);
  if (before.isEqual(members)) return undefined;
  const entering = Bitmap.andNot(members, before);
  const leaving = Bitmap.andNot(before, members);
  const added = new Bitmap(layers.added ?? [])
    .orInPlace(Bitmap.andNot(entering, layers.base))
    .andNotInPlace(leaving);
  const removed = new Bitmap(layers.removed ?? [])
    .orInPlace(Bitmap.and(leaving, layers.base))
    .andNotInPlace(entering);
  const next = { base: layers.base, added, removed };
  if (mustFold(next, layers.base.size)) return { base: flatten(next), folded: true };
  return { base: layers.base, ...withoutEmpty({ added, removed }), folded: false };
}

/** Number of ids in a posting. */
export function cardinality({ base, added, removed }: Layers): number {
  return base.size - (removed?.size ?? 0) + (added?.size ?? 0);
}
