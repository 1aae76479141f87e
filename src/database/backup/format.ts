import { StartupError } from '../../lib/fault.ts';
import { isJsonObject, type JsonObject } from '../../lib/json-object.ts';

// A backup is an SQL script, compressed by gzip. Lines that begin with `-- {` hold JSON for `restore`, which runs none of
// the other lines. So psql and a person with zcat can read a backup without this service.

/** First line of every backup. The number changes when older versions could not read it. */
export const FIRST_LINE = '-- company-data backup 1';
/** The end of the rows of a table (PostgreSQL manual, COPY, "Text Format"). No row looks like it. */
export const END_OF_ROWS = '\\.';

/** Header of a backup. */
export interface Header {
  /** Version of company-data that wrote it. */
  version: string;
  /** ISO 8601. */
  created_at: string;
  /** Version of PostgreSQL, such as `18.4`. */
  postgres: string;
  /** Names of the migrations of the schema, oldest first. */
  migrations: string[];
}

/** A table and those of its columns that hold data of their own. */
export interface TableColumns {
  table: string;
  columns: string[];
}

/** Rows of one table, and the SHA-256 of their text as PostgreSQL's COPY writes them in the order of the primary key. */
export interface TableSummary {
  table: string;
  rows: number;
  sha256: string;
}

export interface SequenceValue {
  sequence: string;
  value: number;
}

/** Last line: without it, a backup is incomplete. */
export interface End {
  tables: number;
}

/** Writes a line for `restore`. */
export function noteLine(note: object): string {
  return `-- ${JSON.stringify(note)}\n`;
}

/** @returns undefined if the line is none for `restore`. @throws StartupError if it is broken. */
export function readNote(line: string): JsonObject | undefined {
  if (!line.startsWith('-- {')) return undefined;
  try {
    const note: unknown = JSON.parse(line.slice(3));
    if (isJsonObject(note)) return note;
  } catch {
    // Reported like any other damage.
  }
  throw damaged('a line of it cannot be read');
}

export function damaged(what: string, cause?: unknown): StartupError {
  return new StartupError(`the backup is damaged: ${what}; use another one`, { cause });
}
