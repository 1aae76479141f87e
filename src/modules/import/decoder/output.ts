import { once } from 'node:events';
import type { JsonObject } from '../../../lib/json.ts';
import type { FieldType } from '../kinds.ts';

/** Layout of the rows, as the decoder of Parquet reads it from its standard input. */
export interface LayoutInput {
  path: string;
  fields: readonly (readonly [name: string, type: FieldType])[];
  /** Fields by further names of columns. */
  names: readonly (readonly [name: string, field: string])[];
  renames: readonly { column: string; field: string }[];
  constants: readonly string[];
  /** Number of rows that are read of all columns, whose fields are then their positions; undefined for all rows. */
  sample?: number | undefined;
}

/**
 * Marks at the beginning of lines that the decoder of Parquet writes. A line without a mark is a row as JSON. A mark alone
 * says that reading makes progress.
 */
export const MARKS = { progress: '#', refused: '!' } as const;

/** The first line of the output, and one after each batch of rows. */
export interface ProgressLine {
  /** Names of the columns. */
  names?: readonly string[];
  /** Share of the rows that were decoded, from 0 to 1. */
  share?: number;
}

/** A row that cannot be read. */
export interface RefusedLine {
  field?: string | undefined;
  reason: string;
  /** Its fields, with long values cut. */
  row: JsonObject;
}

/** Bytes that any file may become: rows of small files may repeat each other a lot. */
const FREE_BYTES = 64 * 1024 * 1024;
/** Bytes that a byte of a file may become beyond that. The format of gzip allows no more. */
const MAX_RATIO = 1032;

/**
 * Returns the number of bytes that compressed data may become. Without a bound, a kilobyte could fill the disk or keep an
 * import busy for days.
 */
export function maxExpansion(bytes: number): number {
  return FREE_BYTES + MAX_RATIO * bytes;
}

/** Writes to standard output, and waits while its reader is behind. */
export async function writeOutput(data: string | Uint8Array): Promise<void> {
  if (!process.stdout.write(data)) await once(process.stdout, 'drain');
}
