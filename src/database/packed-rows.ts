import {
  JsonSource,
  type JsonWriter,
  MOST_ESCAPED_BYTES,
  RowList,
  type SelectedKey,
} from '../lib/json-writer.ts';
import type { Queryable } from './client.ts';
import { type CopyQuery, CopyRow, copyRows } from './copy-reader.ts';

type Kind = 'text' | 'timestamp' | 'int4';

type Column = readonly [kind: Kind, position: number];

/** Keys of an object with their columns. One without a column is null. */
type Fields = readonly (readonly [key: string, column: Column | undefined])[];

/** Columns of a query, by the property that shows them: the type, and the position from 0. None of them is NULL. */
export type Columns<Row> = { readonly [Property in keyof Row]?: Column };

const BLOCK_BYTES = 128 * 1024;
/** JSON of a timestamp or a number has fewer. */
const FIXED_BYTES = 32;

/**
 * Reads rows in groups, which their first column names as int4, and keeps them in the binary format of COPY. Objects and
 * texts of ten thousand rows would cost more than everything else that is done with them.
 *
 * @param query see `copyRows`.
 * @returns the rows of each group that has any, in the order of the query.
 */
export async function readPackedRows<Row>(
  db: Queryable,
  query: CopyQuery,
  columns: Columns<Row>,
): Promise<Map<number, RowList<Row>>> {
  const groups = new Map<number, PackedRows<Row>>();
  let block: Block = { bytes: Buffer.alloc(0), length: 0 };
  await copyRows(db, query, (row) => {
    const name = row.int4(0);
    const group = groups.get(name) ?? new PackedRows(columns);
    if (group.length === 0) groups.set(name, group);
    if (block.length + row.size > block.bytes.length)
      block = { bytes: Buffer.allocUnsafeSlow(Math.max(BLOCK_BYTES, row.size)), length: 0 };
    group.add(row, block);
  });
  return groups;
}

/** Rows of all groups, one behind the other. */
interface Block {
  readonly bytes: Buffer;
  /** Bytes that have rows. */
  length: number;
}

/** Rows that are next to each other in a block. */
interface Run {
  readonly block: Block;
  readonly start: number;
  end: number;
}

class PackedRows<Row> extends RowList<Row> {
  length = 0;
  /** Bytes of all rows. */
  size = 0;
  readonly #columns: Columns<Row>;
  readonly #runs: Run[] = [];

  constructor(columns: Columns<Row>) {
    super();
    this.#columns = columns;
  }

  /** Copies a row into a block that has room for it. */
  add(row: CopyRow, block: Block): void {
    let run = this.#runs.at(-1);
    if (run?.block !== block || run.end !== block.length) {
      run = { block, start: block.length, end: block.length };
      this.#runs.push(run);
    }
    row.copyTo(block.bytes, block.length);
    block.length += row.size;
    run.end = block.length;
    this.length += 1;
    this.size += row.size;
  }

  *[Symbol.iterator](): Generator<Row> {
    const columns = Object.entries(this.#columns) as [string, Column][];
    for (const row of this.views()) yield read(row, columns) as Row;
  }

  select(keys: readonly SelectedKey[]): JsonSource {
    const fields = keys.map(([key, property]) => [key, this.#columns[property as keyof Row]] as const);
    return new SelectedRows(this, fields);
  }

  /** Yields one view, which it moves from row to row. */
  *views(): Generator<CopyRow> {
    const row = new CopyRow();
    for (const { block, start, end } of this.#runs) {
      for (let at = start; at < end; ) {
        at = row.locate(block.bytes, at);
        yield row;
      }
    }
  }
}

function read(row: CopyRow, fields: Fields): object {
  const object: Record<string, unknown> = {};
  for (const [key, column] of fields) object[key] = column ? row[column[0]](column[1]) : null;
  return object;
}

/** The list of objects that a selection makes of rows. */
class SelectedRows extends JsonSource {
  readonly #rows: PackedRows<unknown>;
  readonly #fields: Fields;

  constructor(rows: PackedRows<unknown>, fields: Fields) {
    super();
    this.#rows = rows;
    this.#fields = fields;
  }

  get characters(): number {
    return (
      this.#rows.size +
      this.#rows.length * this.#fields.reduce((sum, [key]) => sum + key.length + FIXED_BYTES, 0)
    );
  }

  *writeTo(out: JsonWriter): Generator<void> {
    const { values, end, bytes } = formatOf(this.#fields);
    let isFirst = true;
    out.text('[');
    for (const row of this.#rows.views()) {
      if (out.reserve(bytes + row.size * MOST_ESCAPED_BYTES)) yield;
      if (!isFirst) out.ascii(',');
      isFirst = false;
      for (const { before, kind, position } of values) {
        out.raw(before);
        if (kind === 'text') row.writeText(position, out);
        else out.ascii(kind === 'int4' ? String(row.int4(position)) : row.timestamp(position));
      }
      out.raw(end);
    }
    out.text(']');
  }

  toJSON(): unknown {
    return Array.from(this.#rows.views(), (row) => read(row, this.#fields));
  }
}

/** Returns the constant parts of an object's JSON, and the columns between them. */
function formatOf(fields: Fields) {
  const values: { before: Buffer; kind: Kind; position: number }[] = [];
  let text = '{';
  let bytes = 0;
  const cut = () => {
    const part = Buffer.from(text);
    bytes += part.length + FIXED_BYTES;
    text = '';
    return part;
  };
  for (const [index, [key, column]] of fields.entries()) {
    text += `${index > 0 ? ',' : ''}${JSON.stringify(key)}:`;
    if (!column) text += 'null';
    else {
      const [kind, position] = column;
      const quote = kind === 'int4' ? '' : '"';
      text += quote;
      values.push({ before: cut(), kind, position });
      text = quote;
    }
  }
  text += '}';
  return { values, end: cut(), bytes };
}
