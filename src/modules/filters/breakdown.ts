import type { Queryable } from '../../database/client.ts';
import { ON_REPLICA } from '../../database/replicas/routing.ts';
import { Bitmap, type ReadonlyBitmap } from '../facets/bitmap.ts';
import { EVER } from '../facets/evidence-windows.ts';
import type { PostingKey } from '../facets/facet.ts';
import type { IndexSnapshot } from '../facets/reader.ts';
import type { BitSlices } from './number-comparison.ts';
import type { FieldKey } from './registry.ts';

/** Number of matches that have a value. */
export interface ValueCount {
  value: string;
  count: number;
}

export interface BreakdownEntry extends ValueCount {
  label: string;
}

/** Postings read at a time. The first chunk usually fills the breakdown, so that the rest need not be read. */
const CHUNK = 64;

const SIZES = {
  name: 'facet_posting_sizes',
  runsOn: ON_REPLICA,
  text: `SELECT (SELECT version FROM facet_index) AS version, value, cardinality FROM facet_posting
    WHERE field = $1 AND window_days = 0 AND value <> '' AND cardinality > 0
    ORDER BY cardinality DESC, value LIMIT $2 OFFSET $3`,
};

/** Sizes read at first. Each further read takes four times as many; hardly any breakdown needs one. */
const FIRST_SIZES = 256;
const GROWTH = 4;

export interface ValueSize {
  version: number;
  value: string;
  cardinality: number;
}

/** Reads values of a field with the sizes of their postings, the largest first. */
export async function readSizes(
  db: Queryable,
  field: FieldKey,
  limit: number,
  offset: number,
): Promise<ValueSize[]> {
  return (await db.query<ValueSize>({ ...SIZES, values: [field, limit, offset] })).rows;
}

/**
 * Counts the most frequent values among the matches. Values are tried by the size of their postings, the largest first.
 * Once a posting is smaller than the lowest count in the result, no later value can enter it (a threshold algorithm:
 * Fagin, Lotem and Naor, "Optimal Aggregation Algorithms for Middleware", 2001).
 *
 * @param sizesAt reads values with the sizes of their postings, the largest first.
 * @param read reads postings of the index version that the sizes and the matches belong to.
 */
export async function countValues(
  field: FieldKey,
  sizesAt: (limit: number, offset: number) => Promise<readonly ValueSize[]>,
  matches: ReadonlyBitmap,
  first: number,
  read: (keys: readonly PostingKey[]) => Promise<IndexSnapshot>,
): Promise<ValueCount[]> {
  let top: ValueCount[] = [];
  let offset = 0;
  for (let limit = FIRST_SIZES; ; limit *= GROWTH) {
    const sizes = await sizesAt(limit, offset);
    for (let start = 0; start < sizes.length; start += CHUNK) {
      const lowest = top.length < first ? 0 : (top.at(-1)?.count ?? 0);
      const chunk = sizes.slice(start, start + CHUNK).filter(({ cardinality }) => cardinality >= lowest);
      if (chunk.length === 0) return top;
      const keys = chunk.map(({ value }) => ({ field, value, window: EVER }));
      const snapshot = await read(keys);
      const counts = keys.map((key) => ({
        value: key.value,
        count: matches.andCardinality(snapshot.posting(key)),
      }));
      top = best([...top, ...counts], first);
    }
    if (sizes.length < limit) return top;
    offset += sizes.length;
  }
}

/** Counts the most frequent numbers among the matches by splitting them bit by bit; empty halves are skipped. */
export function countNumbers(
  { existing, bits }: BitSlices,
  matches: ReadonlyBitmap,
  first: number,
): ValueCount[] {
  const found: ValueCount[] = [];
  const split = (ids: ReadonlyBitmap, bit: number, value: number): void => {
    if (ids.isEmpty) return;
    const slice = bits[bit];
    if (slice === undefined) {
      found.push({ value: String(value), count: ids.size });
      return;
    }
    split(Bitmap.and(ids, slice), bit - 1, value + 2 ** bit);
    split(Bitmap.andNot(ids, slice), bit - 1, value);
  };
  split(Bitmap.and(matches, existing), bits.length - 1, 0);
  return best(found, first);
}

function best(counts: ValueCount[], first: number): ValueCount[] {
  return counts
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, first);
}
