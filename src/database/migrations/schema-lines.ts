import type pg from 'pg';

const SCRATCH = 'company_data_compared';

/** Every object of the current schema that statements depend on, a line each. Names of the schema itself are removed. */
const LINES = `
  WITH own AS (SELECT oid, relname, relkind FROM pg_class WHERE relnamespace = current_schema()::regnamespace)
  SELECT replace(line, quote_ident(current_schema()) || '.', '') AS line FROM (
    SELECT concat_ws(' ', 'the column', relname || '.' || attname, format_type(atttypid, atttypmod),
      CASE WHEN attnotnull THEN 'NOT NULL' END, pg_get_expr(adbin, adrelid)) AS line
    FROM own JOIN pg_attribute ON attrelid = own.oid AND attnum > 0 AND NOT attisdropped
    LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum WHERE relkind IN ('r', 'v')
    UNION ALL
    SELECT concat_ws(' ', 'the constraint', conname, 'on', relname, pg_get_constraintdef(c.oid))
    FROM own JOIN pg_constraint c ON conrelid = own.oid WHERE contype IN ('c', 'f', 'p', 'u')
    UNION ALL
    SELECT 'the index ' || pg_get_indexdef(indexrelid) FROM own JOIN pg_index ON indrelid = own.oid WHERE indisvalid
    UNION ALL
    SELECT 'the trigger ' || pg_get_triggerdef(t.oid) FROM own JOIN pg_trigger t ON tgrelid = own.oid WHERE NOT tgisinternal
    UNION ALL
    SELECT concat_ws(' ', 'the view', relname, pg_get_viewdef(oid)) FROM own WHERE relkind = 'v'
    UNION ALL
    SELECT 'the function ' || pg_get_functiondef(p.oid) FROM pg_proc p
    WHERE pronamespace = current_schema()::regnamespace AND NOT EXISTS (SELECT FROM pg_depend d
      WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
    UNION ALL
    SELECT concat_ws(' ', 'the type', typname, string_agg(enumlabel, ', ' ORDER BY enumsortorder))
    FROM pg_type t JOIN pg_enum ON enumtypid = t.oid WHERE typnamespace = current_schema()::regnamespace GROUP BY typname
  ) AS lines`;

/**
 * Returns what the current schema lacks of the one that `scripts` make: each missing object by kind and name. More objects are
 * no difference, because operators add indexes and tables of their own.
 *
 * The scripts run in an empty schema of the database, in the caller's transaction. It is rolled back to where it was.
 */
export async function missingFrom(client: pg.Client, scripts: readonly string[]): Promise<string[]> {
  const present = await readLines(client);
  await client.query('SAVEPOINT compared');
  await client.query(`CREATE SCHEMA ${SCRATCH}`);
  // The old path follows, because extensions lie in one of its schemas.
  await client.query("SELECT set_config('search_path', $1 || ', ' || current_setting('search_path'), true)", [
    SCRATCH,
  ]);
  for (const script of scripts) await client.query(script);
  const wanted = await readLines(client);
  await client.query('ROLLBACK TO SAVEPOINT compared');
  return [...wanted].filter((line) => !present.has(line)).map(nameOf);
}

async function readLines(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ line: string }>(LINES);
  return new Set(rows.map(({ line }) => line));
}

/** Shortens a line to the kind and the name of its object. */
function nameOf(line: string): string {
  const [, kind = '', rest = ''] = /^(the \w+) (.*)/s.exec(line) ?? [];
  const made = /^CREATE (?:OR REPLACE )?(?:UNIQUE )?(?:INDEX|TRIGGER|FUNCTION) (\w+)/.exec(rest);
  return `${kind} ${made?.[1] ?? rest.split(' ')[0]}`;
}
