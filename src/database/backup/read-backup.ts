import { createHash } from 'node:crypto';
import { StartupError } from '../../lib/fault.ts';
import type { JsonObject } from '../../lib/json-object.ts';
import {
  damaged,
  FIRST_LINE,
  type Header,
  readNote,
  type TableColumns,
  type TableSummary,
} from './format.ts';
import { ScriptReader } from './script-reader.ts';

/** Gets the parts of a backup in their order. */
export interface BackupVisitor {
  begin(header: Header): Promise<void>;
  /** Must read all rows, which are the text of COPY. */
  table(table: TableColumns, rows: AsyncIterable<Buffer>): Promise<void>;
  sequence(name: string, value: number): Promise<void>;
}

export interface BackupContents {
  header: Header;
  tables: TableSummary[];
}

/**
 * Reads an uncompressed backup and compares the rows of each table with their checksum.
 *
 * @throws StartupError in one line: this is no backup, it is of a later format, or it is damaged or incomplete.
 */
export async function readBackup(
  source: AsyncIterable<Buffer>,
  visitor: BackupVisitor,
): Promise<BackupContents> {
  const script = new ScriptReader(source);
  const header = await readHeader(script);
  await visitor.begin(header);
  const tables: TableSummary[] = [];
  let expected: TableSummary | undefined;
  for (let line = await script.line(); line !== undefined; line = await script.line()) {
    const note = readNote(line);
    if (note === undefined) continue;
    if ('columns' in note) {
      const columns = asTable(note);
      await script.line();
      expected = { table: columns.table, rows: 0, sha256: '' };
      expected.sha256 = await visitRows(script, (rows) => visitor.table(columns, rows));
    } else if ('sha256' in note) {
      const summary = asSummary(note);
      if (expected?.table !== summary.table || expected.sha256 !== summary.sha256)
        throw damaged(`the rows of ${summary.table} differ from their checksum`);
      tables.push(summary);
    } else if ('sequence' in note) {
      await visitor.sequence(String(note.sequence), Number(note.value));
    } else if ('tables' in note) {
      if (note.tables !== tables.length) throw damaged('tables are missing');
      if (!(await script.isAtEnd())) throw damaged('something follows its end');
      return { header, tables };
    }
  }
  throw damaged('its end is missing');
}

async function readHeader(script: ScriptReader): Promise<Header> {
  const first = await script.line();
  if (first?.startsWith('-- company-data backup ') && first !== FIRST_LINE)
    throw new StartupError('the backup has a format that this version does not know; use a newer version');
  const note = first === FIRST_LINE ? readNote((await script.line()) ?? '') : undefined;
  if (!note || !Array.isArray(note.migrations)) throw notABackup();
  return {
    version: String(note.version),
    created_at: String(note.created_at),
    postgres: String(note.postgres),
    migrations: note.migrations.map(String),
  };
}

export function notABackup(cause?: unknown): StartupError {
  return new StartupError('this is not a backup of company-data', { cause });
}

/** Passes the rows on. @returns their SHA-256. */
async function visitRows(
  script: ScriptReader,
  visit: (rows: AsyncIterable<Buffer>) => Promise<void>,
): Promise<string> {
  const hash = createHash('sha256');
  async function* hashed(): AsyncGenerator<Buffer> {
    for await (const chunk of script.rows()) {
      hash.update(chunk);
      yield chunk;
    }
  }
  await visit(hashed());
  return hash.digest('hex');
}

function asTable({ table, columns }: JsonObject): TableColumns {
  if (typeof table === 'string' && Array.isArray(columns)) return { table, columns: columns.map(String) };
  throw damaged('a line of it cannot be read');
}

function asSummary({ table, rows, sha256 }: JsonObject): TableSummary {
  return { table: String(table), rows: Number(rows), sha256: String(sha256) };
}
