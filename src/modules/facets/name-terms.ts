import { fillEmptyTables } from '../../database/bulk-load.ts';
import type { PoolClient } from '../../database/client.ts';
import { copyRows } from '../../database/copy-reader.ts';
import { keySql } from '../../database/sql.ts';
import { fromInt4s } from './bitmap.ts';
import { EVER } from './evidence-windows.ts';
import { type Facet, inScope, type Scope } from './facet.ts';
import { type Postings, readFrequencyThreshold } from './postings.ts';

const NAME_KEY = keySql('c.name', 'c.name_key');

/**
 * SQL of the terms of names: the words of their keys, split at blanks. A name's first term begins with a blank, so
 * that searches by prefix can tell it from the others. Each term of a name is stored in one of two places: in the
 * posting of a frequent term, or in the company's row of rare terms.
 */
const termsOf = (scope: Scope) => `
  SELECT c.id AS company_id, CASE w.place WHEN 1 THEN ' ' ELSE '' END || w.text AS word
  FROM company c ${inScope(scope, 'c.id')}
  CROSS JOIN LATERAL unnest(string_to_array(${NAME_KEY}, ' ')) WITH ORDINALITY AS w (text, place)
  WHERE w.text <> ''`;

/**
 * Collects a posting of each frequent term. With all companies in scope, a term is frequent when enough companies share
 * it. Otherwise only terms that have a posting are: a term becomes frequent when the index is next rebuilt.
 */
export async function collectFrequentTerms(
  client: PoolClient,
  { field }: Facet,
  scope: Scope,
  postings: Postings,
): Promise<void> {
  await client.query('DROP TABLE IF EXISTS facet_word, facet_common_word');
  await client.query(`CREATE TEMP TABLE facet_word ON COMMIT DROP AS ${termsOf(scope)}`);
  const frequent =
    scope.table === undefined
      ? `SELECT word FROM facet_word GROUP BY word HAVING count(*) >= ${await readFrequencyThreshold(client)}`
      : `SELECT value AS word FROM facet_posting WHERE field = '${field}'`;
  await client.query(`CREATE TEMP TABLE facet_common_word ON COMMIT DROP AS ${frequent}`);
  await client.query('ANALYZE facet_word, facet_common_word');
  const query = `
    SELECT word, string_agg(int4send(company_id), '')
    FROM facet_word JOIN facet_common_word USING (word) GROUP BY word`;
  await copyRows(client, query, (row) => {
    postings.set({ field, value: row.text(0), window: EVER }, fromInt4s(row.bytes(1)));
  });
}

/**
 * Collects the terms of the companies in scope that `collectFrequentTerms` made no posting of, into the temporary table
 * `facet_rare (company_id, words)`. Each term is preceded by a blank.
 *
 * @returns the number of companies with such terms.
 */
export async function collectRareTerms(client: PoolClient): Promise<number> {
  await client.query('DROP TABLE IF EXISTS facet_rare');
  const { rowCount } = await client.query(`
    CREATE TEMP TABLE facet_rare ON COMMIT DROP AS
    SELECT company_id, string_agg(' ' || word, '' ORDER BY word COLLATE "C") AS words
    FROM facet_word WHERE word NOT IN (SELECT word FROM facet_common_word) GROUP BY company_id`);
  return rowCount ?? 0;
}

/** Stores the rare terms of the companies in scope, after `collectFrequentTerms`. Unchanged rows are not written. */
export async function writeRareTerms(client: PoolClient, scope: Scope): Promise<void> {
  const rowCount = await collectRareTerms(client);
  // The trigram index is built after the rows if there are none yet, which takes a third of the time.
  if (rowCount && (await fillEmptyTables(client, ['facet_rare_words'], () => client.query(ALL_RARE)))) return;
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

const ALL_RARE =
  'INSERT INTO facet_rare_words (company_id, words) SELECT company_id, words FROM facet_rare ORDER BY company_id';
