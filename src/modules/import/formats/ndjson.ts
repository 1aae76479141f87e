import { isJsonObject, type JsonObject } from '../../../lib/json.ts';
import { describe, InvalidField } from '../fields.ts';
import { type LineBlock, type LineOptions, readLines } from '../read-lines.ts';
import { fieldNamed, type Rename, type RowLayout, type RowSink } from './columns.ts';
import { type JsonLine, ONE_A_LINE, parseJson, SpreadObject } from './format.ts';

/** Receives the objects of newline-delimited JSON, in their order. Lines are counted from 1. */
export interface ObjectSink {
  /** @param text the line. */
  object(line: number, object: JsonObject, text: string): void;
  /** Rejects a line that is no object, or an object over several lines. */
  reject(line: number, error: InvalidField, text: string): void;
}

/**
 * Reads the objects of newline-delimited JSON, and yields after each block of them. Blank lines are left out.
 *
 * @param options how the file is divided into lines, and blocks.
 */
export async function* readObjects(
  source: AsyncIterable<Buffer>,
  sink: ObjectSink,
  options?: LineOptions,
): AsyncGenerator<void> {
  const reader = new ObjectReader(sink);
  for await (const block of readLines(source, options)) {
    reader.read(block);
    yield;
  }
  reader.end();
  yield;
}

class ObjectReader {
  readonly #sink: ObjectSink;
  readonly #spread = new SpreadObject();

  constructor(sink: ObjectSink) {
    this.#sink = sink;
  }

  read({ firstLine, texts, invalid }: LineBlock): void {
    for (const [index, text] of texts.entries()) {
      const reason = invalid.get(index);
      if (reason !== undefined || text.trim() !== '') this.#take({ line: firstLine + index, text, reason });
    }
  }

  /** Reads the lines of an object that never ended. */
  end(): void {
    for (const each of this.#spread.giveUp()) this.#readLine(each);
  }

  /** Reads a line, unless it belongs to an object over several lines, which is rejected once. */
  #take(line: JsonLine): void {
    const { spread, rest } = this.#spread.take(line);
    if (spread !== undefined)
      this.#sink.reject(
        spread.line,
        new InvalidField(undefined, `is a JSON object over ${spread.lines} lines; ${ONE_A_LINE}`),
        spread.text,
      );
    for (const each of rest) this.#readLine(each);
  }

  #readLine({ line, text, reason }: JsonLine): void {
    const object = reason === undefined ? parseObject(text) : new InvalidField(undefined, reason);
    if (object instanceof InvalidField) this.#sink.reject(line, object, text);
    else this.#sink.object(line, object, text);
  }
}

/**
 * Reads newline-delimited JSON, and yields after each block of rows.
 *
 * @param keyFields fields that identify a row. They are searched for in lines that cannot be parsed.
 */
export function readNdjson(
  source: AsyncIterable<Buffer>,
  layout: RowLayout,
  keyFields: readonly string[],
  sink: RowSink,
): AsyncGenerator<void> {
  return readObjects(source, new ObjectRows(layout, keyFields, sink));
}

/** Columns whose fields are remembered: a file may have any number of them. */
const MAX_REMEMBERED = 2_000;

/** Makes rows of objects. */
class ObjectRows implements ObjectSink {
  readonly #layout: RowLayout;
  readonly #keys: readonly (readonly [column: string, field: string])[];
  /** By columns, which may feed several fields. */
  readonly #renames = new Map<string, Rename[]>();
  /** Fields that columns give, by the names of columns. */
  readonly #targets = new Map<string, readonly string[]>();
  readonly #sink: RowSink;

  constructor(layout: RowLayout, keyFields: readonly string[], sink: RowSink) {
    this.#sink = sink;
    this.#layout = layout;
    for (const rename of layout.renames)
      this.#renames.set(rename.column, [...(this.#renames.get(rename.column) ?? []), rename]);
    this.#keys = keyFields.map((field) => {
      const rename = layout.renames.find((each) => each.field === field);
      return [rename?.column ?? field, field];
    });
  }

  object(line: number, object: JsonObject, text: string): void {
    let row = object;
    try {
      if (this.#renames.size > 0 || this.#layout.names) row = this.#rename(object);
    } catch (error) {
      this.reject(line, error, text);
      return;
    }
    const { fields } = this.#layout;
    for (const field in row) if (!fields.has(field)) this.#sink.warnUnknown(line, field, text);
    this.#sink.add(line, row, text);
  }

  reject(line: number, error: unknown, text: string): void {
    this.#sink.reject(line, error, text, this.#findKeys(text));
  }

  #rename(row: JsonObject): JsonObject {
    const renamed: Record<string, unknown> = Object.create(null);
    for (const column in row) {
      for (const field of this.#fieldsOf(column)) {
        if (field in renamed) throw new InvalidField(field, 'is given twice, once as another column');
        renamed[field] = row[column];
      }
    }
    return renamed;
  }

  #fieldsOf(column: string): readonly string[] {
    const known = this.#targets.get(column);
    if (known !== undefined) return known;
    const renames = this.#renames.get(column) ?? [];
    for (const rename of renames) rename.used = true;
    const fields =
      renames.length > 0 ? renames.map(({ field }) => field) : [fieldNamed(column, this.#layout)];
    if (this.#targets.size < MAX_REMEMBERED) this.#targets.set(column, fields);
    return fields;
  }

  /** Searches for key fields in a line that is not valid JSON. @returns undefined unless all are there */
  #findKeys(text: string): JsonObject | undefined {
    const row: Record<string, unknown> = {};
    for (const [column, field] of this.#keys) {
      const name = column.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
      const [, value] = new RegExp(`"${name}"\\s*:\\s*("(?:[^"\\\\]|\\\\.)*")`).exec(text) ?? [];
      if (value === undefined) return undefined;
      row[field] = parseJson(value);
    }
    return row;
  }
}

/** @returns why it is none for any other text. */
function parseObject(text: string): JsonObject | InvalidField {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return new InvalidField(undefined, `is not valid JSON: ${error instanceof Error ? error.message : ''}`);
  }
  if (isJsonObject(value)) return value;
  return new InvalidField(undefined, `must be a JSON object, not ${describe(value)}`);
}
