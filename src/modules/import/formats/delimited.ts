import { StartupError } from '../../../lib/fault.ts';
import { InvalidField } from '../fields.ts';
import { parseCell } from './cells.ts';
import { type Column, findColumns, type RowLayout, type RowSink } from './columns.ts';
import { type RecordSink, readRecords } from './records.ts';

/** The columns of a file, by which records become rows. */
interface Table {
  columns: readonly Column[];
  /** Number of cells of a record. */
  width: number;
}

/**
 * Reads delimited text with a header, and yields after each block of rows, which have the number of their first line.
 *
 * @param delimiter undefined to detect it from the header.
 * @throws StartupError for a header that cannot be read.
 */
export function readDelimited(
  source: AsyncIterable<Buffer>,
  layout: RowLayout,
  delimiter: string | undefined,
  sink: RowSink,
): AsyncGenerator<void> {
  return readRecords(source, delimiter, new TableReader(layout, sink));
}

/** Makes rows of records. The first record is the header. */
class TableReader implements RecordSink {
  readonly #layout: RowLayout;
  readonly #sink: RowSink;
  /** Set by the header. */
  #table: Table | undefined;

  constructor(layout: RowLayout, sink: RowSink) {
    this.#layout = layout;
    this.#sink = sink;
  }

  record(line: number, cells: readonly string[], text: string): void {
    if (this.#table === undefined) {
      this.#table = this.#readHeader(line, cells, text);
      return;
    }
    // Tabs without text.
    if (text.trim() === '') return;
    const { columns, width } = this.#table;
    if (cells.length !== width) {
      this.reject(line, `has ${cells.length} cells, but the header has ${width}`, text);
      return;
    }
    const row: Record<string, unknown> = {};
    let isBlank = true;
    for (const { index, field, type } of columns) {
      const value = parseCell(cells[index] ?? '', type);
      if (value === undefined) continue;
      row[field] = value;
      isBlank = false;
    }
    // Spreadsheets end with rows of empty cells. They are blank lines.
    if (isBlank && cells.every((cell) => cell.trim() === '')) return;
    this.#sink.add(line, row, text);
  }

  reject(line: number, reason: string, text: string): void {
    if (this.#table === undefined)
      throw new StartupError(`${this.#layout.path}: line ${line}, the header, ${reason}`);
    this.#sink.reject(line, new InvalidField(undefined, reason), text, undefined);
  }

  #readHeader(line: number, cells: readonly string[], text: string): Table {
    if (!isHeader(cells)) throw new StartupError(`${this.#layout.path}: line ${line} ${NO_HEADER}`);
    const { columns, unknown } = findColumns(cells, this.#layout);
    for (const name of unknown) this.#sink.warnUnknown(line, name, text);
    return { columns, width: cells.length };
  }
}

export const NO_HEADER = 'is no header: it has NULs, or CR ends its lines';

/** Tells whether the first record of a file can be its header. */
export function isHeader(cells: readonly string[]): boolean {
  return !cells.some((cell) => /[\0\r]/.test(cell));
}
