import { isJsonObject, type JsonObject } from '../../../lib/json.ts';
import { describe, InvalidField } from '../fields.ts';
import { type LineBlock, readLines } from '../read-lines.ts';
import { fieldNamed, type Rename, type RowLayout, type RowSink } from './columns.ts';
import { type JsonLine, ONE_A_LINE, parseJson, SpreadObject } from './format.ts';

/**
 * Reads newline-delimited JSON, and yields after each block of rows.
 *
 * @param keyFields fields that identify a row. They are searched for in lines that cannot be parsed.
 */
export async function* readNdjson(
  source: AsyncIterable<Buffer>,
  layout: RowLayout,
  keyFields: readonly string[],
  sink: RowSink,
): AsyncGenerator<void> {
  const reader = new JsonLineReader(layout, keyFields, sink);
  for await (const block of readLines(source)) {
    reader.read(block);
    yield;
  }
  reader.end();
  yield;
}

/** Columns whose fields are remembered: a file may have any number of them. */
const MAX_REMEMBERED = 2_000;

class JsonLineReader {
  readonly #layout: RowLayout;
  readonly #keys: readonly (readonly [column: string, field: string])[];
  /** By columns, which may feed several fields. */
  readonly #renames = new Map<string, Rename[]>();
  /** Fields that columns give, by the names of columns. */
  readonly #targets = new Map<string, readonly string[]>();
  readonly #sink: RowSink;
  readonly #spread = new SpreadObject();

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
        this.#findKeys(spread.text),
      );
    for (const each of rest) this.#readLine(each);
  }

  #readLine({ line, text, reason }: JsonLine): void {
    let row: JsonObject;
    try {
      if (reason !== undefined) throw new InvalidField(undefined, reason);
      row = parseObject(text);
      if (this.#renames.size > 0 || this.#layout.names) row = this.#rename(row);
    } catch (error) {
      this.#sink.reject(line, error, text, this.#findKeys(text));
      return;
    }
    const { fields } = this.#layout;
    for (const field in row) if (!fields.has(field)) this.#sink.warnUnknown(line, field, text);
    this.#sink.add(line, row, text);
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

function parseObject(text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new InvalidField(undefined, `is not valid JSON: ${error instanceof Error ? error.message : ''}`);
  }
  if (isJsonObject(value)) return value;
  throw new InvalidField(undefined, `must be a JSON object, not ${describe(value)}`);
}
