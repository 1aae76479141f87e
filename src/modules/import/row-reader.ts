import { isJsonObject } from '../../lib/json-object.ts';
import { describe } from './fields.ts';
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
  #rows = 0;

  constructor(importer: Importer, problems: ProblemLog) {
    this.#importer = importer;
    this.#problems = problems;
  }

  /** Number of lines that are not blank. */
  get rows(): number {
    return this.#rows;
  }

  read(block: LineBlock): void {
    const anyInvalid = block.invalid.size > 0;
    let line = block.firstLine;
    for (const [index, text] of block.texts.entries()) {
      const reason = anyInvalid ? block.invalid.get(index) : undefined;
      if (reason !== undefined) this.#reject(line, reason, text);
      else if (text.trim() !== '') this.#parse(line, text);
      line += 1;
    }
  }

  #parse(line: number, text: string): void {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      this.#reject(line, `is not valid JSON: ${error instanceof Error ? error.message : ''}`, text);
      return;
    }
    if (!isJsonObject(value)) {
      this.#reject(line, `must be a JSON object, not ${describe(value)}`, text);
      return;
    }
    this.#rows += 1;
    const invalid = this.#importer.add(line, value, text);
    if (invalid) this.#problems.reject(line, invalid.field, invalid.reason, text);
    for (const field in value) {
      if (!this.#importer.fields.has(field)) this.#warnUnknown(line, field, text);
    }
  }

  #reject(line: number, reason: string, text: string): void {
    this.#rows += 1;
    this.#problems.reject(line, undefined, reason, text);
  }

  #warnUnknown(line: number, field: string, text: string): void {
    if (this.#unknownFields.has(field) || this.#unknownFields.size >= MAX_UNKNOWN_FIELDS) return;
    this.#unknownFields.add(field);
    this.#problems.warn(line, field, 'is an unknown field and is ignored (reported once per file)', text);
  }
}
