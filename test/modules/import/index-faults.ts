import type pg from 'pg';
import { type Bitmap, deserialize } from '../../../src/modules/facets/bitmap.ts';
import { flatten } from '../../../src/modules/facets/delta.ts';
import { rebuildIndex } from '../../../src/modules/filters/facet-index.ts';

/** Compares the facet index with one that is built anew. @returns the differences, one line each */
export async function indexFaults(pool: pg.Pool): Promise<string[]> {
  const kept = await readIndex(pool);
  await rebuildIndex(pool);
  const built = await readIndex(pool);
  return [...new Set([...kept.keys(), ...built.keys()])].flatMap((key) => {
    const [was, is] = [kept.get(key) ?? '', built.get(key) ?? ''];
    return was === is ? [] : [`${key}: ${was || 'none'}, rebuilt ${is || 'none'}`];
  });
}

/** Reads ids by posting. A term of names is in a posting or among the rare ones, depending on when it was indexed. */
async function readIndex(pool: pg.Pool): Promise<Map<string, string>> {
  const sets = new Map<string, Set<number>>();
  const add = (key: string, ids: Iterable<number>) => {
    const set = sets.get(key) ?? new Set();
    for (const id of ids) set.add(id);
    sets.set(key, set);
  };
  const { rows } = await pool.query<{
    field: string;
    value: string;
    days: number;
    base: Buffer;
    added: Buffer | null;
    removed: Buffer | null;
  }>('SELECT field, value, window_days AS days, base, added, removed FROM facet_stored');
  const layer = (bytes: Buffer | null): Bitmap | undefined => (bytes ? deserialize(bytes) : undefined);
  for (const { field, value, days, base, added, removed } of rows) {
    const ids = flatten({ base: deserialize(base), added: layer(added), removed: layer(removed) });
    add(`${field} ${value} ${days}`, ids.toArray());
  }
  const rare = await pool.query<{ company_id: number; word: string }>(`
    SELECT company_id, word[1] AS word FROM facet_rare_words, regexp_matches(words, ' ( ?[^ ]+)', 'g') AS word`);
  for (const { company_id, word } of rare.rows) add(`name ${word} 0`, [company_id]);
  const names = await pool.query<{ company_id: number; term: string }>(
    'SELECT company_id, unnest(terms) AS term FROM company_name_terms',
  );
  for (const { company_id, term } of names.rows) add(`term ${term}`, [company_id]);
  const words = await pool.query<{ word: string; company_count: number }>('SELECT * FROM name_word');
  for (const { word, company_count } of words.rows) add(`companies with ${word}`, [company_count]);
  const state = await pool.query('SELECT as_of, detections_as_of, partnerships_as_of FROM facet_index');
  return new Map([
    ['state', JSON.stringify(state.rows)],
    ...[...sets].map(([key, ids]): [string, string] => [key, [...ids].sort((a, b) => a - b).join(' ')]),
  ]);
}
