import { isJsonObject, type JsonObject } from '../../lib/json-object.ts';
import { describe, InvalidField } from './fields.ts';
import type { Importer } from './importer.ts';
import type { ProblemLog } from './problems.ts';
import type { LineBlock } from './read-lines.ts';

/** Maximum number of unknown fields that get a warning in a file. */
const MAX_UNKNOWN_FIELDS = 100;

/** Parses lines and passes the rows to an importer. */
export class RowReader {
  readonly #importer: Importer;
  readonly #problems: ProblemLog;
  readonly #isSnapshot: boolean;
  readonly #unknownFields = new Set<string>();
  /** Number of lines that are not blank. */
  rows = 0;
  /** Number of refused rows of a snapshot that cannot be told apart, because their keys cannot be read. */
  unidentified = 0;

  constructor(importer: Importer, problems: ProblemLog, isSnapshot: boolean) {
    this.#isSnapshot = isSnapshot;
    this.#importer = importer;
    this.#problems = problems;
  }

  read(block: LineBlock): void {
    const anyInvalid = block.invalid.size > 0;
    let line = block.firstLine;
    for (const [index, text] of block.texts.entries()) {
      const reason = anyInvalid ? block.invalid.get(index) : undefined;
      if (reason !== undefined || text.trim() !== '') this.#readLine(line, text, reason);
      line += 1;
    }
  }

  #readLine(line: number, text: string, reason: string | undefined): void {
    this.rows += 1;
    let row: JsonObject | undefined;
    try {
      if (reason !== undefined) throw new InvalidField(undefined, reason);
      row = parseObject(text);
      for (const field in row) {
        if (!this.#importer.fields.has(field)) this.#warnUnknown(line, field, text);
      }
      this.#importer.add(line, row, text);
    } catch (error) {
      this.#problems.reject(line, error, text);
      if (this.#isSnapshot) this.#notePresent(row ?? findKeys(text, this.#importer.keyFields));
    }
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

  #warnUnknown(line: number, field: string, text: string): void {
    if (this.#unknownFields.has(field) || this.#unknownFields.size >= MAX_UNKNOWN_FIELDS) return;
    this.#unknownFields.add(field);
    this.#problems.warn(line, field, 'is an unknown field and is ignored (reported once per file)', text);
  }
}

function parseObject(text: string): JsonObject {
  const value = parseJson(text);
  if (isJsonObject(value)) return value;
  throw new InvalidField(undefined, `must be a JSON object, not ${describe(value)}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InvalidField(undefined, `is not valid JSON: ${error instanceof Error ? error.message : ''}`);
  }
}

/** Searches for fields in a line that is not valid JSON. @returns undefined unless all are there */
function findKeys(text: string, fields: readonly string[]): JsonObject | undefined {
  const row: Record<string, unknown> = {};
  for (const field of fields) {
    const [, value] = new RegExp(`"${field}"\\s*:\\s*("(?:[^"\\\\]|\\\\.)*")`).exec(text) ?? [];
    if (value === undefined) return undefined;
    row[field] = parseText(value);
  }
  return row;
}

function parseText(literal: string): unknown {
  try {
    return JSON.parse(literal);
  } catch {
    return undefined;
  }
}
