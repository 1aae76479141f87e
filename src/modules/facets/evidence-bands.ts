import type { PoolClient } from '../../database/client.ts';
import { copyRows } from '../../database/copy-reader.ts';
import { Bitmap, fromInt4s, NO_IDS, type ReadonlyBitmap } from './bitmap.ts';
import {
  EVER,
  type EvidenceWindow,
  FIRST_SEEN_POSTINGS,
  LAST_SEEN_POSTINGS,
  placeOf,
  WINDOW_DAYS,
} from './evidence-windows.ts';

/** Number of places that evidence can have. */
const PLACES = WINDOW_DAYS.length + 1;

/**
 * Ids by the places of their evidence, of one value or of several values that count as one. The evidence of a category at a
 * company is the latest last and the earliest first sighting of its technologies there.
 */
export class EvidenceBands {
  readonly #last = emptyPlaces();
  readonly #first = emptyPlaces();

  /** Adds ids by the places of their last and first sightings. */
  add(last: number, first: number, ids: ReadonlyBitmap): void {
    this.#last[last]?.orInPlace(ids);
    this.#first[first]?.orInPlace(ids);
  }

  /** Adds the evidence of another value. */
  merge(other: EvidenceBands): void {
    for (const [place, ids] of other.#last.entries()) this.#last[place]?.orInPlace(ids);
    for (const [place, ids] of other.#first.entries()) this.#first[place]?.orInPlace(ids);
  }

  /** Adds the stored postings of a value. */
  addPostings(byWindow: ReadonlyMap<EvidenceWindow, ReadonlyBitmap>): void {
    // An id may be added to older places of last sightings as well: its newest place counts.
    for (const { window, last } of LAST_SEEN_POSTINGS)
      this.#last[last]?.orInPlace(byWindow.get(window) ?? NO_IDS);
    const older = new Bitmap(byWindow.get(EVER) ?? NO_IDS);
    for (const { window, last } of FIRST_SEEN_POSTINGS) {
      const ids = byWindow.get(window) ?? NO_IDS;
      this.#first[last]?.orInPlace(ids);
      older.andNotInPlace(ids);
    }
    this.#first[PLACES - 1]?.orInPlace(older);
  }

  /** Yields the postings that are not empty. */
  *postings(): Generator<[EvidenceWindow, Bitmap]> {
    const last = disjoint(this.#last);
    for (const { window, first, last: end } of LAST_SEEN_POSTINGS) {
      const ids = Bitmap.orMany(last.slice(first, end + 1));
      if (!ids.isEmpty) yield [window, ids];
    }
    const first = disjoint(this.#first.toReversed()).reverse();
    for (const { window, last: place } of FIRST_SEEN_POSTINGS) {
      const ids = first[place];
      if (ids && !ids.isEmpty) yield [window, ids];
    }
  }
}

/** Returns sets without the ids of the sets before them. */
function disjoint(sets: readonly Bitmap[]): Bitmap[] {
  const seen = new Bitmap();
  return sets.map((ids) => {
    const rest = Bitmap.andNot(ids, seen);
    seen.orInPlace(ids);
    return rest;
  });
}

/** Returns the evidence of values that count as one, without a copy of a single one. */
export function mergeBands(all: readonly EvidenceBands[]): EvidenceBands {
  const [only] = all;
  if (only !== undefined && all.length === 1) return only;
  const merged = new EvidenceBands();
  for (const each of all) merged.merge(each);
  return merged;
}

function emptyPlaces(): Bitmap[] {
  return Array.from({ length: PLACES }, () => new Bitmap());
}

/** Rows of dated evidence. */
export interface DatedRows {
  /** SQL of a table, with its joins. */
  from: string;
  /** Integer columns of a value, and of the ids that have it. */
  value: string;
  id: string;
  /** Columns of the times of the first and the last sighting. */
  first: string;
  last: string;
}

/** Reads ids with dated evidence, grouped by the places of their first and last sightings. @returns them by value. */
export async function readBands(client: PoolClient, { from, value, id, first, last }: DatedRows, asOf: Date) {
  const query = `
    SELECT ${value}, ${placeOf(last, asOf)} AS last_place, ${placeOf(first, asOf)} AS first_place,
      string_agg(int4send(${id}), '')
    FROM ${from} GROUP BY ${value}, last_place, first_place`;
  const byValue = new Map<number, EvidenceBands>();
  await copyRows(client, query, (row) => {
    const bands = byValue.get(row.int4(0)) ?? new EvidenceBands();
    byValue.set(row.int4(0), bands);
    bands.add(row.int4(1), row.int4(2), fromInt4s(row.bytes(3)));
  });
  return byValue;
}
