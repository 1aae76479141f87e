import type { Keyset } from '../../../lib/page.ts';
import { recordOf } from '../../../lib/property.ts';
import { Bitmap, type ReadonlyBitmap } from '../../facets/bitmap.ts';
import {
  countsOf,
  idsAt,
  type MaterializationInfo,
  membersOf,
  TIERS,
  type Tier,
  type Tiers,
} from './snapshot.ts';

/** Companies that enter or leave a list between two states of its members. */
export interface Differences {
  addedCount: number;
  removedCount: number;
  /** First companies that enter, and first that leave, by company id. */
  added: readonly number[];
  removed: readonly number[];
}

export function compare(before: Tiers, after: Tiers, limit: number): Differences {
  const added = IDS_OF.entered({ before, after });
  const removed = IDS_OF.left({ before, after });
  return {
    addedCount: added.size,
    removedCount: removed.size,
    added: [...idsAt(added, 0, limit)],
    removed: [...idsAt(removed, 0, limit)],
  };
}

/** Two states of the members of a list. Companies whose tier is the same in both may be left out of them. */
export interface Compared {
  before: Tiers;
  after: Tiers;
}

/** What changed among the members of a list up to a materialization. */
export interface Changes extends Compared {
  materialization: MaterializationInfo;
}

/** What differs between two states of the members, without the companies whose tier is the same in both. */
export interface Difference extends Compared {
  /** Numbers of companies. */
  entered: number;
  left: number;
  tierChanged: number;
}

/** @returns undefined if nothing differs. */
export function differenceOf(compared: Compared): Difference | undefined {
  const changed = changedIds(compared);
  if (changed.isEmpty) return undefined;
  const within = (tiers: Tiers) => recordOf(TIERS, (tier) => Bitmap.and(tiers[tier], changed));
  const [before, after] = [within(compared.before), within(compared.after)];
  // No company is in two tiers of one state, so numbers tell the three kinds apart.
  const [were, are] = [countsOf(before).total, countsOf(after).total];
  return {
    before,
    after,
    entered: changed.size - were,
    left: changed.size - are,
    tierChanged: were + are - changed.size,
  };
}

/** Returns the companies whose tier differs, those that entered or left included. */
function changedIds({ before, after }: Compared): Bitmap {
  return Bitmap.orMany(TIERS.map((tier) => Bitmap.xor(before[tier], after[tier])));
}

export type ChangeKind = 'all' | 'entered' | 'left' | 'tierChanged';

/** One company in two materializations. A tier is null where the company is no member. */
export interface MemberChange {
  companyId: number;
  from: Tier | null;
  to: Tier | null;
}

/** A page of the companies that changed in one way, by company id. */
interface ChangedPage {
  items: MemberChange[];
  /** Number of companies on all pages. */
  count: number;
}

/** Reads a page at once and keeps no bitmap for later: an operation may select the same changes many times. */
export function pageOfChanges(
  changes: Compared,
  kind: ChangeKind,
  { limit, after, offset }: Keyset,
): ChangedPage {
  const ids = IDS_OF[kind](changes);
  const start = after === undefined ? offset : ids.rank(after);
  const items = [...idsAt(ids, start, limit)].map((companyId) => ({
    companyId,
    from: tierOf(changes.before, companyId),
    to: tierOf(changes.after, companyId),
  }));
  return { items, count: ids.size };
}

const IDS_OF: Readonly<Record<ChangeKind, (changes: Compared) => ReadonlyBitmap>> = {
  all: changedIds,
  entered: ({ before, after }) => Bitmap.andNot(membersOf(after), membersOf(before)),
  left: ({ before, after }) => Bitmap.andNot(membersOf(before), membersOf(after)),
  tierChanged: (changes) =>
    Bitmap.and(changedIds(changes), Bitmap.and(membersOf(changes.before), membersOf(changes.after))),
};

/** Returns the tier of a company; null if it is no member. */
export function tierOf(tiers: Tiers, companyId: number): Tier | null {
  for (const tier of TIERS) if (tiers[tier].has(companyId)) return tier;
  return null;
}
