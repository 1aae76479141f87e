import { StartupError } from '../../../lib/fault.ts';
import type { JsonObject } from '../../../lib/json-object.ts';
import type { FieldType, RowFields } from '../kinds.ts';
import type { Rename } from './renames.ts';

/** How the rows of a file are read. */
export interface RowLayout {
  /** Path for messages. */
  path: string;
  fields: RowFields;
  /** Renames of the columns of this file. */
  renames: readonly Rename[];
}

/** Receives the rows of a file, in their order. Lines are counted from 1. */
export interface RowSink {
  /** @param text the row as it stands in the file, for the list of rejected rows. */
  add(line: number, row: JsonObject, text: string): void;
  /**
   * Rejects a row that cannot be read.
   *
   * @param row fields that could be read; undefined when it is unknown what the row names.
   */
  reject(line: number, error: unknown, text: string, row: JsonObject | undefined): void;
  /** Warns of a field or column that rows of this kind do not have. */
  warnUnknown(line: number, field: string, text: string): void;
}

/** A column of a table that is read. */
export interface Column {
  /** Position in the table, from 0. */
  index: number;
  field: string;
  type: FieldType;
}

/**
 * Finds the field of each column of a table.
 *
 * @returns the columns that are read, and the names of the others.
 * @throws StartupError when two columns have one field, or no column has any.
 */
export function findColumns(
  names: readonly string[],
  { path, fields, renames }: RowLayout,
): { columns: Column[]; unknown: string[] } {
  const columns: Column[] = [];
  const unknown: string[] = [];
  const nameOf = new Map<string, string>();
  for (const [index, given] of names.entries()) {
    const name = given.trim();
    const rename = renames.find(({ column }) => column === name);
    if (rename) rename.used = true;
    const field = rename?.field ?? name;
    const type = fields.get(field);
    if (type === undefined) {
      unknown.push(name === '' ? `column ${index + 1}` : name);
      continue;
    }
    const other = nameOf.get(field);
    if (other !== undefined)
      throw new StartupError(`${path}: the columns "${other}" and "${name}" both are the field ${field}`);
    nameOf.set(field, name);
    columns.push({ index, field, type });
  }
  if (columns.length > 0) return { columns, unknown };
  throw new StartupError(
    `${path}: no column is named after a field (${[...fields.keys()].join(', ')}); add a header or --map`,
  );
}
