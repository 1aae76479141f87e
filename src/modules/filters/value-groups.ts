import type { Queryable } from '../../database/client.ts';
import { ON_REPLICA } from '../../database/replicas/routing.ts';
import { EVER } from '../facets/evidence-windows.ts';
import { isSpelled, organizationOfFacet, type PostingKey } from '../facets/facet.ts';
import { ownVersionSql } from '../facets/postings.ts';
import { cacheNameOf, type IndexVersions } from '../facets/reader.ts';
import { CachedObject, type ReaderCache, stringBytes } from '../facets/reader-cache.ts';
import { COMMONEST, spellingsSql } from './vocabularies.ts';

/** SQL of the values of the field $1 that companies have, with the sizes of their postings. */
const PLAIN = `SELECT value, cardinality FROM facet_posting
  WHERE field = $1 AND window_days = 0 AND value <> '' AND cardinality > 0`;

const sizesSql = (values: string, ownVersion = '0') => `SELECT (SELECT version FROM facet_index) AS version,
    ${ownVersion} AS "ownVersion", value, cardinality
  FROM (${values}) v ORDER BY cardinality DESC, value LIMIT $2 OFFSET $3`;

const SIZES = { name: 'facet_posting_sizes', runsOn: ON_REPLICA, text: sizesSql(PLAIN) };

const SPELLED = `SELECT ${COMMONEST} AS value, sum(companies)::int AS cardinality
  FROM (${spellingsSql('$1')}) s WHERE companies > 0 GROUP BY key`;

/** The same, in one row for all spellings of a value: its commonest spelling, and a bound of its size. */
const SPELLED_SIZES = { name: 'facet_posting_spelled_sizes', runsOn: ON_REPLICA, text: sizesSql(SPELLED) };

/** The same of an organization's own field. */
const OWN_SIZES = { name: 'facet_posting_own_sizes', text: sizesSql(SPELLED, ownVersionSql('$4')) };

/** Sizes read at first. Each further read takes four times as many; hardly any breakdown needs one. */
const FIRST_SIZES = 256;
const GROWTH = 4;

export interface ValueSize extends IndexVersions {
  value: string;
  cardinality: number;
}

/**
 * Reads values of a field with the sizes of their postings, the largest first. That of a value with several spellings may be
 * less: companies that have two of them count twice.
 */
export async function readSizes(
  db: Queryable,
  field: string,
  limit: number,
  offset: number,
): Promise<ValueSize[]> {
  const organizationId = organizationOfFacet(field);
  const values = [field, limit, offset];
  const statement =
    organizationId === 0
      ? { ...(isSpelled({ field }) ? SPELLED_SIZES : SIZES), values }
      : { ...OWN_SIZES, values: [...values, organizationId] };
  return (await db.query<ValueSize>(statement)).rows;
}

/** Values that follow one another by the sizes of their postings, the largest first. */
export interface ValueGroup {
  keys: readonly PostingKey[];
  /** Size of the largest posting. */
  largest: number;
  /** Name under which the union of the postings is cached; undefined for a single value. */
  union: string | undefined;
}

/** Rank of the value that bounds groups. A usual breakdown has as many values. */
export const BOUNDING_RANK = 24;

/**
 * Puts values of descending sizes into groups. The postings of a group have no more ids together than the posting at the
 * bounding rank. So the union of a group usually has fewer matches than the last value of a breakdown, and none of its
 * values has more than the union.
 *
 * @param most ids of a group.
 */
function groupValues(field: string, sizes: readonly ValueSize[], most: number): ValueGroup[] {
  const groups: PostingKey[][] = [];
  const largest: number[] = [];
  let room = 0;
  for (const { value, cardinality } of sizes) {
    const key = { field, value, window: EVER };
    room -= cardinality;
    if (room >= 0) groups.at(-1)?.push(key);
    else {
      groups.push([key]);
      largest.push(cardinality);
      room = most - cardinality;
    }
  }
  return groups.map((keys, index) => ({
    keys,
    largest: largest[index] ?? 0,
    union: keys.length > 1 ? `union\0${keys[0]?.value}` : undefined,
  }));
}

/** Estimated overhead of a value and of a group: the objects, and their places in arrays. */
const VALUE_BYTES = 120;
const GROUP_BYTES = 160;

/** A page of the values of a field at a version of the index. */
class CachedPage extends CachedObject {
  readonly version: number;
  readonly groups: readonly ValueGroup[];
  /** Number of values. */
  readonly size: number;
  /** Ids of a group at most, on this page and the later ones. */
  readonly most: number;

  constructor(version: number, field: string, sizes: readonly ValueSize[], most?: number) {
    super();
    this.version = version;
    this.size = sizes.length;
    this.most = most ?? sizes[BOUNDING_RANK]?.cardinality ?? 0;
    this.groups = groupValues(field, sizes, this.most);
  }

  bytes(): number {
    let sum = 0;
    for (const { keys, union } of this.groups) {
      sum += GROUP_BYTES + stringBytes(union ?? '');
      for (const { value } of keys) sum += VALUE_BYTES + stringBytes(value);
    }
    return sum;
  }
}

/**
 * Yields the values of a field in groups, page by page, the largest postings first. Pages are cached until the index changes.
 *
 * @param read reads values of the version with the sizes of their postings.
 */
export async function* readGroups(
  cache: ReaderCache,
  field: string,
  { version, ownVersion }: IndexVersions,
  read: (limit: number, offset: number) => Promise<readonly ValueSize[]>,
): AsyncGenerator<readonly ValueGroup[]> {
  let most: number | undefined;
  let offset = 0;
  for (let limit = FIRST_SIZES; ; limit *= GROWTH) {
    const name = `sizes\0${cacheNameOf(field, { ownVersion })}\0${offset}`;
    let page = cache.object(name, CachedPage);
    if (page?.version !== version) {
      page = new CachedPage(version, field, await read(limit, offset), most);
      cache.keepObject(name, page);
    }
    yield page.groups;
    if (page.size < limit) return;
    ({ most } = page);
    offset += page.size;
  }
}
