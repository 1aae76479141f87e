import type { PoolClient } from '../../database/client.ts';
import { type CopyRow, copyRows } from '../../database/copy-reader.ts';
import { Bitmap, IdList } from './bitmap.ts';
import { EVER } from './evidence-windows.ts';
import { existenceKey, type Facet } from './facet.ts';
import { BITS, bitValue, hasBit, type NumberRange, rangeValue } from './number-encoding.ts';
import type { Postings } from './postings.ts';
import { inScope, type Scope } from './scope.ts';

/** Collects the facets that come from columns of `company`, reading the companies of the scope once. */
export async function collectCompanies(
  client: PoolClient,
  facets: readonly Facet[],
  scope: Scope,
  postings: Postings,
): Promise<void> {
  const columns = facets.map(toColumn).filter((column) => column !== undefined);
  if (columns.length === 0) return;
  const selected = ['c.id', ...columns.map(({ sql }) => sql)].join(', ');
  await copyRows(client, `SELECT ${selected} FROM company c ${inScope(scope, 'c.id')}`, (row) => {
    const id = row.int4(0);
    columns.forEach(({ collector }, index) => {
      if (!row.isNull(index + 1)) collector.add(id, row, index + 1);
    });
  });
  for (const { field, collector } of columns) collector.finish(postings, field);
}

interface Column {
  field: string;
  sql: string;
  collector: Collector;
}

/** @returns undefined for a facet that does not come from a column of `company`. */
function toColumn({ field, source }: Facet): Column | undefined {
  switch (source.from) {
    case 'universe':
      return { field, sql: 'c.id', collector: new UniverseCollector() };
    case 'column':
      return { field, sql: `c.${source.column}`, collector: new TextCollector() };
    case 'integer':
      return { field, sql: `c.${source.column}::int4`, collector: new NumberCollector(source.rangeEncoded) };
    default:
      return undefined;
  }
}

/** Builds the postings of one column of `company`, row by row. NULLs are skipped by the caller. */
interface Collector {
  add(id: number, row: CopyRow, column: number): void;
  finish(postings: Postings, field: string): void;
}

/** Builds only the existence bitmap. */
class UniverseCollector implements Collector {
  readonly #ids = new IdList();

  add(id: number): void {
    this.#ids.push(id);
  }

  finish(postings: Postings, field: string): void {
    postings.set(existenceKey(field), this.#ids.toBitmap());
  }
}

/** Builds a posting for each text, and the existence bitmap. */
class TextCollector implements Collector {
  readonly #byValue = new Map<string, IdList>();

  add(id: number, row: CopyRow, column: number): void {
    listOf(this.#byValue, row.text(column)).push(id);
  }

  finish(postings: Postings, field: string): void {
    const sets = [...this.#byValue].map(([value, ids]) => ({ value, ids: ids.toBitmap() }));
    postings.set(existenceKey(field), union(sets));
    for (const { value, ids } of sets) postings.set({ field, value, window: EVER }, ids);
  }
}

/** Builds the bit slices of an integer column, its range-encoded bitmaps, and the existence bitmap. */
class NumberCollector implements Collector {
  readonly #byNumber = new Map<number, IdList>();
  readonly #rangeEncoded: NumberRange;

  constructor(rangeEncoded: NumberRange) {
    this.#rangeEncoded = rangeEncoded;
  }

  add(id: number, row: CopyRow, column: number): void {
    listOf(this.#byNumber, row.int4(column)).push(id);
  }

  finish(postings: Postings, field: string): void {
    const sets = [...this.#byNumber].map(([number, ids]) => ({ number, ids: ids.toBitmap() }));
    postings.set(existenceKey(field), union(sets));
    for (let bit = 0; bit < BITS; bit += 1) {
      const ids = union(sets.filter(({ number }) => hasBit(number, bit)));
      if (!ids.isEmpty) postings.set({ field, value: bitValue(bit), window: EVER }, ids);
    }
    for (const [bound, ids] of encodeRanges(this.#rangeEncoded, sets)) {
      if (!ids.isEmpty) postings.set({ field, value: rangeValue(bound), window: EVER }, ids);
    }
  }
}

interface NumberSet {
  number: number;
  ids: Bitmap;
}

/** Yields the companies whose number is at least each bound, the highest bound first. */
function* encodeRanges(
  { first, last }: NumberRange,
  sets: readonly NumberSet[],
): Generator<[bound: number, Bitmap]> {
  let atLeast = union(sets.filter(({ number }) => number > last));
  const byNumber = new Map(sets.map(({ number, ids }) => [number, ids]));
  for (let bound = last; bound >= first; bound -= 1) {
    const more = byNumber.get(bound);
    if (more) atLeast = Bitmap.or(atLeast, more);
    yield [bound, atLeast];
  }
}

function union(sets: readonly { ids: Bitmap }[]): Bitmap {
  return Bitmap.orMany(sets.map(({ ids }) => ids));
}

function listOf<K>(lists: Map<K, IdList>, key: K): IdList {
  let ids = lists.get(key);
  if (ids === undefined) {
    ids = new IdList();
    lists.set(key, ids);
  }
  return ids;
}
