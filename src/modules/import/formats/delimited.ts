import { StartupError } from '../../../lib/fault.ts';
import { InvalidField } from '../fields.ts';
import { MAX_LINE_BYTES, readLines } from '../read-lines.ts';
import { parseCell } from './cells.ts';
import { type Column, findColumns, type RowLayout } from './columns.ts';
import { RecordSplitter, type SplitOutcome } from './record-splitter.ts';
import type { RowBlock, RowSink } from './row-block.ts';

const DELIMITERS = [',', ';', '\t', '|'];
/** Maximum number of lines of a record: a quote that is never closed must not hold up the rest of the file. */
const MAX_RECORD_LINES = 1000;

/** A line, with the reason why it cannot be read if there is one. */
interface Line {
  number: number;
  /** Text without its end. */
  text: string;
  fault: string | undefined;
}

/**
 * Reads delimited text (RFC 4180) with a header. The rows have the number of their first line.
 *
 * @param delimiter undefined to detect it from the header.
 * @throws StartupError, while its blocks are delivered, for a header that cannot be read.
 */
export async function* readDelimited(
  source: AsyncIterable<Buffer>,
  layout: RowLayout,
  delimiter: string | undefined,
): AsyncGenerator<RowBlock> {
  const reader = new RecordReader(layout, delimiter);
  for await (const { firstLine, texts, invalid } of readLines(source)) {
    yield {
      deliver: (sink) => {
        for (const [index, text] of texts.entries())
          reader.read({ number: firstLine + index, text, fault: invalid.get(index) }, sink);
      },
    };
  }
  yield { deliver: (sink) => reader.end(sink) };
}

class RecordReader {
  readonly #layout: RowLayout;
  #delimiter: string | undefined;
  /** Set by the header. */
  #table: Table | undefined;
  #splitter: RecordSplitter | undefined;
  /** Lines of a record whose quotes are open. */
  #open: Line[] = [];
  #openLength = 0;

  constructor(layout: RowLayout, delimiter: string | undefined) {
    this.#layout = layout;
    this.#delimiter = delimiter;
  }

  read(line: Line, sink: RowSink): void {
    const reason = this.#readLine(line, sink);
    if (reason !== undefined) this.#giveUp(reason, sink);
  }

  end(sink: RowSink): void {
    while (this.#open.length > 0) this.#giveUp('has a quote that is not closed', sink);
  }

  /** Rejects the first line of an open record and reads the others anew, so that one stray quote costs one row. */
  #giveUp(reason: string | undefined, sink: RowSink): void {
    let lines = this.#open;
    for (let fault = reason; fault !== undefined; ) {
      const [first, ...rest] = lines;
      if (first === undefined) return;
      this.#reject(first, fault, sink);
      this.#open = [];
      fault = undefined;
      for (const [index, line] of rest.entries()) {
        fault = this.#readLine(line, sink);
        if (fault === undefined) continue;
        lines = [...this.#open, ...rest.slice(index + 1)];
        break;
      }
    }
  }

  /** @returns the reason why the open record, of which the line is the last one, cannot be read. */
  #readLine(line: Line, sink: RowSink): string | undefined {
    const isFirst = this.#open.length === 0;
    if (isFirst && line.fault === undefined && line.text.trim() === '') return undefined;
    if (isFirst && line.fault !== undefined) {
      this.#reject(line, line.fault, sink);
      return undefined;
    }
    this.#openLength = (isFirst ? 0 : this.#openLength) + line.text.length;
    const outcome = this.#split(line, isFirst);
    if (outcome === 'complete') {
      const lines = isFirst ? [line] : [...this.#open, line];
      this.#open = [];
      this.#deliver(lines, sink);
      return undefined;
    }
    this.#open.push(line);
    if (line.fault !== undefined) return `has a quoted cell with a line that ${line.fault}`;
    if (outcome === 'broken') return 'has a quoted cell with text after its closing quote';
    if (this.#open.length < MAX_RECORD_LINES && this.#openLength <= MAX_LINE_BYTES) return undefined;
    return `has a quote that is not closed within ${MAX_RECORD_LINES} lines or ${MAX_LINE_BYTES} characters`;
  }

  #split({ text, fault }: Line, isFirst: boolean): SplitOutcome {
    if (fault !== undefined) return 'broken';
    const bare = text.endsWith('\r') ? text.slice(0, -1) : text;
    this.#delimiter ??= detectDelimiter(bare);
    this.#splitter ??= new RecordSplitter(this.#delimiter);
    return isFirst ? this.#splitter.begin(bare) : this.#splitter.proceed(bare);
  }

  #deliver(lines: readonly Line[], sink: RowSink): void {
    const [first] = lines;
    if (first === undefined || this.#splitter === undefined) return;
    const text = lines.length === 1 ? first.text : lines.map((line) => line.text).join('\n');
    const { cells } = this.#splitter;
    if (this.#table === undefined) this.#table = this.#readHeader(first.number, cells, text, sink);
    else this.#table.deliver(first.number, cells, text, sink);
  }

  #readHeader(line: number, cells: readonly string[], text: string, sink: RowSink): Table {
    if (cells.some((cell) => /[\0\r]/.test(cell)))
      throw new StartupError(
        `${this.#layout.path}: line ${line} is no header: it has NULs, or CR ends its lines`,
      );
    const { columns, unknown } = findColumns(cells, this.#layout);
    for (const name of unknown) sink.warnUnknown(line, name, text);
    return new Table(columns, cells.length);
  }

  #reject({ number, text }: Line, reason: string, sink: RowSink): void {
    if (this.#table === undefined)
      throw new StartupError(`${this.#layout.path}: line ${number}, the header, ${reason}`);
    sink.reject(number, new InvalidField(undefined, reason), text, undefined);
  }
}

/** The columns of a file, by which records become rows. */
class Table {
  readonly #columns: readonly Column[];
  readonly #width: number;

  constructor(columns: readonly Column[], width: number) {
    this.#columns = columns;
    this.#width = width;
  }

  deliver(line: number, cells: readonly string[], text: string, sink: RowSink): void {
    if (cells.length !== this.#width) {
      const reason = `has ${cells.length} cells, but the header has ${this.#width}`;
      sink.reject(line, new InvalidField(undefined, reason), text, undefined);
      return;
    }
    const row: Record<string, unknown> = {};
    let isBlank = true;
    for (const { index, field, type } of this.#columns) {
      const value = parseCell(cells[index] ?? '', type);
      if (value === undefined) continue;
      row[field] = value;
      isBlank = false;
    }
    // Spreadsheets end with rows of empty cells. They are blank lines.
    if (isBlank && cells.every((cell) => cell.trim() === '')) return;
    sink.add(line, row, text);
  }
}

/** Returns the delimiter that gives the header most columns. */
function detectDelimiter(header: string): string {
  const counts = DELIMITERS.map((delimiter) => {
    const splitter = new RecordSplitter(delimiter);
    return splitter.begin(header) === 'broken' ? 0 : splitter.cells.length;
  });
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}
