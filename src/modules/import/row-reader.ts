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
  readonly #unknownFields = new Set<string>();
  /** Number of lines that are not blank. */
  rows = 0;

  constructor(importer: Importer, problems: ProblemLog) {
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
    try {
      if (reason !== undefined) throw new InvalidField(undefined, reason);
      const row = parseObject(text);
      for (const field in row) {
        if (!this.#importer.fields.has(field)) this.#warnUnknown(line, field, text);
      }
      this.#importer.add(line, row, text);
    } catch (error) {
      this.#problems.reject(line, error, text);
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
