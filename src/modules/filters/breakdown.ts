import { Bitmap, type ReadonlyBitmap } from '../facets/bitmap.ts';
import type { PostingKey } from '../facets/facet.ts';
import type { IndexSnapshot } from '../facets/reader.ts';
import type { BitSlices } from './number-comparison.ts';
import { BOUNDING_RANK, type ValueGroup } from './value-groups.ts';

/** Number of matches that have a value. */
export interface ValueCount {
  value: string;
  count: number;
}

export interface BreakdownEntry extends ValueCount {
  label: string;
}

/** Postings read at a time. The first chunk usually fills the breakdown, so that few of the rest need to be read. */
const CHUNK = 64;

/**
 * Counts the most frequent values among the matches. Values are tried by the size of their postings, the largest first.
 * Once a posting is smaller than the lowest count in the result, no later value can enter it (a threshold algorithm:
 * Fagin, Lotem and Naor, "Optimal Aggregation Algorithms for Middleware", 2001). Nor can the values of a group whose union
 * has fewer matches than that.
 *
 * @param pages groups of values, the largest postings first.
 * @param snapshot snapshot that the matches belong to.
 * @param read reads postings of the same index version.
 */
export async function countValues(
  pages: AsyncIterable<readonly ValueGroup[]>,
  matches: ReadonlyBitmap,
  first: number,
  snapshot: Pick<IndexSnapshot, 'derived'>,
  read: (keys: readonly PostingKey[]) => Promise<IndexSnapshot>,
): Promise<ValueCount[]> {
  // In longer breakdowns, the lowest count is below that of most groups.
  const usesUnions = first <= BOUNDING_RANK + 1;
  let top: ValueCount[] = [];
  let waiting: ValueGroup[] = [];
  let size = 0;
  const countWaiting = async () => {
    const own = await read(waiting.flatMap(({ keys }) => keys));
    // Until the result is full, no union spares anything.
    const unites = usesUnions && top.length === first;
    const counts = waiting.flatMap((group) => countGroup(group, matches, own, unites));
    top = best([...top, ...counts], first);
    waiting = [];
    size = 0;
  };
  for await (const groups of pages) {
    for (const group of groups) {
      const lowest = top.length < first ? 0 : (top.at(-1)?.count ?? 0);
      if (group.largest < lowest) {
        if (size > 0) await countWaiting();
        return top;
      }
      const name = usesUnions && lowest > 0 ? group.union : undefined;
      const union = name === undefined ? undefined : snapshot.derived(name);
      if (union && matches.andCardinality(union) < lowest) continue;
      waiting.push(group);
      size += group.keys.length;
      if (size >= CHUNK) await countWaiting();
    }
  }
  if (size > 0) await countWaiting();
  return top;
}

/** Counts each value of a group. @param unites whether to cache the union for the next breakdown. */
function countGroup(
  { keys, union }: ValueGroup,
  matches: ReadonlyBitmap,
  snapshot: IndexSnapshot,
  unites: boolean,
): ValueCount[] {
  const postings = keys.map((key) => snapshot.posting(key));
  if (unites && union !== undefined) snapshot.derive(union, () => Bitmap.orMany(postings));
  return postings.map((ids, index) => ({
    value: keys[index]?.value ?? '',
    count: matches.andCardinality(ids),
  }));
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

/** Returns the most frequent values, those with equal counts by value. */
export function best(counts: ValueCount[], first: number): ValueCount[] {
  return counts
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, first);
}
