import { describe, type JsonObject } from './fields.ts';
import type { Loader } from './loader.ts';
import type { ProblemLog } from './problems.ts';
import type { LineBlock } from './read-lines.ts';

/** Distinct unknown fields that are warned of in one file; a file can hold any number of them. */
const MAX_UNKNOWN_FIELDS = 100;

/** Turns lines into rows for a loader. */
export class RowReader {
  readonly #loader: Loader;
  readonly #problems: ProblemLog;
  readonly #unknownFields = new Set<string>();
  #rows = 0;

  constructor(loader: Loader, problems: ProblemLog) {
    this.#loader = loader;
    this.#problems = problems;
  }

  /** Lines that were not blank. */
  get rows(): number {
    return this.#rows;
  }

  take(block: LineBlock): void {
    const anyBroken = block.broken.size > 0;
    let line = block.firstLine;
    for (const [index, text] of block.texts.entries()) {
      const fault = anyBroken ? block.broken.get(index) : undefined;
      if (fault !== undefined) this.#reject(line, fault, text);
      else if (text.trim() !== '') this.#takeLine(line, text);
      line += 1;
    }
  }

  #takeLine(line: number, text: string): void {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      this.#reject(line, `is not valid JSON: ${error instanceof Error ? error.message : ''}`, text);
      return;
    }
    if (!isObject(value)) {
      this.#reject(line, `must be a JSON object, not ${describe(value)}`, text);
      return;
    }
    this.#rows += 1;
    this.#loader.take(line, value, text);
    for (const field in value) {
      if (!this.#loader.fields.has(field)) this.#warnUnknown(line, field, text);
    }
  }

  #reject(line: number, reason: string, text: string): void {
    this.#rows += 1;
    this.#problems.reject(line, undefined, reason, text);
  }

  #warnUnknown(line: number, field: string, text: string): void {
    if (this.#unknownFields.has(field) || this.#unknownFields.size >= MAX_UNKNOWN_FIELDS) return;
    this.#unknownFields.add(field);
    this.#problems.warn(
      line,
      field,
      'is no field of this kind of row and is ignored (said once a file)',
      text,
    );
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
