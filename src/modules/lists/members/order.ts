import type { Queryable } from '../../../database/client.ts';
import { arrayOf } from '../../../database/prepared.ts';
import { ON_REPLICA } from '../../../database/replicas/routing.ts';
import { keySql } from '../../../database/sql.ts';
import { isStorable } from '../../../lib/domain-name.ts';
import { Fault, invalidValue } from '../../../lib/fault.ts';
import { isWithin, TEXT_LIMITS } from '../../../lib/request-limits.ts';
import { Bitmap, type ReadonlyBitmap } from '../../facets/bitmap.ts';
import { organizationOfFacet } from '../../facets/facet.ts';
import { type BitRange, decodeNumber, encodeNumber } from '../../facets/number-encoding.ts';
import type { BitSlices } from '../../filters/number-comparison.ts';
import type { VocabularyField } from '../../filters/registry.ts';
import { runSqlConditions } from '../../filters/requirements.ts';
import { textSqlConditions } from '../../filters/text-conditions.ts';
import { idsAt, type Tier } from './snapshot.ts';

/** A row of a sorted set: the value that it is sorted by, then its id. Null: the value is unknown. */
export interface Place {
  value: string | number | null;
  companyId: number;
}

/** Start of a page: a number of rows to skip, or the row before it. */
export type PageStart = { offset: number } | { after: Place };

/** Numbers by which companies are sorted, and their bits. */
export interface NumberOrder extends BitSlices {
  range: BitRange;
}

/** Companies with the same number, which is encoded; null if it is unknown. */
interface Group {
  value: bigint | null;
  ids: ReadonlyBitmap;
}

/** Rows before a page. It tells which runs of companies can be skipped without being looked at. */
class Skipped {
  readonly #after: { value: bigint | null; companyId: number } | undefined;
  #rows: number;

  constructor(start: PageStart, range: BitRange) {
    this.#rows = 'offset' in start ? start.offset : 0;
    if (!('after' in start)) return;
    const { value, companyId } = start.after;
    this.#after = { value: value === null ? null : encodeNumber(Number(value), range), companyId };
  }

  /**
   * Whether no row of a run is on the page. Runs have to be passed in their order.
   *
   * @param endsBefore tells whether a value comes after all those of the run.
   */
  covers(size: number, endsBefore: (value: bigint | null) => boolean): boolean {
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
 * A page of companies by a number, from its bit slices. It walks the binary trie of the numbers (the highest bit
 * first) and passes over whole subtrees before the page, so that a page costs the same wherever it starts.
 */
export function pageByNumber(
  ids: ReadonlyBitmap,
  { range, ...slices }: NumberOrder,
  descending: boolean,
  start: PageStart,
  count: number,
): Place[] {
  const skipped = new Skipped(start, range);
  const places: Place[] = [];
  for (const group of numberGroups(ids, slices, descending, skipped)) {
    const from = skipped.enter(group);
    const value = group.value === null ? null : decodeNumber(group.value, range);
    for (const companyId of idsAt(group.ids, from, count - places.length)) places.push({ value, companyId });
    if (places.length === count) break;
  }
  return places;
}

function* numberGroups(
  ids: ReadonlyBitmap,
  { existing, negative, bits }: BitSlices,
  descending: boolean,
  skipped: Skipped,
): Generator<Group> {
  const known = Bitmap.and(ids, existing);
  const below = Bitmap.and(known, negative);
  known.andNotInPlace(negative);
  try {
    if (!descending) yield* walk(below, bits.length - 1, 0n, -1n);
    yield* walk(known, bits.length - 1, 0n, 1n);
    if (descending) yield* walk(below, bits.length - 1, 0n, -1n);
  } finally {
    known.dispose();
    below.dispose();
  }
  const unknown = Bitmap.andNot(ids, existing);
  try {
    if (!skipped.covers(unknown.size, () => false)) yield { value: null, ids: unknown };
  } finally {
    unknown.dispose();
  }

  /** Yields the companies of a subtree: without sign, their numbers are `lowest` and those that differ from it up to a bit. */
  function* walk(found: ReadonlyBitmap, highest: number, lowest: bigint, sign: 1n | -1n): Generator<Group> {
    // Most fields have no digits after the point.
    let bit = highest;
    while (bits[bit]?.isEmpty) bit -= 1;
    const first = sign * lowest;
    const last = sign * (lowest + (1n << BigInt(bit + 1)) - 1n);
    const endsBefore = (value: bigint | null) =>
      value === null || (descending ? first > value && last > value : first < value && last < value);
    if (found.isEmpty || skipped.covers(found.size, endsBefore)) return;
    const slice = bits[bit];
    if (slice === undefined) {
      yield { value: first, ids: found };
      return;
    }
    if (found.size <= FEW) {
      yield* fewGroups(found, bits.slice(0, bit + 1), lowest, sign, descending, skipped);
      return;
    }
    const isSetFirst = descending === sign > 0n;
    for (const isSet of [isSetFirst, !isSetFirst]) {
      const half = isSet ? Bitmap.and(found, slice) : Bitmap.andNot(found, slice);
      try {
        yield* walk(half, bit - 1, isSet ? lowest + (1n << BigInt(bit)) : lowest, sign);
      } finally {
        // Intermediate results of large lists are freed at once, not by the garbage collector (filters/evaluate.ts).
        half.dispose();
      }
    }
  }
}

/** Companies whose numbers are read one by one: splitting them bit by bit would take ten times as long. */
const FEW = 32;

/** Yields companies whose numbers without sign are `lowest` and those that differ from it in some bits. */
function* fewGroups(
  ids: ReadonlyBitmap,
  bits: readonly ReadonlyBitmap[],
  lowest: bigint,
  sign: 1n | -1n,
  descending: boolean,
  skipped: Skipped,
): Generator<Group> {
  const byNumber = new Map<bigint, number[]>();
  for (const id of ids) {
    let number = lowest;
    for (const [bit, slice] of bits.entries()) if (slice.has(id)) number += 1n << BigInt(bit);
    const value = sign * number;
    const equal = byNumber.get(value);
    if (equal) equal.push(id);
    else byNumber.set(value, [id]);
  }
  const isBefore = (a: bigint, b: bigint) => (descending ? a > b : a < b);
  for (const [value, equal] of [...byNumber].sort(([a], [b]) => (isBefore(a, b) ? -1 : 1)))
    if (!skipped.covers(equal.length, (after) => after === null || isBefore(value, after)))
      yield { value, ids: new Bitmap(equal) };
}

/** Most members that are sorted by a text (contract, section 9): PostgreSQL reads and sorts all of them for each page. */
export const MAX_SORTED_BY_TEXT = 100_000;

/** Keys of the names of companies. */
const NAMED = `SELECT id, ${keySql('name', 'name_key')} COLLATE "C" AS key FROM company WHERE id = ANY ($1::int[])`;

/** Keys of the values that companies have in an own category. Their postings have them. */
const CATEGORIZED = `SELECT m.id, p.value_key COLLATE "C" AS key FROM unnest($1::int[]) AS m (id) LEFT JOIN (
      SELECT company_id, "values" ->> $8::text AS category FROM own_field_values
      WHERE scope_id = $6 AND company_id = ANY ($1::int[])) v ON v.company_id = m.id
    LEFT JOIN facet_posting p ON p.field = $7 AND p.value = v.category AND p.window_days = 0`;

/** SQL of a page that begins after a key and an id. Equal keys are in the order of ids, in either direction. */
const pageSql = (keyed: string, after: '>' | '<', direction: '' | ' DESC') => `
  SELECT id AS "companyId", key AS value FROM (${keyed}) keyed
  WHERE $3::int IS NULL OR CASE WHEN $2::text IS NULL THEN key IS NULL AND id > $3
    ELSE key IS NULL OR key ${after} $2 OR (key = $2 AND id > $3) END
  ORDER BY key IS NULL, key${direction}, id OFFSET $4 LIMIT $5`;

const BY_NAME = { name: 'companies_by_name', runsOn: ON_REPLICA, text: pageSql(NAMED, '>', '') };
const BY_NAME_DESCENDING = {
  name: 'companies_by_name_descending',
  runsOn: ON_REPLICA,
  text: pageSql(NAMED, '<', ' DESC'),
};
/** Planned each time: a plan for any number of companies would look up the values of 100,000 one by one. */
const BY_CATEGORY = { text: pageSql(CATEGORIZED, '>', '') };
const BY_CATEGORY_DESCENDING = { text: pageSql(CATEGORIZED, '<', ' DESC') };

type SortedByText = { companyId: number; value: string | null };

/** A page of companies by name or by an own category, ignoring case. @throws Fault sort_too_large */
export async function pageByText(
  db: Queryable,
  ids: ReadonlyBitmap,
  { by, descending }: { by: 'name' | VocabularyField; descending: boolean },
  start: PageStart,
  count: number,
): Promise<Place[]> {
  const key = by === 'name' ? by : by.key;
  if (ids.size > MAX_SORTED_BY_TEXT) {
    const message = `At most ${MAX_SORTED_BY_TEXT} members can be sorted by ${key}, and these are ${ids.size}. Narrow them by tier or by a search, or sort by something else.`;
    throw new Fault('sort_too_large', message);
  }
  const { value = null, companyId = null } = 'after' in start ? start.after : {};
  const offset = 'offset' in start ? start.offset : 0;
  const page = [arrayOf(ids.toArray()), value, companyId, offset, count];
  if (by === 'name') {
    const statement = descending ? BY_NAME_DESCENDING : BY_NAME;
    return (await db.query<SortedByText>({ ...statement, values: page })).rows;
  }
  const own = [organizationOfFacet(by.facet), by.facet, String(by.own?.id)];
  const statement = descending ? BY_CATEGORY_DESCENDING : BY_CATEGORY;
  return (await db.query<SortedByText>({ ...statement, values: [...page, ...own] })).rows;
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
