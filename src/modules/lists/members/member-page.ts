import type { Queryable } from '../../../database/client.ts';
import { isStorable } from '../../../lib/domain-name.ts';
import { validationFault } from '../../../lib/fault.ts';
import { runUncounted } from '../../../lib/operation-scope.ts';
import { Bitmap, type ReadonlyBitmap } from '../../facets/bitmap.ts';
import { runSqlConditions } from '../../filters/sql-conditions.ts';
import { textSqlConditions } from '../../filters/text-conditions.ts';
import type { List, PageRequest } from '../list.ts';
import { type Snapshot, TIERS, type Tier } from './snapshot.ts';

/** A member of a list, in one materialization of it. */
export interface Member {
  companyId: number;
  tier: Tier;
  source: 'definition' | 'added';
  list: List;
}

export interface MemberSelection {
  tier?: Tier | undefined;
  /** Part of a name or of any domain; case is ignored. */
  search?: string | undefined;
}

export interface MemberPage {
  members: Member[];
  /** How many the selection has on all pages. */
  total: number;
}

const MAX_SEARCH = 100;

/**
 * A page of members: by tier, then by company id, the same on every page of one materialization. A page at the end
 * costs what one at the beginning costs: the bitmap gives the id at any place.
 *
 * @param db evaluates a search; nothing is sent to it without one.
 * @throws Fault validation_error for a search of no or over 100 characters.
 */
export async function pageMembers(
  db: Queryable,
  list: List,
  snapshot: Snapshot,
  { tier, search }: MemberSelection,
  { limit, offset }: PageRequest,
): Promise<MemberPage> {
  const found = search === undefined ? undefined : await runUncounted(() => searchCompanies(db, search));
  const parts = TIERS.filter((each) => tier === undefined || each === tier).map((each) => ({
    tier: each,
    ids: found ? Bitmap.and(snapshot[each], found) : snapshot[each],
  }));
  const members: Member[] = [];
  let passed = 0;
  for (const { tier: own, ids } of parts) {
    const from = Math.max(0, offset - passed);
    for (const companyId of idsAt(ids, from, limit - members.length)) {
      const source = snapshot.added.has(companyId) ? 'added' : 'definition';
      members.push({ companyId, tier: own, source, list });
    }
    passed += ids.size;
  }
  return { members, total: parts.reduce((sum, { ids }) => sum + ids.size, 0) };
}

/** Members of all tiers. */
export function membersOf(tiers: Record<Tier, ReadonlyBitmap>): Bitmap {
  return Bitmap.orMany(TIERS.map((tier) => tiers[tier]));
}

/** Ids by their place in the set. */
export function idsAt(ids: ReadonlyBitmap, from: number, count: number): Uint32Array {
  return count <= 0 || from >= ids.size ? new Uint32Array() : ids.rangeUint32Array(from, count);
}

async function searchCompanies(db: Queryable, search: string): Promise<ReadonlyBitmap> {
  const text = search.trim();
  const length = [...text].length;
  if (length < 1 || length > MAX_SEARCH || !isStorable(text)) {
    const message = `must be 1 to ${MAX_SEARCH} characters of a name or domain`;
    throw validationFault([{ pointer: '/search_name_or_domain', message }]);
  }
  const results = await runSqlConditions(db, [
    ...textSqlConditions('name', 'contains', [text]),
    ...textSqlConditions('domain', 'contains', [text.toLowerCase()]),
  ]);
  return Bitmap.orMany(results.map(({ ids }) => ids));
}
