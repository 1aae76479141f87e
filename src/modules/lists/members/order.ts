import type { Queryable } from '../../../database/client.ts';
import { arrayOf } from '../../../database/prepared.ts';
import { ON_REPLICA } from '../../../database/replicas/routing.ts';
import { keySql } from '../../../database/sql.ts';
import { isStorable } from '../../../lib/domain-name.ts';
import { Fault, invalidValue } from '../../../lib/fault.ts';
import { isWithin, TEXT_LIMITS } from '../../../lib/request-limits.ts';
import { Bitmap, type ReadonlyBitmap } from '../../facets/bitmap.ts';
import type { BitSlices } from '../../filters/number-comparison.ts';
import { runSqlConditions } from '../../filters/requirements.ts';
import { textSqlConditions } from '../../filters/text-conditions.ts';
import { idsAt, type Tier } from './snapshot.ts';

/** Fields by which members can be sorted (contract, section 9). Unknown values come last in either direction. */
const NUMBER_FIELDS = ['partnership_count', 'technology_count', 'founded_year'] as const;
export const SORT_FIELDS = ['tier', 'name', ...NUMBER_FIELDS] as const;
type NumberField = (typeof NUMBER_FIELDS)[number];
export type SortField = (typeof SORT_FIELDS)[number];

export interface MemberSort {
  field: SortField;
  descending: boolean;
}

/** Order of members unless a caller asks for another. */
export const DEFAULT_SORT: MemberSort = { field: 'tier', descending: false };

export function isNumberSort(sort: MemberSort): sort is MemberSort & { field: NumberField } {
  return NUMBER_FIELDS.some((field) => field === sort.field);
}

/** A row of a sorted set: the value that it is sorted by, then its id. Null: the value is unknown. */
export interface Place {
  value: string | number | null;
  companyId: number;
}

/** Start of a page: a number of rows to skip, or the row before it. */
export type PageStart = { offset: number } | { after: Place };

/** Companies with the same value. */
interface Group {
  value: string | number | null;
  ids: ReadonlyBitmap;
}

/** Companies with one of several values, all of which come after those of the run before. */
interface Run {
  size: number;
  /** Whether the value of a row comes after all values of the run. */
  endsBefore: (value: Place['value']) => boolean;
}

/** Rows before a page. It tells which runs can be skipped without being looked at. */
class Skipped {
  readonly #after: Place | undefined;
  #rows: number;

  constructor(start: PageStart) {
    this.#after = 'after' in start ? start.after : undefined;
    this.#rows = 'offset' in start ? start.offset : 0;
  }

  /** Whether no row of a run is on the page. Runs have to be passed in their order. */
  covers({ size, endsBefore }: Run): boolean {
    if (this.#after) return endsBefore(this.#after.value);
    if (size > this.#rows) return false;
    this.#rows -= size;
    return true;
  }

  /** Position within the first group that is not skipped, or within one after it. */
  enter({ value, ids }: Group): number {
    const rows = this.#rows;
    this.#rows = 0;
    return this.#after?.value === value ? ids.rank(this.#after.companyId) : rows;
  }
}

/** Members of one tier. */
export interface TierPart {
  tier: Tier;
  ids: ReadonlyBitmap;
}

/** A page of members by tier. Costs the same wherever the page starts. */
export function pageByTier(
  tiers: readonly TierPart[],
  descending: boolean,
  start: PageStart,
  count: number,
): Place[] {
  const ordered = descending ? tiers.toReversed() : tiers;
  let skipped = 'offset' in start ? start.offset : rowsUpTo(start.after, ordered);
  const places: Place[] = [];
  for (const { tier, ids } of ordered) {
    for (const companyId of idsAt(ids, skipped, count - places.length))
      places.push({ value: tier, companyId });
    skipped = Math.max(0, skipped - ids.size);
  }
  return places;
}

/** Number of members up to a row and with it, whether it still is a member or not. */
function rowsUpTo({ value, companyId }: Place, ordered: readonly TierPart[]): number {
  let rows = 0;
  for (const { tier, ids } of ordered) {
    if (tier === value) return rows + ids.rank(companyId);
    rows += ids.size;
  }
  return 0;
}

/**
 * A page of companies by a number, from its bit slices. It walks the binary trie of the numbers (the highest bit first)
 * and passes over whole subtrees before the page, so that a page costs the same wherever it starts.
 */
export function pageByNumber(
  ids: ReadonlyBitmap,
  slices: BitSlices,
  descending: boolean,
  start: PageStart,
  count: number,
): Place[] {
  const skipped = new Skipped(start);
  const places: Place[] = [];
  for (const group of numberGroups(ids, slices, descending, skipped)) {
    const from = skipped.enter(group);
    for (const companyId of idsAt(group.ids, from, count - places.length))
      places.push({ value: group.value, companyId });
    if (places.length === count) break;
  }
  return places;
}

function* numberGroups(
  ids: ReadonlyBitmap,
  { existing, bits }: BitSlices,
  descending: boolean,
  skipped: Skipped,
): Generator<Group> {
  const known = Bitmap.and(ids, existing);
  try {
    yield* walk(known, bits.length - 1, 0);
  } finally {
    known.dispose();
  }
  const unknown = Bitmap.andNot(ids, existing);
  if (!skipped.covers({ size: unknown.size, endsBefore: () => false })) yield { value: null, ids: unknown };

  /** Yields the companies of a subtree, whose numbers are `lowest` and those that differ from it below `bit + 1`. */
  function* walk(found: ReadonlyBitmap, bit: number, lowest: number): Generator<Group> {
    const highest = lowest + 2 ** (bit + 1) - 1;
    const endsBefore = (value: Place['value']) =>
      typeof value !== 'number' || (descending ? lowest > value : highest < value);
    if (found.isEmpty || skipped.covers({ size: found.size, endsBefore })) return;
    const slice = bits[bit];
    if (slice === undefined) {
      yield { value: lowest, ids: found };
      return;
    }
    for (const isSet of descending ? [true, false] : [false, true]) {
      const half = isSet ? Bitmap.and(found, slice) : Bitmap.andNot(found, slice);
      try {
        yield* walk(half, bit - 1, isSet ? lowest + 2 ** bit : lowest);
      } finally {
        // Intermediate results of large lists are freed at once, not by the garbage collector (filters/evaluate.ts).
        half.dispose();
      }
    }
  }
}

/** Most members that are sorted by name (contract, section 9): PostgreSQL reads and sorts all of them for each page. */
export const MAX_SORTED_BY_NAME = 100_000;

/** SQL of a page that begins after a name and an id. Equal names are in the order of ids, in either direction. */
const pageSql = (after: '>' | '<', direction: '' | ' DESC') => `
  SELECT id AS "companyId", key AS value FROM (
    SELECT id, ${keySql('name', 'name_key')} COLLATE "C" AS key FROM company WHERE id = ANY ($1::int[])) named
  WHERE $2::text IS NULL OR key ${after} $2 OR (key = $2 AND id > $3)
  ORDER BY key${direction}, id OFFSET $4 LIMIT $5`;

const ASCENDING = { name: 'companies_by_name', runsOn: ON_REPLICA, text: pageSql('>', '') };
const DESCENDING = { name: 'companies_by_name_descending', runsOn: ON_REPLICA, text: pageSql('<', ' DESC') };

/** A page of companies by name, ignoring case. @throws Fault sort_too_large */
export async function pageByName(
  db: Queryable,
  ids: ReadonlyBitmap,
  descending: boolean,
  start: PageStart,
  count: number,
): Promise<Place[]> {
  if (ids.size > MAX_SORTED_BY_NAME) {
    const message = `At most ${MAX_SORTED_BY_NAME} members can be sorted by name, and these are ${ids.size}. Narrow them by tier or by a search, or sort by something else.`;
    throw new Fault('sort_too_large', message);
  }
  const { value = null, companyId = null } = 'after' in start ? start.after : {};
  const offset = 'offset' in start ? start.offset : 0;
  const { rows } = await db.query<{ companyId: number; value: string }>({
    ...(descending ? DESCENDING : ASCENDING),
    values: [arrayOf(ids.toArray()), value, companyId, offset, count],
  });
  return rows;
}

/** Finds companies by part of a name or of any domain, ignoring case. @throws Fault validation_error */
export async function searchCompanies(db: Queryable, search: string): Promise<Bitmap> {
  const text = search.trim();
  const { maxLength } = TEXT_LIMITS.memberSearch;
  if (!isWithin(text, TEXT_LIMITS.memberSearch) || !isStorable(text))
    throw invalidValue('/search', `must be 1 to ${maxLength} characters of a name or domain`);
  const results = await runSqlConditions(db, [
    ...textSqlConditions('name', 'contains', [text]),
    ...textSqlConditions('domain', 'contains', [text.toLowerCase()]),
  ]);
  return Bitmap.orMany(results.map(({ ids }) => ids));
}
