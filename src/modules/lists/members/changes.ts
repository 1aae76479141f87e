import type { Keyset } from '../../../lib/page.ts';
import { Bitmap, type ReadonlyBitmap } from '../../facets/bitmap.ts';
import { idsAt, membersOf, type Snapshot, TIERS, type Tier, type Tiers } from './snapshot.ts';

/** Companies that enter or leave a list between two states of its members. */
export interface Differences {
  addedCount: number;
  removedCount: number;
  /** First companies that enter, and first that leave, by company id. */
  added: readonly number[];
  removed: readonly number[];
}

export function compare(before: Tiers, after: Tiers, limit: number): Differences {
  const [old, now] = [membersOf(before), membersOf(after)];
  const added = Bitmap.andNot(now, old);
  const removed = Bitmap.andNot(old, now);
  return {
    addedCount: added.size,
    removedCount: removed.size,
    added: [...idsAt(added, 0, limit)],
    removed: [...idsAt(removed, 0, limit)],
  };
}

/** The members of a list in two materializations. */
export interface Changes {
  before: Snapshot;
  after: Snapshot;
}

export type ChangeKind = 'all' | 'entered' | 'left' | 'tierChanged';

/** One company in two materializations. A tier is null where the company is no member. */
export interface MemberChange {
  companyId: number;
  from: Tier | null;
  to: Tier | null;
}

/** Companies that changed in one way, by company id. */
export class ChangedMembers {
  readonly #changes: Changes;
  readonly #ids: ReadonlyBitmap;

  constructor(changes: Changes, kind: ChangeKind) {
    this.#changes = changes;
    this.#ids = IDS_OF[kind](changes);
  }

  get count(): number {
    return this.#ids.size;
  }

  page({ limit, after, offset }: Keyset): MemberChange[] {
    const { before, after: now } = this.#changes;
    const start = after === undefined ? offset : this.#ids.rank(after);
    return [...idsAt(this.#ids, start, limit)].map((companyId) => ({
      companyId,
      from: tierOf(before, companyId),
      to: tierOf(now, companyId),
    }));
  }
}

const IDS_OF: Readonly<Record<ChangeKind, (changes: Changes) => ReadonlyBitmap>> = {
  all: (changes) =>
    Bitmap.orMany([IDS_OF.entered, IDS_OF.left, IDS_OF.tierChanged].map((idsOf) => idsOf(changes))),
  entered: ({ before, after }) => Bitmap.andNot(membersOf(after), membersOf(before)),
  left: ({ before, after }) => Bitmap.andNot(membersOf(before), membersOf(after)),
  tierChanged: ({ before, after }) => {
    const inBoth = Bitmap.and(membersOf(before), membersOf(after));
    const unchanged = Bitmap.orMany(TIERS.map((tier) => Bitmap.and(before[tier], after[tier])));
    return Bitmap.andNot(inBoth, unchanged);
  },
};

/** Returns the tier of a company; null if it is no member. */
export function tierOf(tiers: Tiers, companyId: number): Tier | null {
  return TIERS.find((tier) => tiers[tier].has(companyId)) ?? null;
}
