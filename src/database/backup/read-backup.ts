import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { StartupError } from '../../lib/fault.ts';
import { withBaseline } from '../migrations/baseline.ts';
import { readMigrations } from '../migrations/files.ts';
import { keptTables } from '../migrations/tables.ts';
import {
  damaged,
  END_OF_ROWS,
  end,
  FIRST,
  FIRST_LINE,
  type Header,
  header,
  sequenceValue,
  type TableColumns,
  type TableSummary,
  tableColumns,
  tableSummary,
  write,
} from './format.ts';

/** Gets the parts of a backup in their order. */
export interface BackupVisitor {
  /** @param tables names of all tables that follow */
  begin(header: Header, tables: readonly string[]): Promise<void>;
  /** Must read all rows, which are the text of COPY. */
  table(table: TableColumns, rows: AsyncIterable<Buffer>): Promise<void>;
  sequence(name: string, value: number): Promise<void>;
}

export interface BackupContents {
  header: Header;
  tables: TableSummary[];
  checksum: string;
}

/**
 * Reads an uncompressed backup. It must have all tables of its schema, and nothing but what a backup has. Rows are compared
 * with the checksum of their table, and everything else with that of the backup.
 *
 * @param checksum of the backup that is wanted, if the caller knows it.
 * @throws StartupError in one line: this is no backup, or another one, or it is newer than this version, or damaged.
 */
export async function readBackup(source: AsyncIterable<Buffer>, visitor: BackupVisitor, checksum?: string) {
  const contents = await new BackupReader(source, visitor).read();
  if (checksum !== undefined && contents.checksum !== checksum)
    throw new StartupError(
      `this is another backup than the one of --checksum: its checksum is ${contents.checksum}`,
    );
  return contents;
}

class BackupReader {
  readonly #script: ScriptReader;
  readonly #visitor: BackupVisitor;
  readonly #checksum = createHash('sha256');

  constructor(source: AsyncIterable<Buffer>, visitor: BackupVisitor) {
    this.#script = new ScriptReader(source);
    this.#visitor = visitor;
  }

  async read(): Promise<BackupContents> {
    const header = await this.#readHeader();
    const names = await tablesOf(header);
    await this.#visitor.begin(header, names);
    const tables: TableSummary[] = [];
    for (const name of names) tables.push(await this.#readTable(name));
    return { header, tables, checksum: await this.#readSequences(tables.length) };
  }

  async #readHeader(): Promise<Header> {
    const first = await this.#script.line();
    if (!first?.startsWith(FIRST)) throw notABackup();
    if (first !== FIRST_LINE)
      throw new StartupError('the backup has a format that this version does not know; use a newer version');
    const found = header.safeParse(await this.#readNote());
    if (!found.success) throw this.#script.refusal();
    await this.#accept(write.header(found.data));
    return found.data;
  }

  async #readTable(table: string): Promise<TableSummary> {
    const { data: columns } = tableColumns.safeParse(await this.#readPart());
    if (columns?.table !== table) throw this.#script.refusal(`does not begin the table ${table}`);
    await this.#accept(write.table(columns));
    const { rows, sha256 } = await this.#visitRows(columns);
    await this.#script.line();
    const { data: summary } = tableSummary.safeParse(await this.#readNote());
    if (summary?.table === table && summary.sha256 !== sha256)
      throw damaged(`the rows of ${table} differ from their checksum`);
    await this.#accept(write.rows({ table, rows, sha256 }));
    return { table, rows, sha256 };
  }

  /** Passes the rows on. @returns their number and SHA-256. */
  async #visitRows(columns: TableColumns): Promise<{ rows: number; sha256: string }> {
    const hash = createHash('sha256');
    const source = this.#script.rows();
    async function* hashed(): AsyncGenerator<Buffer> {
      for await (const chunk of source) {
        hash.update(chunk);
        yield chunk;
      }
    }
    const before = this.#script.lineNumber;
    await this.#visitor.table(columns, hashed());
    return { rows: this.#script.lineNumber - before, sha256: hash.digest('hex') };
  }

  /** Reads the sequences, by name, and the end. @returns the checksum. */
  async #readSequences(tables: number): Promise<string> {
    for (let last = ''; ; ) {
      const note = await this.#readPart();
      const { data: found } = sequenceValue.safeParse(note);
      if (!found) return this.#readEnd(note, tables);
      if (found.sequence <= last) throw this.#script.refusal();
      await this.#accept(write.sequence(found));
      await this.#visitor.sequence(found.sequence, found.value);
      last = found.sequence;
    }
  }

  async #readEnd(note: unknown, tables: number): Promise<string> {
    const checksum = this.#checksum.digest('hex');
    const { data: found } = end.safeParse(note);
    if (found && found.checksum !== checksum) throw damaged('it differs from its checksum');
    await this.#script.accept(write.end({ tables, checksum }));
    if (!(await this.#script.isAtEnd())) throw damaged('something follows its end');
    return checksum;
  }

  /** Reads the empty line before a part, and its note. */
  async #readPart(): Promise<unknown> {
    await this.#script.line();
    return this.#readNote();
  }

  /** @returns undefined if the line is none for `restore`. @throws StartupError if there is no line. */
  async #readNote(): Promise<unknown> {
    const line = await this.#script.line();
    if (line === undefined) throw endIsMissing();
    try {
      return JSON.parse(line.slice('-- '.length));
    } catch {
      return undefined;
    }
  }

  async #accept(text: string): Promise<void> {
    await this.#script.accept(text);
    this.#checksum.update(text);
  }
}

/** Returns the names of the tables that a backup must have. @throws StartupError if this version cannot know them. */
async function tablesOf({ migrations: names, version }: Header): Promise<string[]> {
  const known = await readMigrations();
  const migrations = withBaseline(
    names,
    known.map(({ name }) => name),
    'the backup',
  );
  const unknown = migrations.find((name) => !known.some((each) => each.name === name));
  if (unknown === undefined) return keptTables(known.filter(({ name }) => migrations.includes(name)));
  throw new StartupError(
    `the backup has a newer schema than this version of company-data: it has the migration ${unknown}; ` +
      `restore it with a release that has this migration (the backup was written by version ${version})`,
  );
}

export function notABackup(cause?: unknown): StartupError {
  return new StartupError('this is not a backup of company-data', { cause });
}

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
class ScriptReader {
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

const endIsMissing = () => damaged('its end is missing');

function refusalOf(lineNumber: number, why = 'is none that a backup has there'): StartupError {
  return damaged(`line ${lineNumber} ${why}`);
}
