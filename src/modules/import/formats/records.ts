import { type LineOptions, MAX_LINE_BYTES, readLines } from '../read-lines.ts';

const DELIMITERS = [',', ';', '\t', '|'];
/** First line in which a file for Excel names its delimiter. */
const SEPARATOR_LINE = /^"?sep=([^"\n])"?\s*$/i;
/** Maximum number of lines of a record: a quote that is never closed must not hold up the rest of the file. */
const MAX_RECORD_LINES = 1000;
const BROKEN = 'has a quoted cell with text after its closing quote';
const TOO_LONG = `has a quote that is not closed within ${MAX_RECORD_LINES} lines or ${MAX_LINE_BYTES} characters`;

/** A line, with the reason why it cannot be read if there is one. */
interface Line {
  number: number;
  /** Text without its end. */
  text: string;
  fault: string | undefined;
}

/** Receives the records of delimited text, in their order. Lines are counted from 1. */
export interface RecordSink {
  /** @param text the record as it stands in the file. */
  record(line: number, cells: readonly string[], text: string): void;
  /** Rejects a line that belongs to no record. @param reason begins with a verb */
  reject(line: number, reason: string, text: string): void;
}

/**
 * Reads the records of delimited text (RFC 4180), of which the header is the first, and yields after each block of them. A
 * record has the number of its first line. Lines without a delimiter and without text are left out.
 *
 * @param delimiter undefined to detect it from the first record.
 * @param options how the file is divided into lines, and blocks.
 */
export async function* readRecords(
  source: AsyncIterable<Buffer>,
  delimiter: string | undefined,
  sink: RecordSink,
  options?: LineOptions,
): AsyncGenerator<void> {
  const reader = new RecordReader(delimiter, sink);
  for await (const { firstLine, texts, invalid } of readLines(source, options)) {
    for (const [index, text] of texts.entries())
      reader.read({ number: firstLine + index, text, fault: invalid.get(index) });
    yield;
  }
  reader.end();
  yield;
}

/**
 * Reads records line by line. While a record is open, its lines wait. If it turns out to be unreadable, its first line is
 * rejected, and the others are read anew, so that one stray quote costs one row.
 *
 * The state before a line is either the beginning of a record or an open quote, so two looks at it suffice, however often
 * its record begins anew: every line that waits is known to leave a quote open, wherever that quote was opened.
 */
export class RecordReader {
  readonly #sink: RecordSink;
  #delimiter: string | undefined;
  #splitter: RecordSplitter | undefined;
  /** Whether CRLF ends the lines of the file. Then it stands for LF in cells too, else it is what the cell has. */
  #hasCrlf = false;
  /** Lines of a record whose quotes are open. */
  #open: Line[] = [];
  #openLength = 0;

  constructor(delimiter: string | undefined, sink: RecordSink) {
    this.#delimiter = delimiter;
    this.#sink = sink;
  }

  read(line: Line): void {
    if (this.#open.length > 0) this.#proceed(line);
    else if (this.#begins(line)) this.#push(line);
  }

  end(): void {
    while (this.#open.length > 0) this.#giveUp('has a quote that is not closed');
  }

  /** Reads the first line of a record. @returns whether the record goes on in the next line. */
  #begins(line: Line): boolean {
    if (line.fault !== undefined) {
      this.#reject(line, line.fault);
      return false;
    }
    if (this.#isBlank(line.text)) return false;
    if (line.number === 1) {
      const separator = SEPARATOR_LINE.exec(withoutEnd(line.text))?.[1];
      if (separator !== undefined) {
        this.#delimiter = separator;
        return false;
      }
    }
    const outcome = this.#splitterOf(line).begin(withoutEnd(line.text));
    if (outcome === 'complete') this.#deliver(line.number, line.text);
    if (outcome === 'broken') this.#reject(line, BROKEN);
    return outcome === 'open';
  }

  /** Tabs are blanks, but as delimiters they make a record of empty cells. */
  #isBlank(text: string): boolean {
    if (text.trim() !== '') return false;
    return this.#splitter === undefined || this.#delimiter === undefined || !text.includes(this.#delimiter);
  }

  #proceed(line: Line): void {
    const outcome =
      line.fault === undefined ? this.#splitterOf(line).proceed(withoutEnd(line.text)) : 'broken';
    this.#push(line);
    if (outcome === 'complete') this.#close();
    else if (outcome === 'broken') {
      const reason = line.fault === undefined ? BROKEN : `has a quoted cell with a line that ${line.fault}`;
      // The line ends every record that is still open in front of it.
      while (this.#open.length > 1) this.#giveUp(reason);
    } else {
      while (this.#open.length >= MAX_RECORD_LINES || this.#openLength > MAX_LINE_BYTES)
        this.#giveUp(TOO_LONG);
    }
  }

  /** Delivers the open record, which its last line has closed. */
  #close(): void {
    const [first] = this.#open;
    if (first === undefined) return;
    const text = this.#open.map((line) => line.text).join('\n');
    const record = withoutEnd(text);
    this.#splitterOf(first).begin(this.#hasCrlf ? record.replaceAll('\r\n', '\n') : record);
    this.#open = [];
    this.#openLength = 0;
    this.#deliver(first.number, text);
  }

  /** Rejects the first line of the open record. The next line that begins an open record takes its place. */
  #giveUp(reason: string): void {
    const first = this.#shift();
    if (first === undefined) return;
    this.#reject(first, reason);
    let next = this.#open[0];
    while (next !== undefined && !this.#begins(next)) {
      this.#shift();
      next = this.#open[0];
    }
  }

  #push(line: Line): void {
    this.#open.push(line);
    this.#openLength += line.text.length;
  }

  #shift(): Line | undefined {
    const line = this.#open.shift();
    this.#openLength -= line?.text.length ?? 0;
    return line;
  }

  #splitterOf(line: Line): RecordSplitter {
    if (this.#splitter === undefined) this.#hasCrlf = line.text.endsWith('\r');
    this.#delimiter ??= detectDelimiter(withoutEnd(line.text));
    this.#splitter ??= new RecordSplitter(this.#delimiter);
    return this.#splitter;
  }

  /** Passes on the cells that the splitter has. */
  #deliver(line: number, text: string): void {
    this.#sink.record(line, this.#splitter?.cells ?? [], text);
  }

  #reject({ number, text }: Line, reason: string): void {
    this.#sink.reject(number, reason, text);
  }
}

function withoutEnd(text: string): string {
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}

/** Returns the delimiter that gives the header most columns. */
export function detectDelimiter(header: string): string {
  const counts = DELIMITERS.map((delimiter) => {
    const splitter = new RecordSplitter(delimiter);
    return splitter.begin(header) === 'broken' ? 0 : splitter.cells.length;
  });
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

const QUOTE = '"';
const SPACE = ' ';

/** Whether a record ends with the line, goes on in the next one, or has broken quotes. */
type SplitOutcome = 'complete' | 'open' | 'broken';

/**
 * Splits delimited records into cells (RFC 4180). A cell that begins with a quote ends with the next single quote, and may
 * contain delimiters, line ends and doubled quotes. Quotes within other cells are text.
 *
 * Broken quotes are found at once, in the line that has them, so that reading can go on with the line after the first:
 * parsers that search for the next valid end swallow the rows up to it.
 */
export class RecordSplitter {
  readonly #delimiter: string;
  /** Cells of the text that was split last. */
  cells: string[] = [];

  /** @param delimiter one character. */
  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  /** Splits a record, or its first line. */
  begin(text: string): SplitOutcome {
    if (text.includes(QUOTE)) return this.#split(text, false);
    this.cells = text.split(this.#delimiter);
    return 'complete';
  }

  /** Tells whether the next line ends an open record. It depends on no line before. */
  proceed(line: string): SplitOutcome {
    return this.#split(line, true);
  }

  /** @param isOpen whether the text begins within a quoted cell. */
  #split(text: string, isOpen: boolean): SplitOutcome {
    this.cells = [];
    let at = 0;
    let isQuoted = isOpen;
    for (;;) {
      if (!isQuoted && text[at] === QUOTE) {
        isQuoted = true;
        at += 1;
      }
      if (!isQuoted) {
        const end = text.indexOf(this.#delimiter, at);
        this.cells.push(end < 0 ? text.slice(at) : text.slice(at, end));
        if (end < 0) return 'complete';
        at = end + 1;
        continue;
      }
      const end = findClosingQuote(text, at);
      if (end < 0) return 'open';
      this.cells.push(text.slice(at, end).replaceAll('""', QUOTE));
      at = end + 1;
      while (text[at] === SPACE) at += 1;
      if (at === text.length) return 'complete';
      if (text[at] !== this.#delimiter) return 'broken';
      isQuoted = false;
      at += 1;
    }
  }
}

/** Returns the position of the next quote that is not doubled; -1 if there is none. */
function findClosingQuote(text: string, start: number): number {
  let at = text.indexOf(QUOTE, start);
  while (at >= 0 && text[at + 1] === QUOTE) at = text.indexOf(QUOTE, at + 2);
  return at;
}
