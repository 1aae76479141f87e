import type { Queryable } from '../../database/client.ts';
import { Bitmap, type ReadonlyBitmap } from '../facets/bitmap.ts';
import type { PostingKey } from '../facets/facet.ts';
import type { Snapshot } from '../facets/reader.ts';
import { EVER } from '../facets/windows.ts';
import type { Slices } from './numbers.ts';
import type { FieldKey } from './registry.ts';

/** How many of the matches have a value. */
export interface ValueCount {
  value: string;
  count: number;
}

/** Postings are read so many at a time: the commonest values fill the answer before the rest are looked at. */
const CHUNK = 64;

/** Values with the sizes of their postings, the largest first. */
const SIZES = {
  name: 'facet_posting_sizes',
  text: `SELECT (SELECT version FROM facet_index) AS version, value, cardinality FROM facet_posting
    WHERE field = $1 AND window_days = 0 AND value <> '' AND cardinality > 0
    ORDER BY cardinality DESC, value LIMIT $2 OFFSET $3`,
};

/** Sizes are read so many at first, and each time four times as many: hardly any breakdown needs more than the first. */
const FIRST_SIZES = 256;
const GROWTH = 4;

export interface ValueSize {
  version: number;
  value: string;
  cardinality: number;
}

/** Values of a field and the sizes of their postings, the largest first. */
export async function readSizes(
  db: Queryable,
  field: FieldKey,
  limit: number,
  offset: number,
): Promise<ValueSize[]> {
  return (await db.query<ValueSize>({ ...SIZES, values: [field, limit, offset] })).rows;
}

/**
 * The commonest values among the matches. Values are tried from the most widespread on: once a posting is smaller
 * than the last count that made it into the answer, no later one can enter (a threshold algorithm: Fagin, Lotem and
 * Naor, "Optimal Aggregation Algorithms for Middleware", 2001).
 *
 * @param sizesAt reads values with the sizes of their postings, the largest first.
 * @param read postings of the version that the sizes and the matches belong to.
 */
export async function countValues(
  field: FieldKey,
  sizesAt: (limit: number, offset: number) => Promise<readonly ValueSize[]>,
  matches: ReadonlyBitmap,
  first: number,
  read: (keys: readonly PostingKey[]) => Promise<Snapshot>,
): Promise<ValueCount[]> {
  let top: ValueCount[] = [];
  let offset = 0;
  for (let limit = FIRST_SIZES; ; limit *= GROWTH) {
    const sizes = await sizesAt(limit, offset);
    for (let start = 0; start < sizes.length; start += CHUNK) {
      const least = top.length < first ? 0 : (top.at(-1)?.count ?? 0);
      const chunk = sizes.slice(start, start + CHUNK).filter(({ cardinality }) => cardinality >= least);
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

/** The commonest numbers: the matches are split by one bit after the other, and empty halves are left alone. */
export function countNumbers({ known, bits }: Slices, matches: ReadonlyBitmap, first: number): ValueCount[] {
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
  split(Bitmap.and(matches, known), bits.length - 1, 0);
  return best(found, first);
}

function best(counts: ValueCount[], first: number): ValueCount[] {
  return counts
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, first);
}
