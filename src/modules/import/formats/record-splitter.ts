const QUOTE = '"';
const SPACE = ' ';

/** Whether a record ends with the line, goes on in the next one, or has broken quotes. */
export type SplitOutcome = 'complete' | 'open' | 'broken';

/**
 * Splits the lines of a delimited record into cells (RFC 4180). A cell that begins with a quote ends with the next single
 * quote, and may contain delimiters, line ends and doubled quotes. Quotes within other cells are text.
 *
 * Broken quotes are found at once, in the line that has them, so that reading can go on with the line after the first:
 * parsers that search for the next valid end swallow the rows up to it.
 */
export class RecordSplitter {
  readonly #delimiter: string;
  /** Cells of the current record. */
  cells: string[] = [];
  /** Beginning of a quoted cell whose end was not read yet. */
  #open: string | undefined;

  /** @param delimiter one character. */
  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  /** Begins a record with its first line. */
  begin(line: string): SplitOutcome {
    this.#open = undefined;
    if (line.includes(QUOTE)) {
      this.cells = [];
      return this.#split(line);
    }
    this.cells = line.split(this.#delimiter);
    return 'complete';
  }

  /** Adds the next line to an open record. */
  proceed(line: string): SplitOutcome {
    return this.#split(line);
  }

  #split(line: string): SplitOutcome {
    let at = 0;
    let quoted = this.#open === undefined ? undefined : `${this.#open}\n`;
    this.#open = undefined;
    for (;;) {
      if (quoted === undefined && line[at] === QUOTE) {
        quoted = '';
        at += 1;
      }
      if (quoted === undefined) {
        const end = line.indexOf(this.#delimiter, at);
        this.cells.push(end < 0 ? line.slice(at) : line.slice(at, end));
        if (end < 0) return 'complete';
        at = end + 1;
        continue;
      }
      const quote = line.indexOf(QUOTE, at);
      if (quote < 0) {
        this.#open = quoted + line.slice(at);
        return 'open';
      }
      quoted += line.slice(at, quote);
      at = quote + 1;
      if (line[at] === QUOTE) {
        quoted += QUOTE;
        at += 1;
        continue;
      }
      while (line[at] === SPACE) at += 1;
      if (at < line.length && line[at] !== this.#delimiter) return 'broken';
      this.cells.push(quoted);
      quoted = undefined;
      if (at === line.length) return 'complete';
      at += 1;
    }
  }
}
