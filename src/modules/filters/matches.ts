import { Bitmap } from '../facets/bitmap.ts';
import type { IndexSnapshot, IndexVersions } from '../facets/reader.ts';
import type { FilterNode } from './definition.ts';
import { evaluate, ownedIds } from './evaluate.ts';
import { windowsOf } from './requirements.ts';

/** Companies that a definition matches, each in one tier (contract, section 6, "Tiers"). */
export interface Matches extends IndexVersions {
  high: Bitmap;
  medium: Bitmap;
  exploratory: Bitmap;
}

/** Evaluates a tree in all windows in which it can differ. A root that is null matches nothing. */
export function toMatches(root: FilterNode | null, snapshot: IndexSnapshot): Matches {
  const [high = new Bitmap(), recent, all] = windowsOf(root).map((window) =>
    root === null ? new Bitmap() : ownedIds(evaluate(root, { snapshot, window })),
  );
  // A wider window includes the narrower ones. In place: no bitmap is left to the garbage collector.
  const exploratory = all && recent ? all.andNotInPlace(recent) : new Bitmap();
  const medium = recent?.andNotInPlace(high) ?? new Bitmap();
  const { version, ownVersion } = snapshot;
  return { version, ownVersion, high, medium, exploratory };
}
