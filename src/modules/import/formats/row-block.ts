import type { JsonObject } from '../../../lib/json-object.ts';

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

/** Consecutive rows of a file. They are parsed when they are delivered. */
export interface RowBlock {
  deliver(sink: RowSink): void;
}
