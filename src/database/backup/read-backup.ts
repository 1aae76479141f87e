import { createHash } from 'node:crypto';
import { StartupError } from '../../lib/fault.ts';
import { withBaseline } from '../migrations/baseline.ts';
import { readMigrations } from '../migrations/files.ts';
import { keptTables } from '../migrations/tables.ts';
import {
  damaged,
  end,
  FORMAT,
  FORMAT_WITHOUT_CHECKSUM,
  formatOf,
  type Header,
  header,
  sequenceValue,
  startChecksum,
  type TableColumns,
  type TableSummary,
  tableColumns,
  tableSummary,
  write,
} from './format.ts';
import { endIsMissing, ScriptReader } from './script-reader.ts';

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
  /** Absent in format 1. */
  checksum?: string | undefined;
}

/**
 * Reads an uncompressed backup. It must have all tables of its schema, and nothing but what a backup has. Rows are compared
 * with the checksum of their table, and everything else with that of the backup.
 *
 * @param checksum of the backup that is wanted, if the caller knows it.
 * @throws StartupError in one line: this is no backup, or another one, or it is newer than this version, or damaged.
 */
export async function readBackup(
  source: AsyncIterable<Buffer>,
  visitor: BackupVisitor,
  checksum?: string,
): Promise<BackupContents> {
  const contents = await new BackupReader(source, visitor).read();
  if (checksum === undefined || contents.checksum === checksum) return contents;
  const found = contents.checksum ?? 'absent, because an earlier version wrote it';
  throw new StartupError(`this is another backup than the one of --checksum: its checksum is ${found}`);
}

class BackupReader {
  readonly #script: ScriptReader;
  readonly #visitor: BackupVisitor;
  readonly #checksum = startChecksum();

  constructor(source: AsyncIterable<Buffer>, visitor: BackupVisitor) {
    this.#script = new ScriptReader(source);
    this.#visitor = visitor;
  }

  async read(): Promise<BackupContents> {
    const { format, header } = await this.#readHeader();
    const names = await tablesOf(header);
    await this.#visitor.begin(header, names);
    const tables: TableSummary[] = [];
    for (const name of names) tables.push(await this.#readTable(name));
    return { header, tables, checksum: await this.#readSequences(tables.length, format) };
  }

  async #readHeader(): Promise<{ format: number; header: Header }> {
    const format = formatOf(await this.#script.line());
    if (format === undefined) throw notABackup();
    if (format !== FORMAT && format !== FORMAT_WITHOUT_CHECKSUM)
      throw new StartupError('the backup has a format that this version does not know; use a newer version');
    const found = header.safeParse(await this.#readNote());
    if (!found.success) throw this.#script.refusal();
    await this.#accept(write.header(found.data, format));
    return { format, header: found.data };
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
  async #readSequences(tables: number, format: number): Promise<string | undefined> {
    for (let last = ''; ; ) {
      const note = await this.#readPart();
      const { data: found } = sequenceValue.safeParse(note);
      if (!found) return this.#readEnd(note, tables, format);
      if (found.sequence <= last) throw this.#script.refusal();
      await this.#accept(write.sequence(found));
      await this.#visitor.sequence(found.sequence, found.value);
      last = found.sequence;
    }
  }

  async #readEnd(note: unknown, tables: number, format: number): Promise<string | undefined> {
    const checksum = format === FORMAT_WITHOUT_CHECKSUM ? undefined : this.#checksum.digest('hex');
    const { data: found } = end.safeParse(note);
    if (found?.checksum !== undefined && checksum !== undefined && found.checksum !== checksum)
      throw damaged('it differs from its checksum');
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
