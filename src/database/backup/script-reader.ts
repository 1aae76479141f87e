import { damaged, END_OF_ROWS } from './format.ts';

/** Longer lines outside of rows are none that a backup has. */
const MAX_LINE_BYTES = 1024 * 1024;
const NEW_LINE = 10;
const NOTHING = Buffer.alloc(0);
/** The end of rows, after the end of the row before it. */
const END = Buffer.from(`\n${END_OF_ROWS}\n`);

/** Reads lines of a script, and the rows of COPY between them, in pieces. */
export class ScriptReader {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = NOTHING;

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Returns the next line without its end; undefined at the end of the script. @throws StartupError if it is too long. */
  async line(): Promise<string | undefined> {
    for (;;) {
      const end = this.#rest.indexOf(NEW_LINE);
      if (end >= 0) return this.#take(end + 1).toString('utf8', 0, end);
      if (this.#rest.length > MAX_LINE_BYTES) throw damaged('a line of it is too long');
      if (!(await this.#more())) return undefined;
    }
  }

  /** Returns whether nothing follows. Reads the source to its end, which also shows whether the source itself is complete. */
  async isAtEnd(): Promise<boolean> {
    while (this.#rest.length === 0) if (!(await this.#more())) return true;
    return false;
  }

  /** Yields the rows up to their end, which it skips. @throws StartupError if the script ends before. */
  async *rows(): AsyncGenerator<Buffer> {
    // A table without rows begins with the end. The new line before it belongs to the statement.
    while (this.#rest.length < END.length - 1 && (await this.#more()));
    if (this.#rest.subarray(0, END.length - 1).equals(END.subarray(1))) {
      this.#take(END.length - 1);
      return;
    }
    for (;;) {
      const end = this.#rest.indexOf(END);
      if (end >= 0) {
        yield this.#take(end + 1);
        this.#take(END.length - 1);
        return;
      }
      // The end may be cut by the end of this piece.
      const whole = this.#rest.length - END.length + 1;
      if (whole > 0) yield this.#take(whole);
      if (!(await this.#more())) throw damaged('its end is missing');
    }
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
