import { createHash, type Hash } from 'node:crypto';
import pg from 'pg';
import { z } from 'zod';
import { StartupError } from '../../lib/fault.ts';

// A backup is an SQL script, compressed by gzip. Lines that begin with `-- {` hold JSON for `restore`, and the other lines
// follow from them. So psql and a person with zcat can read a backup without this service. `restore` runs none of its lines:
// it writes each part again from the JSON and accepts no other text.

/** The format that is written. The number changes when older versions could not read it. */
export const FORMAT = 2;
/** Written by early builds of 0.1.0. Its end has no checksum. */
export const FORMAT_WITHOUT_CHECKSUM = 1;
const FIRST = '-- company-data backup ';
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
/** Last line: without it, a backup is incomplete. `checksum` is that of all lines before it; format 1 has none. */
export const end = z.object({ tables: count, checksum: sha256.optional() });

export type Header = z.infer<typeof header>;
export type TableColumns = z.infer<typeof tableColumns>;
export type TableSummary = z.infer<typeof tableSummary>;
export type SequenceValue = z.infer<typeof sequenceValue>;
export type End = z.infer<typeof end>;

const note = (value: object) => `-- ${JSON.stringify(value)}\n`;

/** The parts of a script in their order. Rows come between `table` and `rows`. */
export const write = {
  header: (given: Header, format = FORMAT) =>
    `${FIRST}${format}\n${note(given)}` +
    `SET client_encoding = 'UTF8';\nSET TimeZone = 'UTC';\nSET DateStyle = 'ISO, MDY';\n`,
  table: (given: TableColumns) => `\n${note(given)}COPY ${targetOf(given)} FROM stdin;\n`,
  rows: (given: TableSummary) => `${END_OF_ROWS}\n${note(given)}`,
  sequence: (given: SequenceValue) =>
    `\n${note(given)}SELECT setval('${pg.escapeIdentifier(given.sequence)}', ${given.value});\n`,
  end: (given: End) => `\n${note(given)}`,
};

/**
 * Starts the checksum of a script: the SHA-256 of all lines but rows and the end. A table's rows are in the line after them,
 * with their own SHA-256, so nothing is hashed twice.
 */
export function startChecksum(): Hash {
  return createHash('sha256');
}

/** @returns undefined if the line does not begin a backup */
export function formatOf(line: string | undefined): number | undefined {
  return line?.startsWith(FIRST) ? Number(line.slice(FIRST.length)) : undefined;
}

/** Writes a table with its columns, as COPY names it. */
export function targetOf({ table, columns }: TableColumns): string {
  return `${pg.escapeIdentifier(table)} (${columns.map(pg.escapeIdentifier).join(', ')})`;
}

export function damaged(what: string, cause?: unknown): StartupError {
  return new StartupError(`the backup is damaged: ${what}; use another one`, { cause });
}
