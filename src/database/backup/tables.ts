import { createHash } from 'node:crypto';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { TableColumns, TableSummary } from './format.ts';

/** A table with what its rows are ordered by. */
export interface OrderedTable extends TableColumns {
  /** Terms of ORDER BY: the primary key, or all columns of a table without one. */
  order: string[];
}

/** Everything that changes the text of a value. */
const CANONICAL = `
  SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO, MDY'; SET LOCAL IntervalStyle = 'postgres';
  SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'; SET LOCAL work_mem = '64MB';
  SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`;

/** Makes values have the same text on each server, until the transaction ends. */
export async function useCanonicalText(client: pg.Client): Promise<void> {
  await client.query(CANONICAL);
}

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
