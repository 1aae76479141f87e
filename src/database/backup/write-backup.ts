import type { Writable } from 'node:stream';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import type pg from 'pg';
import { CLI } from '../../lib/command-line.ts';
import { StartupError } from '../../lib/fault.ts';
import { version } from '../../lib/version.ts';
import { withClient } from '../connect.ts';
import { databaseReason } from '../errors.ts';
import { isFormer } from '../migrations/former.ts';
import { type Attempt, readHistory } from '../migrations/history.ts';
import { END_OF_ROWS, FIRST_LINE, type Header, noteLine, type TableSummary } from './format.ts';
import { quoteName, readRows, readSequences, readTables, targetOf, useCanonicalText } from './tables.ts';

export interface BackupSummary extends Header {
  tables: TableSummary[];
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
  try {
    return await withClient(url, signal, async (client) => {
      const summary: BackupSummary = { ...(await begin(client, now)), tables: [] };
      // Speed first: a higher level would make a smaller file.
      const gzip = createGzip({ level: constants.Z_BEST_SPEED });
      await pipeline(Readable.from(writeScript(client, summary)), gzip, target, { signal });
      return summary;
    });
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(`cannot write the backup: ${databaseReason(error)}`, { cause: error });
  }
}

/** Begins a transaction that sees one state of all tables. Their locks come first, so that none is replaced meanwhile. */
async function begin(client: pg.Client, now: Date): Promise<Header> {
  const tables = await readTables(client);
  if (tables.length === 0) throw nothingThere();
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await useCanonicalText(client);
  await client.query(
    `LOCK TABLE ${tables.map(({ table }) => quoteName(table)).join(', ')} IN ACCESS SHARE MODE`,
  );
  // PostgreSQL takes the snapshot here. So the history belongs to the columns that the tables have in it.
  const history = await readHistory(client);
  refuseUnrestorable(history);
  const { rows } = await client.query<{ postgres: string }>(
    "SELECT split_part(current_setting('server_version'), ' ', 1) AS postgres",
  );
  return {
    version,
    created_at: now.toISOString(),
    postgres: rows[0]?.postgres ?? '',
    migrations: history.map(({ name }) => name).sort(),
  };
}

const nothingThere = () => new StartupError('the database is empty: there is nothing to back up');

/** @throws StartupError if no version of the service could make the schema again from this history. */
function refuseUnrestorable(history: readonly Attempt[]): void {
  if (history.length === 0) throw nothingThere();
  const unfinished = history.find(({ finished }) => !finished);
  if (unfinished)
    throw new StartupError(`the migration ${unfinished.name} is unfinished; start a server, then try again`);
  if (isFormer(history))
    throw new StartupError(`the schema is that of an early build; run ${CLI} migrate, then try again`);
}

async function* writeScript(client: pg.Client, summary: BackupSummary): AsyncGenerator<Buffer | string> {
  const { tables: written, ...header } = summary;
  yield `${FIRST_LINE}\n${noteLine(header)}`;
  yield `SET client_encoding = 'UTF8';\nSET TimeZone = 'UTC';\nSET DateStyle = 'ISO, MDY';\n`;
  for (const table of await readTables(client)) {
    const { order: _, ...columns } = table;
    yield `\n${noteLine(columns)}COPY ${targetOf(table)} FROM stdin;\n`;
    const found = yield* readRows(client, table);
    yield `${END_OF_ROWS}\n${noteLine(found)}`;
    written.push(found);
  }
  for (const { sequence, value } of await readSequences(client)) {
    const name = quoteName(sequence).replaceAll("'", "''");
    yield `\n${noteLine({ sequence, value })}SELECT setval('${name}', ${value});\n`;
  }
  yield `\n${noteLine({ tables: written.length })}`;
}
