import { isJsonObject, type JsonObject } from '../../../lib/json-object.ts';
import { describe, InvalidField } from '../fields.ts';
import { type LineBlock, readLines } from '../read-lines.ts';
import type { RowLayout } from './columns.ts';
import type { Rename } from './renames.ts';
import type { RowBlock, RowSink } from './row-block.ts';

/**
 * Reads newline-delimited JSON.
 *
 * @param keyFields fields that identify a row. They are searched for in lines that cannot be parsed.
 */
export async function* readNdjson(
  source: AsyncIterable<Buffer>,
  layout: RowLayout,
  keyFields: readonly string[],
): AsyncGenerator<RowBlock> {
  const reader = new JsonLineReader(layout, keyFields);
  for await (const block of readLines(source)) yield { deliver: (sink) => reader.deliver(block, sink) };
}

class JsonLineReader {
  readonly #layout: RowLayout;
  readonly #keys: readonly (readonly [column: string, field: string])[];
  readonly #renames: ReadonlyMap<string, Rename>;

  constructor(layout: RowLayout, keyFields: readonly string[]) {
    this.#layout = layout;
    this.#renames = new Map(layout.renames.map((rename) => [rename.column, rename]));
    this.#keys = keyFields.map((field) => {
      const rename = layout.renames.find((each) => each.field === field);
      return [rename?.column ?? field, field];
    });
  }

  deliver(block: LineBlock, sink: RowSink): void {
    const anyInvalid = block.invalid.size > 0;
    let line = block.firstLine;
    for (const [index, text] of block.texts.entries()) {
      const reason = anyInvalid ? block.invalid.get(index) : undefined;
      if (reason !== undefined || text.trim() !== '') this.#readLine(line, text, reason, sink);
      line += 1;
    }
  }

  #readLine(line: number, text: string, reason: string | undefined, sink: RowSink): void {
    let row: JsonObject;
    try {
      if (reason !== undefined) throw new InvalidField(undefined, reason);
      row = parseObject(text);
      if (this.#renames.size > 0) row = this.#rename(row);
    } catch (error) {
      sink.reject(line, error, text, this.#findKeys(text));
      return;
    }
    const { fields } = this.#layout;
    for (const field in row) if (!fields.has(field)) sink.warnUnknown(line, field, text);
    sink.add(line, row, text);
  }

  #rename(row: JsonObject): JsonObject {
    const renamed: Record<string, unknown> = Object.create(null);
    for (const column in row) {
      const rename = this.#renames.get(column);
      if (rename) rename.used = true;
      const field = rename?.field ?? column;
      if (field in renamed) throw new InvalidField(field, `is given twice, once as another column (--map)`);
      renamed[field] = row[column];
    }
    return renamed;
  }

  /** Searches for key fields in a line that is not valid JSON. @returns undefined unless all are there */
  #findKeys(text: string): JsonObject | undefined {
    const row: Record<string, unknown> = {};
    for (const [column, field] of this.#keys) {
      const name = column.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
      const [, value] = new RegExp(`"${name}"\\s*:\\s*("(?:[^"\\\\]|\\\\.)*")`).exec(text) ?? [];
      if (value === undefined) return undefined;
      row[field] = parseText(value);
    }
    return row;
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

function parseText(literal: string): unknown {
  try {
    return JSON.parse(literal);
  } catch {
    return undefined;
  }
}
