import { createHash } from 'node:crypto';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { z } from 'zod';
import { StartupError } from '../../lib/fault.ts';

// A backup is an SQL script, compressed by gzip. Lines that begin with `-- {` hold JSON for `restore`, and the other lines
// follow from them. So psql and a person with zcat can read a backup without this service. `restore` runs none of its lines:
// it writes each part again from the JSON and accepts no other text.

/** The format that is written, and the only one that is read. */
const FORMAT = 2;
/** How each backup begins, whatever its format. */
export const FIRST = '-- company-data backup ';
export const FIRST_LINE = `${FIRST}${FORMAT}`;
/** The end of the rows of a table (PostgreSQL manual, COPY, "Text Format"). No row looks like it. */
export const END_OF_ROWS = '\\.';

/** A name that the migrations give. It needs no escapes. */
const name = z.string().regex(/^[a-z_][a-z0-9_]*$/);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().min(0);

/** Header of a backup. */
export const header = z.object({
  /** Version of company-data that wrote it. */
  version: z.string(),
  /** ISO 8601. */
  created_at: z.string(),
  /** Version of PostgreSQL, such as `18.4`. */
  postgres: z.string(),
  /** Names of the migrations of the schema, oldest first. */
  migrations: z.array(z.string()),
});
/** A table and those of its columns that hold data of their own. */
export const tableColumns = z.object({ table: name, columns: z.array(name) });
/** Rows of one table, and the SHA-256 of their text as PostgreSQL's COPY writes them in the order of the primary key. */
export const tableSummary = z.object({ table: name, rows: count, sha256 });
export const sequenceValue = z.object({ sequence: name, value: count });
/**
 * Last line: without it, a backup is incomplete. `checksum` is the SHA-256 of all lines before it but rows: those of a table
 * have their own in the line after them, so nothing is hashed twice.
 */
export const end = z.object({ tables: count, checksum: sha256 });

export type Header = z.infer<typeof header>;
export type TableColumns = z.infer<typeof tableColumns>;
export type TableSummary = z.infer<typeof tableSummary>;

const note = (value: object) => `-- ${JSON.stringify(value)}\n`;

/** The parts of a script in their order. Rows come between `table` and `rows`. */
export const write = {
  header: (given: Header) =>
    `${FIRST_LINE}\n${note(given)}` +
    `SET client_encoding = 'UTF8';\nSET TimeZone = 'UTC';\nSET DateStyle = 'ISO, MDY';\n`,
  table: (given: TableColumns) => `\n${note(given)}COPY ${targetOf(given)} FROM stdin;\n`,
  rows: (given: TableSummary) => `${END_OF_ROWS}\n${note(given)}`,
  sequence: (given: z.infer<typeof sequenceValue>) =>
    `\n${note(given)}SELECT setval('${pg.escapeIdentifier(given.sequence)}', ${given.value});\n`,
  end: (given: z.infer<typeof end>) => `\n${note(given)}`,
};

/** Writes a table with its columns, as COPY names it. */
export function targetOf({ table, columns }: TableColumns): string {
  return `${pg.escapeIdentifier(table)} (${columns.map(pg.escapeIdentifier).join(', ')})`;
}

export function damaged(what: string, cause?: unknown): StartupError {
  return new StartupError(`the backup is damaged: ${what}; use another one`, { cause });
}

/** A table with what its rows are ordered by. */
export interface OrderedTable extends TableColumns {
  /** Terms of ORDER BY: the primary key, or all columns of a table without one. */
  order: string[];
}

/** Makes values have the same text on each server, until the transaction ends. */
export const USE_CANONICAL_TEXT = `
  SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO, MDY'; SET LOCAL IntervalStyle = 'postgres';
  SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'; SET LOCAL work_mem = '64MB';
  SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`;

/**
 * Texts are ordered by their bytes: the order of a collation differs between servers. Unlogged tables are left out, because
 * PostgreSQL empties them itself, and so is the history of migrations, which the migrations write.
 */
const TABLES = `
  SELECT c.relname::text AS "table",
    array(SELECT attname::text FROM pg_attribute
      WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum) AS columns,
    array(SELECT quote_ident(attname) || CASE WHEN attcollation <> 0 THEN ' COLLATE "C"' ELSE '' END
      FROM pg_attribute LEFT JOIN pg_index ON indrelid = attrelid AND indisprimary
      WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
        AND (indkey IS NULL OR attnum = ANY (indkey))
      ORDER BY array_position(indkey::int2[], attnum), attnum) AS "order"
  FROM pg_class c
  WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relpersistence = 'p'
    AND relname <> '_prisma_migrations'
  ORDER BY relname`;

/** Reads the tables of the schema, by name. */
export async function readTables(client: pg.Client): Promise<OrderedTable[]> {
  return (await client.query<OrderedTable>(TABLES)).rows;
}

/**
 * Reads the rows of a table as the text of COPY, in their order. @returns their number and SHA-256, when the rows were read.
 */
export async function* readRows(
  client: pg.Client,
  { table, columns, order }: OrderedTable,
): AsyncGenerator<Buffer, TableSummary> {
  const query = `SELECT ${columns.map(pg.escapeIdentifier).join(', ')} FROM ONLY ${pg.escapeIdentifier(table)} ORDER BY ${order.join(', ')}`;
  const stream = client.query(copyTo(`COPY (${query}) TO STDOUT`));
  const hash = createHash('sha256');
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk);
    yield chunk;
  }
  // The stream ends before PostgreSQL has sent the number of rows. The next statement waits for it.
  await client.query('SELECT 1');
  return { table, rows: stream.rowCount, sha256: hash.digest('hex') };
}

/** Reads a table like `readRows` and keeps only the summary. */
export async function summarize(client: pg.Client, table: OrderedTable): Promise<TableSummary> {
  const rows = readRows(client, table);
  for (let next = await rows.next(); ; next = await rows.next()) if (next.done) return next.value;
}
