import type { PoolClient } from '../../database/client.ts';
import { copyRows } from '../../database/copy-reader.ts';
import { fromInt4s } from './bitmap.ts';
import { readCommonFrom } from './common.ts';
import type { Facet } from './facet.ts';
import type { Postings } from './postings.ts';
import { inScope, type Scope } from './scope.ts';
import { EVER } from './windows.ts';

/**
 * The words of names, which blanks part, in lower case. The first one of a name begins with a blank, which tells it
 * from all others: what a name starts with can be looked for, too. Every word of a name is in one of two places: in the
 * posting of the word, or among the rare words of its company.
 */
const wordsOf = (scope: Scope) => `
  SELECT c.id AS company_id, CASE w.place WHEN 1 THEN ' ' ELSE '' END || w.text AS word
  FROM company c ${inScope(scope, 'c.id')}
  CROSS JOIN LATERAL unnest(string_to_array(lower(c.name), ' ')) WITH ORDINALITY AS w (text, place)
  WHERE w.text <> ''`;

/**
 * Makes a posting of each common word. With all companies in scope, common is what enough of them share; else what has
 * a posting already, so that a word becomes common when the index is next built anew.
 */
export async function collectWords(
  client: PoolClient,
  { field }: Facet,
  scope: Scope,
  postings: Postings,
): Promise<void> {
  await client.query('DROP TABLE IF EXISTS facet_word, facet_common_word');
  await client.query(`CREATE TEMP TABLE facet_word ON COMMIT DROP AS ${wordsOf(scope)}`);
  const common =
    scope.table === undefined
      ? `SELECT word FROM facet_word GROUP BY word HAVING count(*) >= ${await readCommonFrom(client)}`
      : `SELECT value AS word FROM facet_posting WHERE field = '${field}'`;
  await client.query(`CREATE TEMP TABLE facet_common_word ON COMMIT DROP AS ${common}`);
  await client.query('ANALYZE facet_word, facet_common_word');
  const query = `
    SELECT word, string_agg(int4send(company_id), '')
    FROM facet_word JOIN facet_common_word USING (word) GROUP BY word`;
  await copyRows(client, query, (row) => {
    postings.set({ field, value: row.text(0), window: EVER }, fromInt4s(row.bytes(1)));
  });
}

/**
 * Keeps what `collectWords` found of the companies in scope and made no posting of. Each word has a blank before it; a
 * row that stays as it is is not written.
 */
export async function writeRareWords(client: PoolClient, scope: Scope): Promise<void> {
  await client.query('DROP TABLE IF EXISTS facet_rare');
  await client.query(`
    CREATE TEMP TABLE facet_rare ON COMMIT DROP AS
    SELECT company_id, string_agg(' ' || word, '' ORDER BY word COLLATE "C") AS words
    FROM facet_word WHERE word NOT IN (SELECT word FROM facet_common_word) GROUP BY company_id`);
  if (await isFirstTime(client)) return writeFirst(client);
  await client.query('ANALYZE facet_rare');
  await client.query(`
    INSERT INTO facet_rare_words (company_id, words)
    SELECT n.company_id, n.words FROM facet_rare n LEFT JOIN facet_rare_words o USING (company_id)
    WHERE o.words IS DISTINCT FROM n.words
    ON CONFLICT (company_id) DO UPDATE SET words = excluded.words`);
  await client.query(`
    DELETE FROM facet_rare_words r USING ${scope.table ?? 'facet_rare_words'} scope
    WHERE scope.company_id = r.company_id
      AND NOT EXISTS (SELECT FROM facet_rare n WHERE n.company_id = r.company_id)`);
}

async function isFirstTime(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query('SELECT FROM facet_rare_words LIMIT 1');
  return rows.length === 0;
}

/** Builds the index on the words in one go, which takes a third of the time; readers of the empty table wait for it. */
async function writeFirst(client: PoolClient): Promise<void> {
  await client.query('DROP INDEX facet_rare_words_words_idx');
  await client.query(
    'INSERT INTO facet_rare_words (company_id, words) SELECT company_id, words FROM facet_rare ORDER BY company_id',
  );
  await client.query(`SET LOCAL maintenance_work_mem = '256MB'`);
  await client.query(
    'CREATE INDEX facet_rare_words_words_idx ON facet_rare_words USING gin (words gin_trgm_ops)',
  );
}
