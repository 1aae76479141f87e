import { createHash } from 'node:crypto';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import pg from 'pg';
import { StartupError } from '../../lib/fault.ts';
import { version } from '../../lib/files.ts';
import { withClient } from '../connect.ts';
import { attempt } from '../errors.ts';
import { withBaseline } from '../migrations/baseline.ts';
import { migrationNames, readMigrations } from '../migrations/files.ts';
import { readHistory } from '../migrations/history.ts';
import { keptTables } from '../migrations/tables.ts';
import { readSequences } from '../sequences.ts';
import {
  type Header,
  type OrderedTable,
  readRows,
  readTables,
  type TableSummary,
  USE_CANONICAL_TEXT,
  write,
} from './format.ts';

export interface BackupSummary extends Header {
  tables: TableSummary[];
  /** Tables that no migration made. */
  left_out: string[];
  /** Checksum of the whole script. `restore` compares it with an argument, if it gets one. */
  checksum: string;
}

/**
 * Writes all rows of the database at `url`, as they are at one moment, to `target`. Readers and writers go on. Migrations
 * wait until it is done.
 *
 * @param options.now time of the backup. `signal` ends it.
 * @throws StartupError in one line: the database is unreachable or has no schema, or `target` fails.
 */
export async function writeBackup(
  url: string,
  target: Writable,
  { now, signal }: { now: Date; signal?: AbortSignal | undefined },
): Promise<BackupSummary> {
  const work = async (client: pg.Client) => {
    const { header, tables, leftOut } = await begin(client, now);
    const summary: BackupSummary = { ...header, tables: [], left_out: leftOut, checksum: '' };
    // Speed first: a higher level would make a smaller file.
    const gzip = createGzip({ level: constants.Z_BEST_SPEED });
    await pipeline(Readable.from(writeScript(client, header, tables, summary)), gzip, target, { signal });
    return summary;
  };
  return attempt('cannot write the backup', () => withClient(url, signal, work));
}

/** Begins a transaction that sees one state of all tables. Their locks come first, so that none is replaced meanwhile. */
async function begin(client: pg.Client, now: Date) {
  const tables = await readTables(client);
  if (tables.length === 0) throw nothingThere();
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await client.query(USE_CANONICAL_TEXT);
  await client.query(
    `LOCK TABLE ${tables.map(({ table }) => pg.escapeIdentifier(table)).join(', ')} IN ACCESS SHARE MODE`,
  );
  // PostgreSQL takes the snapshot here. So the history belongs to the columns that the tables have in it.
  const history = await readHistory(client);
  if (history.length === 0) throw nothingThere();
  const unfinished = history.find(({ finished }) => !finished);
  if (unfinished)
    throw new StartupError(`the migration ${unfinished.name} is unfinished; start a server, then try again`);
  const { rows } = await client.query<{ postgres: string }>(
    "SELECT split_part(current_setting('server_version'), ' ', 1) AS postgres",
  );
  const names = history.map(({ name }) => name);
  const migrations = withBaseline(names, await migrationNames(), 'the database').sort();
  const header = { version, created_at: now.toISOString(), postgres: rows[0]?.postgres ?? '', migrations };
  return { header, ...(await selectTables(await readTables(client), migrations)) };
}

/** Selects the tables that `restore` requires. With migrations of a newer release, nobody here knows which those are. */
async function selectTables(present: readonly OrderedTable[], migrations: readonly string[]) {
  const known = await readMigrations();
  if (migrations.some((name) => !known.some((each) => each.name === name)))
    return { tables: [...present], leftOut: [] };
  const wanted = keptTables(known.filter(({ name }) => migrations.includes(name)));
  const missing = wanted.filter((name) => !present.some(({ table }) => table === name));
  if (missing.length > 0)
    throw new StartupError(`the database lacks the table ${missing.join(', ')}; restore an earlier backup`);
  const isWanted = ({ table }: OrderedTable) => wanted.includes(table);
  return {
    tables: present.filter(isWanted),
    leftOut: present.filter((each) => !isWanted(each)).map(({ table }) => table),
  };
}

const nothingThere = () => new StartupError('the database is empty: there is nothing to back up');

/** Yields the script. `summary` gets what is known only after the rows. */
async function* writeScript(
  client: pg.Client,
  header: Header,
  tables: readonly OrderedTable[],
  summary: BackupSummary,
): AsyncGenerator<Buffer | string> {
  const checksum = createHash('sha256');
  const counted = (text: string) => {
    checksum.update(text);
    return text;
  };
  yield counted(write.header(header));
  for (const { order, ...columns } of tables) {
    yield counted(write.table(columns));
    const found = yield* readRows(client, { ...columns, order });
    yield counted(write.rows(found));
    summary.tables.push(found);
  }
  // They are not part of the snapshot: read after the rows, they are not behind them.
  for (const { sequence, table, value } of await readSequences(client))
    if (value !== null && tables.some((each) => each.table === table))
      yield counted(write.sequence({ sequence, value }));
  summary.checksum = checksum.digest('hex');
  yield write.end({ tables: tables.length, checksum: summary.checksum });
}
