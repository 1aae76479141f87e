import type { PoolClient } from '../../database/client.ts';
import { type CopyRow, copyRows } from '../../database/copy-reader.ts';
import { IdList } from './bitmap.ts';
import { type Facet, KNOWN } from './facet.ts';
import type { Postings } from './postings.ts';
import { inScope, type Scope } from './scope.ts';
import { EVER } from './windows.ts';

/** Takes what one column of `company` says and makes postings of it. */
interface Collector {
  take(id: number, row: CopyRow, column: number): void;
  finish(postings: Postings, field: string): void;
}

/** Reads the companies of the scope once, for all facets that come from their columns. */
export async function collectCompanies(
  client: PoolClient,
  facets: readonly Facet[],
  scope: Scope,
  postings: Postings,
): Promise<void> {
  const wanted = facets.map(wantedOf).filter((each) => each !== undefined);
  if (wanted.length === 0) return;
  const columns = ['c.id', ...wanted.map(({ column }) => column)].join(', ');
  await copyRows(client, `SELECT ${columns} FROM company c ${inScope(scope, 'c.id')}`, (row) => {
    const id = row.int4(0);
    wanted.forEach(({ collector }, index) => {
      if (!row.isNull(index + 1)) collector.take(id, row, index + 1);
    });
  });
  for (const { field, collector } of wanted) collector.finish(postings, field);
}

interface Wanted {
  field: string;
  /** SQL of the column's value. */
  column: string;
  collector: Collector;
}

/** @returns undefined for a facet that does not come from a column of `company`. */
function wantedOf({ field, source }: Facet): Wanted | undefined {
  switch (source.from) {
    case 'universe':
      return { field, column: 'c.id', collector: new UniverseCollector() };
    case 'column':
      return { field, column: `c.${source.column}`, collector: new TextCollector() };
    case 'integer':
      return { field, column: `c.${source.column}::int4`, collector: new SliceCollector() };
    default:
      return undefined;
  }
}

class UniverseCollector implements Collector {
  readonly #ids = new IdList();

  take(id: number): void {
    this.#ids.push(id);
  }

  finish(postings: Postings, field: string): void {
    postings.set({ field, value: KNOWN, window: EVER }, this.#ids.toBitmap());
  }
}

class TextCollector implements Collector {
  readonly #known = new IdList();
  readonly #byValue = new Map<string, IdList>();

  take(id: number, row: CopyRow, column: number): void {
    const value = row.text(column);
    let ids = this.#byValue.get(value);
    if (ids === undefined) {
      ids = new IdList();
      this.#byValue.set(value, ids);
    }
    ids.push(id);
    this.#known.push(id);
  }

  finish(postings: Postings, field: string): void {
    postings.set({ field, value: KNOWN, window: EVER }, this.#known.toBitmap());
    for (const [value, ids] of this.#byValue) {
      postings.set({ field, value, window: EVER }, ids.toBitmap());
    }
  }
}

/** Bit-sliced (O'Neil and Quass, "Improved Query Performance with Variant Indexes", 1997); numbers are never negative. */
class SliceCollector implements Collector {
  readonly #known = new IdList();
  readonly #bits: IdList[] = [];

  take(id: number, row: CopyRow, column: number): void {
    this.#known.push(id);
    let rest = row.int4(column);
    for (let bit = 0; rest > 0; bit += 1, rest >>>= 1) {
      this.#bits[bit] ??= new IdList();
      if ((rest & 1) === 1) this.#bits[bit]?.push(id);
    }
  }

  finish(postings: Postings, field: string): void {
    postings.set({ field, value: KNOWN, window: EVER }, this.#known.toBitmap());
    for (const [bit, ids] of this.#bits.entries()) {
      postings.set({ field, value: String(bit), window: EVER }, ids.toBitmap());
    }
  }
}
