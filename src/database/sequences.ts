import pg from 'pg';
import { propertyOf } from '../lib/json.ts';
import type { Queryable } from './client.ts';

/**
 * Selects the sequences that belong to a column, with the tables that take their ids from it: beside the owner, that of its
 * retired rows, which keep their ids and may come back, and that of its repeats.
 */
const OWNED = `
  SELECT s.relname::text AS sequence, t.relname::text AS "table", a.attname::text AS "column",
    ARRAY(SELECT r.relname::text FROM pg_class r WHERE r.relnamespace = s.relnamespace AND r.relkind = 'r'
      AND r.relname IN (t.relname, 'retired_' || t.relname, t.relname || '_repeat')) AS tables
  FROM pg_class s
  JOIN pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = s.oid AND d.deptype IN ('a', 'i')
  JOIN pg_class t ON t.oid = d.refobjid AND d.refclassid = 'pg_class'::regclass
  JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = d.refobjsubid
  WHERE s.relkind = 'S' AND s.relnamespace = current_schema()::regnamespace
  ORDER BY s.relname`;

interface Owned {
  sequence: string;
  table: string;
  column: string;
  tables: string[];
}

/** Returns the largest id that is stored. Without a row type, because PostgreSQL is asked for the tables first. */
async function readLargest(client: Queryable, { column, tables }: Owned): Promise<number | null> {
  const ids = tables.map(
    (table) => `SELECT max(${pg.escapeIdentifier(column)}) AS id FROM ${pg.escapeIdentifier(table)}`,
  );
  const { rows } = await client.query(
    `SELECT max(id)::float8 AS largest FROM (${ids.join(' UNION ALL ')}) stored`,
  );
  const largest = propertyOf(rows[0], 'largest');
  return typeof largest === 'number' ? largest : null;
}

/**
 * Reads the sequences of the schema, by name. They are not part of a snapshot. So values are read after ids: a sequence that
 * is behind in the result really is.
 */
export async function readSequences(client: Queryable) {
  const { rows: owned } = await client.query<Owned>(OWNED);
  const largest: (number | null)[] = [];
  for (const each of owned) largest.push(await readLargest(client, each));
  const { rows: given } = await client.query<{ sequence: string; value: number | null }>(`
    SELECT sequencename::text AS sequence, last_value::float8 AS value FROM pg_sequences
    WHERE schemaname = current_schema()`);
  const values = new Map(given.map(({ sequence, value }) => [sequence, value]));
  return owned.map(({ sequence, table }, index) => ({
    sequence,
    table,
    /** Largest id that is stored; null without rows. */
    largest: largest[index] ?? null,
    /** Last value that the sequence gave; null before the first. */
    value: values.get(sequence) ?? null,
  }));
}
