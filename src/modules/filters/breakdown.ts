import { setImmediate as nextTurn } from 'node:timers/promises';
import { invalidValue } from '../../lib/fault.ts';
import { Bitmap, type ReadonlyBitmap } from '../facets/bitmap.ts';
import type { PostingKey } from '../facets/facet.ts';
import { cacheNameOf, type IndexSnapshot, type IndexVersions } from '../facets/reader.ts';
import { CachedObject, type ReaderCache, stringBytes } from '../facets/reader-cache.ts';
import type { BitSlices } from './number-comparison.ts';
import type { Field } from './registry.ts';
import { BOUNDING_RANK, type ValueGroup } from './value-groups.ts';

/** Number of matches that have a value. */
export interface ValueCount {
  value: string;
  count: number;
}

export interface BreakdownEntry extends ValueCount {
  label: string;
  /** First and last number or day of an own field, both included; undefined for other fields. */
  from?: number | string;
  to?: number | string;
}

/** The most frequent values of a field among the matches. */
export interface Breakdown {
  field: string;
  entries: readonly BreakdownEntry[];
}

/** Fields that have values to count. */
export type CountedField = Exclude<Field, { type: 'text' | 'list' | 'deleted' }>;

/** @throws Fault validation_error for a field without values to count */
export function requireCounted(field: Field, pointer: string): CountedField {
  if (field.type === 'text' || field.type === 'list' || field.type === 'deleted')
    throw invalidValue(pointer, `${field.key} has no breakdown`);
  return field;
}

/** What reads no field of an organization belongs to any version of those. */
export type PartialVersions = Pick<IndexVersions, 'version'> & Partial<IndexVersions>;

export function isSameVersion(a: PartialVersions, b: IndexVersions): boolean {
  return a.version === b.version && (!a.ownVersion || b.ownVersion === 0 || a.ownVersion === b.ownVersion);
}

/** The entry of a range of numbers or days. */
export function rangeEntry<Range extends { from: number | string; to: number | string; count: number }>(
  range: Range,
) {
  const { from, to } = range;
  return { ...range, value: String(from), label: from === to ? String(from) : `${from} to ${to}` };
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
  snapshot: IndexSnapshot,
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
      const union = name === undefined ? undefined : snapshot.derived(fieldOf(group), name);
      if (union && matches.andCardinality(union) < lowest) continue;
      waiting.push(group);
      size += group.keys.length;
      if (size >= CHUNK) await countWaiting();
    }
  }
  if (size > 0) await countWaiting();
  return top;
}

function fieldOf({ keys: [first] }: ValueGroup): string {
  return first?.field ?? '';
}

/** Counts each value of a group. @param unites whether to cache the union for the next breakdown. */
function countGroup(
  group: ValueGroup,
  matches: ReadonlyBitmap,
  snapshot: IndexSnapshot,
  unites: boolean,
): ValueCount[] {
  const { keys, union } = group;
  const postings = keys.map((key) => snapshot.posting(key));
  if (unites && union !== undefined) snapshot.derive(fieldOf(group), union, () => Bitmap.orMany(postings));
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
function best(counts: ValueCount[], first: number): ValueCount[] {
  return counts
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, first);
}

/** Values that a byte tells apart, beside 0 for none. */
const MAX_VALUES = 255;
/** Ids that are written in one turn of the event loop, a few milliseconds of work. */
const IDS_PER_TURN = 1_000_000;
/** Estimated memory of a value, beside its text. */
const VALUE_BYTES = 40;

/** A field of which a company has one value at most, as a byte for each company. */
class ValueColumn extends CachedObject {
  readonly version: number;
  readonly #values: readonly string[];
  /** By id, the number of the value, counted from 1. Companies behind the end have none. */
  readonly #codes: Uint8Array;

  constructor(version: number, values: readonly string[], codes: Uint8Array) {
    super();
    this.version = version;
    this.#values = values;
    this.#codes = codes;
  }

  bytes(): number {
    const sum = this.#values.reduce((total, value) => total + VALUE_BYTES + stringBytes(value), 0);
    return sum + this.#codes.byteLength;
  }

  /** Counts the most frequent values among the matches: a step for each match, however many values there are. */
  count(matches: ReadonlyBitmap, first: number): ValueCount[] {
    const counts = new Uint32Array(MAX_VALUES + 1);
    const codes = this.#codes;
    for (const id of matches.toUint32Array()) {
      const code = codes[id] ?? 0;
      counts[code] = (counts[code] ?? 0) + 1;
    }
    const found = this.#values.map((value, index) => ({ value, count: counts[index + 1] ?? 0 }));
    return best(found, first);
  }
}

/**
 * Returns a field as a column, which is cached until the index changes.
 *
 * @param pages the values of the field, of a version of the index.
 * @param read reads postings of the same version.
 * @returns undefined if the field has too many values.
 */
export async function readColumn(
  cache: ReaderCache,
  field: string,
  { version, ownVersion }: IndexVersions,
  pages: AsyncIterable<readonly ValueGroup[]>,
  read: (keys: readonly PostingKey[]) => Promise<IndexSnapshot>,
): Promise<ValueColumn | undefined> {
  const name = `column\0${cacheNameOf(field, { ownVersion })}`;
  const cached = cache.object(name, ValueColumn);
  if (cached?.version === version) return cached;
  const keys: PostingKey[] = [];
  for await (const groups of pages) {
    for (const group of groups) for (const key of group.keys) keys.push(key);
    if (keys.length > MAX_VALUES) return undefined;
  }
  const snapshot = await read(keys);
  const postings = keys.map((key) => snapshot.posting(key));
  const codes = await toCodes(postings);
  const values = keys.map(({ value }) => value);
  const column = new ValueColumn(version, values, codes);
  cache.keepObject(name, column);
  return column;
}

async function toCodes(postings: readonly ReadonlyBitmap[]): Promise<Uint8Array> {
  const length = postings.reduce((most, ids) => Math.max(most, ids.isEmpty ? 0 : ids.maximum() + 1), 0);
  const codes = new Uint8Array(length);
  let written = 0;
  for (const [index, ids] of postings.entries()) {
    for (const id of ids.toUint32Array()) codes[id] = index + 1;
    written += ids.size;
    if (written < IDS_PER_TURN) continue;
    written = 0;
    await nextTurn();
  }
  return codes;
}
