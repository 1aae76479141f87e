import { type Pool, type PoolClient, type Queryable, transaction } from '../../database/client.ts';
import { textKey } from '../../lib/text-key.ts';
import { IMPORT_LOCK } from './index-state.ts';

// Texts that a release before their keys has stored: they get their keys, and Unicode's normalization form C.

/** A column of texts that callers or files name. */
interface TextColumn {
  table: 'company' | 'technology' | 'investor' | 'list';
  text: string;
  /** Column of the key; absent for a text whose key its postings have. */
  key?: string;
}

const COLUMNS: readonly TextColumn[] = [
  { table: 'company', text: 'name', key: 'name_key' },
  { table: 'company', text: 'industry' },
  { table: 'technology', text: 'display_name', key: 'display_name_key' },
  { table: 'technology', text: 'category', key: 'category_key' },
  { table: 'investor', text: 'name', key: 'name_key' },
  { table: 'list', text: 'name', key: 'name_key' },
];

/** Rows that are read and written at a time, each time in a transaction of their own. */
const PART = 10_000;

/** SQL of the number of texts of a column that have no key, or another form of Unicode than C. */
const formerSql = ({ table, text, key }: TextColumn): string => {
  const lacksKey = key === undefined ? '' : ` OR (${text} IS NOT NULL AND ${key} IS NULL)`;
  return `(SELECT count(*) FROM ${table} WHERE ${text} IS NOT NFC NORMALIZED${lacksKey})`;
};

const FORMER = `SELECT (${COLUMNS.map(formerSql).join(' + ')}
  + (SELECT count(*) FROM list WHERE tag_keys IS NULL))::int AS count`;

/** Counts the texts that have no key, or another form of Unicode than C. */
export async function countFormerTexts(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: number }>(FORMER);
  return rows[0]?.count ?? 0;
}

/** Normalizes the stored texts and stores their keys. What has both already is not written; running it again is harmless. */
export async function renewStoredTexts(pool: Pool): Promise<void> {
  await besideImports(pool, uniteInvestors);
  for (const { table, text, key } of COLUMNS) {
    await besideImports(pool, (client) =>
      client.query(
        `UPDATE ${table} SET ${text} = normalize(${text}, NFC)${key === undefined ? '' : `, ${key} = NULL`}
         WHERE ${text} IS NOT NFC NORMALIZED`,
      ),
    );
    if (key !== undefined) await storeKeys(pool, { table, text, key });
  }
  await pool.query(`UPDATE list SET tag_keys = NULL, tags = ARRAY(
      SELECT normalize(each.tag, NFC) FROM unnest(tags) WITH ORDINALITY AS each (tag, place) ORDER BY place)
    WHERE array_to_string(tags, '') IS NOT NFC NORMALIZED`);
  await storeTagKeys(pool);
}

/** Runs a part of the work between imports: both would wait for rows of each other otherwise. */
function besideImports<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  return transaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [IMPORT_LOCK]);
    return work(client);
  });
}

/** Two spellings of a name in different forms become one investor, that of the smallest id. */
async function uniteInvestors(client: PoolClient): Promise<void> {
  const { rowCount } = await client.query(`
    CREATE TEMP TABLE investor_twin ON COMMIT DROP AS
    SELECT id, survivor FROM (
      SELECT id, min(id) OVER (PARTITION BY normalize(name, NFC)) AS survivor FROM investor
    ) i WHERE id <> survivor`);
  if (!rowCount) return;
  for (const statement of UNITE_STEPS) await client.query(statement);
}

const UNITE_STEPS = [
  `WITH deleted AS (
     DELETE FROM company_investor c USING investor_twin t
     WHERE c.investor_id = t.id AND EXISTS (
       SELECT FROM company_investor o LEFT JOIN investor_twin u ON u.id = o.investor_id
       WHERE o.company_id = c.company_id AND o.investor_id < c.investor_id
         AND coalesce(u.survivor, o.investor_id) = t.survivor)
     RETURNING c.company_id
   ), fewer AS (SELECT company_id, count(*) AS number FROM deleted GROUP BY company_id)
   UPDATE company c SET investor_count = investor_count - f.number FROM fewer f WHERE c.id = f.company_id`,
  'UPDATE company_investor c SET investor_id = t.survivor FROM investor_twin t WHERE c.investor_id = t.id',
  'DELETE FROM investor i USING investor_twin t WHERE i.id = t.id',
];

async function storeKeys(pool: Pool, column: Required<TextColumn>): Promise<void> {
  for (let last: number | undefined = 0; last !== undefined; ) {
    const after: number = last;
    last = await besideImports(pool, (client) => storePart(client, column, after));
  }
}

/** Stores the keys of the next texts. @returns the id of the last one; undefined if there was none */
async function storePart(
  client: PoolClient,
  { table, text, key }: Required<TextColumn>,
  after: number,
): Promise<number | undefined> {
  const { rows } = await client.query<{ id: number; text: string }>(
    `SELECT id, ${text} AS text FROM ${table} WHERE ${key} IS NULL AND ${text} IS NOT NULL AND id > $1
     ORDER BY id LIMIT ${PART}`,
    [after],
  );
  // A list that was renamed meanwhile has got the key of its new name.
  await client.query(
    `UPDATE ${table} t SET ${key} = n.key FROM unnest($1::int[], $2::text[], $3::text[]) AS n (id, text, key)
     WHERE t.id = n.id AND t.${text} = n.text AND t.${key} IS NULL`,
    [rows.map(({ id }) => id), rows.map((row) => row.text), rows.map((row) => textKey(row.text))],
  );
  return rows.at(-1)?.id;
}

/** Lists are fewer, so they are read at once. */
async function storeTagKeys(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ id: number; tags: string[] }>(
    'SELECT id, tags FROM list WHERE tag_keys IS NULL ORDER BY id',
  );
  for (const { id, tags } of rows)
    await pool.query('UPDATE list SET tag_keys = $2 WHERE id = $1 AND tags = $3 AND tag_keys IS NULL', [
      id,
      tags.map(textKey),
      tags,
    ]);
}
