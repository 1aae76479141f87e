import { fillEmptyTables } from '../../database/bulk-load.ts';
import type { PoolClient } from '../../database/client.ts';
import { CopyBuffer } from '../../database/copy-buffer.ts';
import { copyRows } from '../../database/copy-reader.ts';
import { indexTermsOf, TERM_MARKS } from '../match/index-terms.ts';
import { inScope, type Scope } from './facet.ts';

/** Companies whose names are read at a time. */
const PART = 50_000;

/**
 * Stores the terms of the names of companies in scope, and how many companies have each word. Unchanged rows are not
 * written. With all companies in scope, words are counted anew.
 */
export async function writeNames(client: PoolClient, scope: Scope): Promise<void> {
  await collectNames(client, scope);
  const fill = async () => {
    await client.query(ALL_NAMES);
    await client.query(COUNTED);
    await client.query(ALL_WORDS);
    await client.query('DROP TABLE name_counted');
  };
  if (await fillEmptyTables(client, ['company_name_terms', 'name_word'], fill)) return;
  await client.query(changedNames(scope));
  await client.query('ANALYZE name_changed');
  for (const statement of scope.table === undefined ? RECOUNT : COUNT_CHANGED) await client.query(statement);
  for (const statement of STORE_NAMES) await client.query(statement);
}

/** Collects the terms of the names of companies in scope, into the temporary table `name_stated (company_id, terms)`. */
export async function collectNames(client: PoolClient, scope: Scope): Promise<void> {
  await client.query('DROP TABLE IF EXISTS name_stated');
  await client.query('CREATE TEMP TABLE name_stated (company_id integer, terms text) ON COMMIT DROP');
  const rows = new CopyBuffer();
  for (let last: number | undefined = 0; last !== undefined; ) {
    const after: number = last;
    last = undefined;
    await copyRows(client, namesAfter(scope, after), (row) => {
      const id = row.int4(0);
      const terms = indexTermsOf(row.text(1));
      last = id;
      if (terms.length === 0) return;
      rows.row(2);
      rows.int4(id);
      rows.text(terms.join(' '));
    });
    await rows.send(client, 'name_stated');
  }
  await client.query('ANALYZE name_stated');
}

const namesAfter = (scope: Scope, after: number) => `
  SELECT c.id, c.name FROM company c ${inScope(scope, 'c.id')} WHERE c.id > ${after} ORDER BY c.id LIMIT ${PART}`;

const MARKS = TERM_MARKS.map((mark) => `'${mark}'`).join(', ');
const TERMS = `string_to_array(terms, ' ')`;

/** SQL of the words among the terms of names. The others begin with a mark. */
const wordsOf = (table: string, terms: string) =>
  `${table} n CROSS JOIN LATERAL unnest(${terms}) AS t (word) WHERE left(t.word, 1) NOT IN (${MARKS})`;

const ALL_NAMES = `INSERT INTO company_name_terms (company_id, terms)
  SELECT company_id, ${TERMS} FROM name_stated ORDER BY company_id`;

const COUNTED = `CREATE TEMP TABLE name_counted ON COMMIT DROP AS
  SELECT t.word, count(*)::int AS company_count FROM ${wordsOf('name_stated', `string_to_array(n.terms, ' ')`)}
  GROUP BY t.word`;

const ALL_WORDS = `INSERT INTO name_word (word, company_count)
  SELECT word, company_count FROM name_counted ORDER BY word COLLATE "C"`;

const ALL = 'SELECT company_id FROM name_stated UNION SELECT company_id FROM company_name_terms';

/** SQL of a table of the companies whose terms change, with those before and after; NULL for none. */
const changedNames = ({ table }: Scope) => `
  CREATE TEMP TABLE name_changed ON COMMIT DROP AS
  SELECT s.company_id, o.terms AS before, n.terms AS after
  FROM ${table ?? `(${ALL})`} s
  LEFT JOIN company_name_terms o USING (company_id)
  LEFT JOIN (SELECT company_id, ${TERMS} AS terms FROM name_stated) n USING (company_id)
  WHERE o.terms IS DISTINCT FROM n.terms`;

const STORE_NAMES = [
  'DELETE FROM company_name_terms o USING name_changed c WHERE c.company_id = o.company_id AND c.after IS NULL',
  `INSERT INTO company_name_terms (company_id, terms)
    SELECT company_id, after FROM name_changed WHERE after IS NOT NULL ORDER BY company_id
    ON CONFLICT (company_id) DO UPDATE SET terms = excluded.terms`,
  'DROP TABLE name_changed',
];

const RECOUNT = [
  COUNTED,
  'ANALYZE name_counted',
  'DELETE FROM name_word w WHERE NOT EXISTS (SELECT FROM name_counted c WHERE c.word = w.word)',
  `INSERT INTO name_word (word, company_count)
    SELECT c.word, c.company_count FROM name_counted c LEFT JOIN name_word w USING (word)
    WHERE w.company_count IS DISTINCT FROM c.company_count ORDER BY c.word COLLATE "C"
    ON CONFLICT (word) DO UPDATE SET company_count = excluded.company_count`,
  'DROP TABLE name_counted',
];

const COUNT_CHANGED = [
  `CREATE TEMP TABLE name_counted ON COMMIT DROP AS
    SELECT word, sum(each.change)::int AS company_count FROM (
      SELECT t.word, 1 AS change FROM ${wordsOf('name_changed', 'n.after')}
      UNION ALL SELECT t.word, -1 FROM ${wordsOf('name_changed', 'n.before')}
    ) each GROUP BY word HAVING sum(each.change) <> 0`,
  `INSERT INTO name_word (word, company_count)
    SELECT word, company_count FROM name_counted ORDER BY word COLLATE "C"
    ON CONFLICT (word) DO UPDATE SET company_count = name_word.company_count + excluded.company_count`,
  'DELETE FROM name_word w USING name_counted c WHERE w.word = c.word AND w.company_count <= 0',
  'DROP TABLE name_counted',
];
