import type { CopyRow } from '../../database/copy-reader.ts';
import { Bitmap, IdList } from './bitmap.ts';
import { knownKey } from './facet.ts';
import { BITS, bitValue, hasBit, type Steps, stepValue } from './numbers.ts';
import type { Postings } from './postings.ts';
import { EVER } from './windows.ts';

/** Takes what one column of `company` says and makes postings of it. */
export interface Collector {
  take(id: number, row: CopyRow, column: number): void;
  finish(postings: Postings, field: string): void;
}

export class UniverseCollector implements Collector {
  readonly #ids = new IdList();

  take(id: number): void {
    this.#ids.push(id);
  }

  finish(postings: Postings, field: string): void {
    postings.set(knownKey(field), this.#ids.toBitmap());
  }
}

export class TextCollector implements Collector {
  readonly #byValue = new Map<string, IdList>();

  take(id: number, row: CopyRow, column: number): void {
    listOf(this.#byValue, row.text(column)).push(id);
  }

  finish(postings: Postings, field: string): void {
    const sets = [...this.#byValue].map(([value, ids]) => ({ value, ids: ids.toBitmap() }));
    postings.set(knownKey(field), union(sets));
    for (const { value, ids } of sets) postings.set({ field, value, window: EVER }, ids);
  }
}

export class NumberCollector implements Collector {
  readonly #byNumber = new Map<number, IdList>();
  readonly #steps: Steps;

  constructor(steps: Steps) {
    this.#steps = steps;
  }

  take(id: number, row: CopyRow, column: number): void {
    listOf(this.#byNumber, row.int4(column)).push(id);
  }

  finish(postings: Postings, field: string): void {
    const sets = [...this.#byNumber].map(([number, ids]) => ({ number, ids: ids.toBitmap() }));
    postings.set(knownKey(field), union(sets));
    for (let bit = 0; bit < BITS; bit += 1) {
      const ids = union(sets.filter(({ number }) => hasBit(number, bit)));
      if (!ids.isEmpty) postings.set({ field, value: bitValue(bit), window: EVER }, ids);
    }
    for (const [step, ids] of reaching(this.#steps, sets)) {
      if (!ids.isEmpty) postings.set({ field, value: stepValue(step), window: EVER }, ids);
    }
  }
}

interface NumberSet {
  number: number;
  ids: Bitmap;
}

/** The companies whose number reaches each step, the highest step first. */
function* reaching({ first, last }: Steps, sets: readonly NumberSet[]): Generator<[step: number, Bitmap]> {
  let reached = union(sets.filter(({ number }) => number > last));
  const byNumber = new Map(sets.map(({ number, ids }) => [number, ids]));
  for (let step = last; step >= first; step -= 1) {
    const more = byNumber.get(step);
    if (more) reached = Bitmap.or(reached, more);
    yield [step, reached];
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
