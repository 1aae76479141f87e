const QUOTE = '"';
const SPACE = ' ';

/** Whether a record ends with the line, goes on in the next one, or has broken quotes. */
export type SplitOutcome = 'complete' | 'open' | 'broken';

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
