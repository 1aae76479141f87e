import pg from 'pg';
import type { PoolClient } from '../../database/client.ts';
import { copyRows } from '../../database/copy-reader.ts';
import { Bitmap, fromInt4s } from './bitmap.ts';
import { startOfWindow, WINDOWS, type Window } from './windows.ts';

/** SQL of the place in WINDOWS of the narrowest window that holds the time in a column. */
export function placeOf(column: string, asOf: Date): string {
  const edges = WINDOWS.map((window) => startOfWindow(window, asOf)).filter((start) => start !== undefined);
  return edges.map((start) => `(${column} < ${literal(start)})::int`).join(' + ');
}

/**
 * Reads sets of dated ids, each under an integer.
 *
 * @param query rows (key, place in WINDOWS, ids as `string_agg(int4send(id), '')` concatenates them), one for each key
 *   and place.
 * @returns by key what was seen within each window: a wider one holds what the narrower ones do. Windows in which
 *   nothing was seen are left out.
 */
export async function readByWindow(
  client: PoolClient,
  query: string,
): Promise<Map<number, [Window, Bitmap][]>> {
  const found = new Map<number, Bitmap[]>();
  await copyRows(client, query, (row) => {
    const places = found.get(row.int4(0)) ?? [];
    found.set(row.int4(0), places);
    places[row.int4(1)] = fromInt4s(row.bytes(2));
  });
  return new Map([...found].map(([key, places]) => [key, cumulate(places)]));
}

function cumulate(places: readonly Bitmap[]): [Window, Bitmap][] {
  const byWindow: [Window, Bitmap][] = [];
  let seen = new Bitmap();
  for (const [place, window] of WINDOWS.entries()) {
    const more = places[place];
    if (more) seen = Bitmap.or(seen, more);
    if (!seen.isEmpty) byWindow.push([window, seen]);
  }
  return byWindow;
}

/** A time as SQL, for statements that take no parameters. */
export function literal(time: Date): string {
  return `timestamptz ${pg.escapeLiteral(time.toISOString())}`;
}
