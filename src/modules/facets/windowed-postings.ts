import pg from 'pg';
import type { PoolClient } from '../../database/client.ts';
import { copyRows } from '../../database/copy-reader.ts';
import { Bitmap, fromInt4s } from './bitmap.ts';
import { type EvidenceWindow, startOfWindow, WINDOWS } from './evidence-windows.ts';

/** SQL of the index in WINDOWS of the narrowest window that contains the time in a column. */
export function windowIndex(column: string, asOf: Date): string {
  const edges = WINDOWS.map((window) => startOfWindow(window, asOf)).filter((start) => start !== undefined);
  return edges.map((start) => `(${column} < ${timestampLiteral(start)})::int`).join(' + ');
}

/**
 * Reads dated ids, grouped by an integer key and by evidence window.
 *
 * @param query rows (key, index in WINDOWS, ids as `string_agg(int4send(id), '')`), one for each key and index.
 * @returns cumulative bitmaps by key: a wider window contains the ids of the narrower ones. Empty windows are left out.
 */
export async function readWindowedPostings(
  client: PoolClient,
  query: string,
): Promise<Map<number, [EvidenceWindow, Bitmap][]>> {
  const byKey = new Map<number, Bitmap[]>();
  await copyRows(client, query, (row) => {
    const parts = byKey.get(row.int4(0)) ?? [];
    byKey.set(row.int4(0), parts);
    parts[row.int4(1)] = fromInt4s(row.bytes(2));
  });
  return new Map([...byKey].map(([key, parts]) => [key, cumulate(parts)]));
}

function cumulate(parts: readonly Bitmap[]): [EvidenceWindow, Bitmap][] {
  const byWindow: [EvidenceWindow, Bitmap][] = [];
  let seen = new Bitmap();
  for (const [index, window] of WINDOWS.entries()) {
    const more = parts[index];
    if (more) seen = Bitmap.or(seen, more);
    if (!seen.isEmpty) byWindow.push([window, seen]);
  }
  return byWindow;
}

/** Returns a time as an SQL literal, for statements that take no parameters. */
export function timestampLiteral(time: Date): string {
  return `timestamptz ${pg.escapeLiteral(time.toISOString())}`;
}
