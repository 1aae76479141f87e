import type { Queryable } from '../../../database/client.ts';
import type { Caller } from '../list.ts';
import { tierOf } from './changes.ts';
import { findNewest } from './materializations.ts';
import type { MaterializationInfo, Tier } from './snapshot.ts';
import type { SnapshotReader } from './snapshot-reader.ts';

/** Lists in which a company is looked for. */
export const MAX_LISTS = 200;
/** Bytes of the bitmaps of these lists, as they are stored. */
export const MAX_BYTES = 4 * 1024 * 1024;

/** A company in a list, as of the list's newest materialization. */
export interface ListMembership {
  listId: number;
  name: string;
  tier: Tier;
  materializedAt: Date;
}

/** Lists that have a company as a member, the most recently updated first. */
export interface ListMemberships {
  /** Whether all materialized lists of the caller were looked at. */
  complete: boolean;
  memberships: readonly ListMembership[];
}

/**
 * Looks for companies in the newest materializations of the lists that the caller can see. Two statements read them, however
 * many companies and lists there are.
 *
 * @returns a result for each company, in their order.
 */
export async function findMemberships(
  db: Queryable,
  reader: SnapshotReader,
  caller: Caller,
  companyIds: readonly number[],
): Promise<ListMemberships[]> {
  // One more tells whether there are others.
  const newest = await findNewest(db, caller, MAX_LISTS + 1);
  const chosen = within(newest, MAX_BYTES);
  const snapshots = await reader.load(chosen);
  // One that was pruned meanwhile has a successor that was not looked at.
  const complete = chosen.length === newest.length && !snapshots.includes(undefined);
  return companyIds.map((companyId) => ({
    complete,
    memberships: chosen.flatMap(({ listId, name, materializedAt }, index) => {
      const snapshot = snapshots[index];
      const tier = snapshot ? tierOf(snapshot, companyId) : null;
      return tier === null ? [] : [{ listId, name, tier, materializedAt }];
    }),
  }));
}

/** Returns the first lists whose bitmaps fit. One that is too large leaves room for others. */
function within<Info extends MaterializationInfo>(infos: readonly Info[], maxBytes: number): Info[] {
  let left = maxBytes;
  return infos.slice(0, MAX_LISTS).filter(({ bytes }) => {
    if (bytes > left) return false;
    left -= bytes;
    return true;
  });
}
