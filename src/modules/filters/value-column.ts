import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ReadonlyBitmap } from '../facets/bitmap.ts';
import type { PostingKey } from '../facets/facet.ts';
import type { IndexSnapshot } from '../facets/reader.ts';
import { CachedObject, type ReaderCache, stringBytes } from '../facets/reader-cache.ts';
import { best, type ValueCount } from './breakdown.ts';
import type { FieldKey } from './registry.ts';
import type { ValueGroup } from './value-groups.ts';

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
  field: FieldKey,
  version: number,
  pages: AsyncIterable<readonly ValueGroup[]>,
  read: (keys: readonly PostingKey[]) => Promise<IndexSnapshot>,
): Promise<ValueColumn | undefined> {
  const name = `column\0${field}`;
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
