import type { Queryable } from './client.ts';

/** Reads statements that create the indexes and constraints of tables, by names without schemas, in a possible order. */
export async function readDefinitions(client: Queryable, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ definition: string }>(
    `
    SELECT pg_get_indexdef(indexrelid, 0, true) AS definition, 1 AS turn
    FROM pg_index
    WHERE indrelid = ANY ($1::regclass[])
      AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u', 'x'))
    UNION ALL
    SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)),
      CASE contype WHEN 'f' THEN 3 ELSE 2 END
    FROM pg_constraint
    WHERE conrelid = ANY ($1::regclass[]) AND contype IN ('p', 'u', 'x', 'f')
    ORDER BY turn, definition`,
    [tables],
  );
  return rows.map(({ definition }) => definition);
}

/** Drops the indexes and constraints of tables that `readDefinitions` reads, those that refer to others first. */
export async function dropDefinitions(client: Queryable, tables: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS statement,
      CASE contype WHEN 'f' THEN 1 ELSE 2 END AS turn
    FROM pg_constraint WHERE conrelid = ANY ($1::regclass[]) AND contype IN ('p', 'u', 'x', 'f')
    UNION ALL
    SELECT format('DROP INDEX %s', indexrelid::regclass), 2
    FROM pg_index
    WHERE indrelid = ANY ($1::regclass[])
      AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u', 'x'))
    ORDER BY turn, statement`,
    [tables],
  );
  for (const { statement } of rows) await client.query(statement);
}
