import { isUtf8 } from 'node:buffer';
import type { StartupError } from '../../lib/fault.ts';
import { damaged, END_OF_ROWS } from './format.ts';

/** Longer lines outside of rows are none that a backup has. */
const MAX_LINE_BYTES = 1024 * 1024;
const NEW_LINE = 10;
const NOTHING = Buffer.alloc(0);
/** The beginning of a line that ends the rows. */
const END = Buffer.from(`\n${END_OF_ROWS}`);
/** Stands for a line that is not UTF-8. No line of a backup is equal to it. */
const NO_TEXT = '\0';
/** COPY writes these bytes as escapes. psql would end the rows at `\.` before a carriage return. */
const ESCAPED = [0, 13];

/** Reads lines of a script, and the rows of COPY between them, in pieces. */
export class ScriptReader {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = NOTHING;
  /** Lines that no `accept` has compared yet. */
  #seen: string[] = [];
  #lineNumber = 0;

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Returns the next line without its end; undefined if the script ends before. @throws StartupError if it is too long. */
  async line(): Promise<string | undefined> {
    for (;;) {
      const end = this.#rest.indexOf(NEW_LINE);
      if (end > MAX_LINE_BYTES || (end < 0 && this.#rest.length > MAX_LINE_BYTES))
        throw refusalOf(this.#lineNumber + 1);
      if (end >= 0) return this.#lineOf(this.#take(end + 1).subarray(0, end));
      if (!(await this.#more())) return undefined;
    }
  }

  /**
   * Compares the lines since the last call, and as many more as `text` has, with it. So what was read from a line counts only
   * if the line has exactly the form in which a backup writes it.
   *
   * @throws StartupError with the number of the first line that differs
   */
  async accept(text: string): Promise<void> {
    const lines = text.split('\n').slice(0, -1);
    while (this.#seen.length < lines.length) if ((await this.line()) === undefined) throw endIsMissing();
    const first = this.#lineNumber - this.#seen.length + 1;
    const differing = this.#seen.findIndex((line, index) => line !== lines[index]);
    if (differing >= 0) throw refusalOf(first + differing);
    this.#seen = [];
  }

  /** Number of the last line that was read. */
  get lineNumber(): number {
    return this.#lineNumber;
  }

  /** Refuses the last line that was read. */
  refusal(why?: string): StartupError {
    return refusalOf(this.#lineNumber, why);
  }

  /** Returns whether nothing follows. Reads the source to its end, which also shows whether the source itself is complete. */
  async isAtEnd(): Promise<boolean> {
    while (this.#rest.length === 0) if (!(await this.#more())) return true;
    return false;
  }

  /** Yields the rows up to their end, which is the next line. @throws StartupError if a byte is none that COPY writes. */
  async *rows(): AsyncGenerator<Buffer> {
    // A table without rows begins with the end. The new line before it belongs to the statement.
    while (this.#rest.length < END_OF_ROWS.length && (await this.#more()));
    if (this.#rest.indexOf(END_OF_ROWS) === 0) return;
    for (;;) {
      const end = this.#rest.indexOf(END);
      // The end may be cut by the end of this piece.
      const length = end < 0 ? this.#rest.length - END.length + 1 : end + 1;
      if (length > 0) yield this.#countLines(this.#take(length));
      if (end >= 0) return;
      if (!(await this.#more())) throw endIsMissing();
    }
  }

  /** Counts the lines of a piece of rows. @throws StartupError if it has a byte that COPY would escape */
  #countLines(piece: Buffer): Buffer {
    const wrong = ESCAPED.map((byte) => piece.indexOf(byte)).find((index) => index >= 0);
    const counted = wrong === undefined ? piece : piece.subarray(0, wrong);
    for (let at = counted.indexOf(NEW_LINE); at >= 0; at = counted.indexOf(NEW_LINE, at + 1))
      this.#lineNumber += 1;
    if (wrong !== undefined) throw refusalOf(this.#lineNumber + 1);
    return piece;
  }

  #lineOf(bytes: Buffer): string {
    const line = isUtf8(bytes) ? bytes.toString() : NO_TEXT;
    this.#lineNumber += 1;
    this.#seen.push(line);
    return line;
  }

  #take(length: number): Buffer {
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return taken;
  }

  /** @returns false at the end of the source. */
  async #more(): Promise<boolean> {
    const { value, done } = await this.#source.next();
    if (done) return false;
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value]);
    return true;
  }
}

export const endIsMissing = () => damaged('its end is missing');

function refusalOf(lineNumber: number, why = 'is none that a backup has there'): StartupError {
  return damaged(`line ${lineNumber} ${why}`);
}
