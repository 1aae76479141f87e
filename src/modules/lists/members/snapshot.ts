import { Bitmap, type ReadonlyBitmap } from '../../facets/bitmap.ts';

/** The tiers of members, the freshest first (contract, section 6). */
export const TIERS = ['high', 'medium', 'exploratory'] as const;
export type Tier = (typeof TIERS)[number];

/** Members by tier. No company is in two tiers. */
export type Tiers = Readonly<Record<Tier, ReadonlyBitmap>>;

/** Bitmaps of a materialization. */
export interface MemberSets extends Tiers {
  /** Members that were added by domain. All are in `high`. */
  readonly added: ReadonlyBitmap;
}

/** Names of the bitmaps of a materialization. */
export const PARTS = [...TIERS, 'added'] as const;

export type MemberCounts = Record<Tier | 'total', number>;

/** A materialization without its members, which are read when they are needed. */
export interface MaterializationInfo {
  materializationId: number;
  /** Materialization of the list that has the bitmaps: an earlier one if it had the same members, else this one. */
  storedId: number;
  /** Size of the bitmaps as they are stored. */
  bytes: number;
  listId: number;
  revision: number;
  definitionVersion: number;
  /** Version of the facet index that was read. */
  indexVersion: number;
  /** Version of the organization's own fields that was read; 0 for a list that uses none. */
  fieldsVersion: number;
  materializedAt: Date;
  /** Number of members. Unless `retiredVersion` is null, some of them may have left the catalogue. */
  counts: MemberCounts;
  /** Version of the index at which companies were retired after the members were computed; null if none were. */
  retiredVersion: number | null;
}

/**
 * Members of a list at one revision that are still in the catalogue. What is stored never changes. Reads leave out the
 * companies that were deleted or merged since (contract, section 8).
 */
export interface Snapshot extends MaterializationInfo, MemberSets {}

/** Returns the members of all tiers. */
export function membersOf(tiers: Tiers): Bitmap {
  return Bitmap.orMany(TIERS.map((tier) => tiers[tier]));
}

/** Returns ids by their positions in a set. */
export function idsAt(ids: ReadonlyBitmap, from: number, count: number): Uint32Array {
  return count <= 0 || from >= ids.size ? new Uint32Array() : ids.rangeUint32Array(from, count);
}

export function countsOf({ high, medium, exploratory }: Tiers): MemberCounts {
  return {
    total: high.size + medium.size + exploratory.size,
    high: high.size,
    medium: medium.size,
    exploratory: exploratory.size,
  };
}

/** Leaves companies out of bitmaps. Those without any of them are shared, not copied. */
export function withoutRetired(stored: MemberSets, retired: ReadonlyBitmap): MemberSets {
  const live = { ...stored };
  for (const part of PARTS)
    if (stored[part].intersects(retired)) live[part] = Bitmap.andNot(stored[part], retired);
  return live;
}
