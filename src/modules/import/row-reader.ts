import { distance } from 'fastest-levenshtein';
import type { JsonObject } from '../../lib/json-object.ts';
import { type Constant, withConstants } from './constants.ts';
import { InvalidField } from './fields.ts';
import type { RowSink } from './formats/columns.ts';
import type { Importer } from './importer.ts';
import type { RowFields } from './kinds.ts';
import type { ProblemLog } from './problems.ts';

/** Maximum number of unknown fields that get a warning in a file. */
const MAX_UNKNOWN_FIELDS = 100;

interface RowReaderOptions {
  isSnapshot: boolean;
  /** Fields that rows of the file may have. */
  fields: RowFields;
  /** Values that all rows get. */
  constants: readonly Constant[];
  onNote: (note: string) => void;
}

/** Passes the rows of a file to an importer, and records those that are refused. */
export class RowReader implements RowSink {
  readonly #importer: Importer;
  readonly #problems: ProblemLog;
  readonly #options: RowReaderOptions;
  readonly #unknownFields = new Set<string>();
  /** Number of rows. */
  rows = 0;
  /** Number of refused rows of a snapshot that cannot be told apart, because their keys cannot be read. */
  unidentified = 0;

  constructor(importer: Importer, problems: ProblemLog, options: RowReaderOptions) {
    this.#options = options;
    this.#importer = importer;
    this.#problems = problems;
  }

  add(line: number, given: JsonObject, text: string): void {
    this.rows += 1;
    const { constants } = this.#options;
    let row = given;
    try {
      if (constants.length > 0) row = withConstants(given, constants);
      this.#importer.add(line, row, text);
    } catch (error) {
      this.#problems.reject(line, error, text);
      if (this.#options.isSnapshot) this.#notePresent(row);
    }
  }

  reject(line: number, error: unknown, text: string, row: JsonObject | undefined): void {
    this.rows += 1;
    this.#problems.reject(line, error, text);
    if (this.#options.isSnapshot) this.#notePresent(row);
  }

  warnUnknown(line: number, field: string, text: string): void {
    if (this.#unknownFields.has(field) || this.#unknownFields.size >= MAX_UNKNOWN_FIELDS) return;
    this.#unknownFields.add(field);
    const { fields, onNote } = this.#options;
    const meant = fieldNear(field, fields);
    const question = meant === undefined ? '' : `; did you mean "${meant}"?`;
    this.#problems.warn(
      line,
      field,
      `is an unknown field and is ignored (reported once per file)${question}`,
      text,
    );
    if (meant !== undefined) onNote(`the field "${field}" is unknown and ignored${question}`);
  }

  /** A refused row of a snapshot still counts as present (contract, section 8). */
  #notePresent(row: JsonObject | undefined): void {
    if (row === undefined) {
      this.unidentified += 1;
      return;
    }
    try {
      this.#importer.notePresent(row);
    } catch (error) {
      // A row without a valid key names nothing that could be stored.
      if (!(error instanceof InvalidField)) throw error;
    }
  }
}

/** Returns the field that a misspelled one is taken for: up to two letters are wrong, in a short name one. */
function fieldNear(wrong: string, fields: RowFields): string | undefined {
  const text = wrong.trim().toLowerCase().replaceAll(' ', '_');
  return [...fields.keys()].find((name) => distance(text, name) <= (name.length < 7 ? 1 : 2));
}
