import { randomBytes } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Pool, type PoolClient, transaction } from '../../database/client.ts';
import { counted } from '../../lib/text.ts';
import { writeEvent } from '../events/write-event.ts';
import { IMPORT_LOCK, readState } from '../facets/index-state.ts';
import { stemOfFile } from './formats/format.ts';
import {
  checkAccepted,
  checkDeletes,
  checkRejects,
  type Guards,
  ImportRefusal,
  isMostlyRejected,
} from './guards.ts';
import { type FileTask, type ImportSettings, importFile } from './import-file.ts';
import { type FileReport, PRESENT_TABLES } from './importer.ts';
import { type ImportKind, KIND_TABLES } from './kinds.ts';
import { failImport } from './problems.ts';
import { type ImportSource, STDIN } from './sources.ts';

/** How the files of a transaction are imported. */
interface TransactionSettings extends ImportSettings {
  guards: Guards;
  /** Kind whose files state all rows of it. */
  snapshot: ImportKind | undefined;
  /** Settles when the statistics of earlier transactions are up to date. */
  statistics: Promise<void>;
  /** Rolls back at the end. The reports are the same. */
  isDryRun: boolean;
  /** Whether all files are stored or none. Otherwise those of which most rows are rejected are left out. */
  isAllOrNone: boolean;
}

/** A rejects file under its temporary name, until the outcome of the transaction is known. */
interface Rejects {
  partial: string;
  path: string;
}

/**
 * Imports files in one transaction: their accepted rows are committed together, or none are.
 *
 * @throws ImportRefusal when a guard refuses the import; then the files with rejected rows are kept.
 */
export async function importTogether(
  pool: Pool,
  sources: readonly ImportSource[],
  settings: TransactionSettings,
): Promise<FileReport[]> {
  const files: FileReport[] = [];
  const rejects = sources.map((source): Rejects => {
    const path = join(settings.rejectsDir, nameRejectsFile(source));
    return { partial: `${path}.partial`, path };
  });
  try {
    await transaction(pool, async (client) => {
      await importInTransaction(pool, client, sources, settings, rejects, files);
      if (settings.isDryRun || files.every(({ refused }) => refused)) throw new NothingToStore();
    });
  } catch (error) {
    if (error instanceof ImportRefusal)
      throw new ImportRefusal(error.reason, error.exitCode, await keepRejects(files, rejects));
    if (!(error instanceof NothingToStore)) {
      for (const { partial } of rejects) await rm(partial, { force: true });
      // The error of a cancelled statement is only a consequence of the abort.
      settings.signal.throwIfAborted();
      failImport(sources[files.length]?.path ?? '', error);
    }
  }
  return keepRejects(files, rejects);
}

/** Thrown to roll back an import that was judged: a dry run, or a file that is left out. */
class NothingToStore extends Error {}

async function importInTransaction(
  pool: Pool,
  client: PoolClient,
  sources: readonly ImportSource[],
  settings: TransactionSettings,
  rejects: readonly Rejects[],
  files: FileReport[],
): Promise<void> {
  const stopCancelling = await cancelOnAbort(pool, client, settings.signal);
  try {
    await begin(client, settings);
    const { snapshot, guards } = settings;
    const live = snapshot === undefined ? 0 : await countRows(client, KIND_TABLES[snapshot].stated);
    const last = sources.findLastIndex(({ kind }) => kind === snapshot);
    // Committed rows can be read beside an open COPY. Rows of earlier files are seen by their own connection only.
    const lookup = sources.length > 1 ? client : pool;
    for (const [index, source] of sources.entries()) {
      if (index > 0) await dropWorkTables(client);
      const isSnapshot = source.kind === snapshot;
      const retireMissing =
        index === last
          ? (missing: number) => {
              checkDeletes(source.kind, missing, live, guards.maxDeletes);
              settings.onNote(`the snapshot retires ${missing} of ${counted(live, 'row')} of ${source.kind}`);
            }
          : undefined;
      const task = { ...settings, source, lookup, isSnapshot, retireMissing };
      files.push(await judgeFile(client, task, rejects[index]?.partial ?? ''));
    }
    checkRejects(files, guards);
    if (settings.isAllOrNone) checkAccepted(files);
    const stored = files.filter(({ refused }) => !refused);
    if (stored.length > 0) await announce(client, stored);
  } finally {
    await stopCancelling();
  }
}

/** Imports a file. If most of its rows are rejected, a dry run goes on without it, as if it was another transaction. */
async function judgeFile(
  client: PoolClient,
  task: FileTask & TransactionSettings,
  rejectsPath: string,
): Promise<FileReport> {
  const isSkippable = task.isDryRun && !task.isAllOrNone;
  if (isSkippable) await client.query('SAVEPOINT before_file');
  const report = await importFile(client, task, rejectsPath);
  const isRefused = isMostlyRejected(report, task.guards);
  if (isSkippable) await client.query(`${isRefused ? 'ROLLBACK TO' : 'RELEASE'} SAVEPOINT before_file`);
  return isRefused ? { ...report, refused: true } : report;
}

/** Writes the event of the import, with the version of the index that it commits. */
async function announce(client: PoolClient, files: readonly FileReport[]): Promise<void> {
  const { version, asOf } = await readState(client);
  const rows: Partial<Record<ImportKind, number>> = {};
  for (const { kind, accepted } of files) rows[kind] = (rows[kind] ?? 0) + accepted;
  const data = { index_version: version, as_of: asOf?.toISOString() ?? null, rows };
  await writeEvent(client, {
    organizationId: null,
    type: 'catalogue.imported',
    at: new Date(),
    userIds: null,
    data,
  });
}

/** Takes the lock of imports and configures the transaction for bulk work. */
async function begin(client: PoolClient, { onNote }: ImportSettings): Promise<void> {
  const { rows } = await client.query<{ free: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS free', [
    IMPORT_LOCK,
  ]);
  if (rows[0]?.free !== true) {
    onNote('waiting for another import to finish');
    await client.query('SELECT pg_advisory_xact_lock($1)', [IMPORT_LOCK]);
  }
  await client.query(`SET LOCAL work_mem = '128MB'`);
  await client.query('SET LOCAL jit = off');
  // Releases the lock of a killed import before its statement ends. Some platforms do not support it.
  await client.query(`
    DO $$ BEGIN PERFORM set_config('client_connection_check_interval', '2s', true);
    EXCEPTION WHEN OTHERS THEN NULL; END $$`);
}

/**
 * Cancels the running statement on abort, so that a long merge ends at once.
 *
 * @returns a function that stops this. It waits for a request to cancel that is under way, which would otherwise hit the
 * next statement of the connection.
 * @throws the reason of the signal if it was aborted before
 */
async function cancelOnAbort(pool: Pool, client: PoolClient, signal: AbortSignal) {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  let cancelled: Promise<unknown> = Promise.resolve();
  const cancel = () => {
    cancelled = pool.query('SELECT pg_cancel_backend($1)', [rows[0]?.pid]).catch(() => undefined);
  };
  signal.throwIfAborted();
  signal.addEventListener('abort', cancel, { once: true });
  return () => {
    signal.removeEventListener('abort', cancel);
    return cancelled;
  };
}

async function countRows(client: PoolClient, table: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`SELECT count(*)::float8 AS count FROM ${table}`);
  return rows[0]?.count ?? 0;
}

/** Drops the temporary tables of the last file, except what a snapshot has named so far. */
async function dropWorkTables(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ tables: string | null }>(
    `SELECT string_agg(quote_ident(relname), ', ') AS tables FROM pg_class
     WHERE relnamespace = pg_my_temp_schema() AND relkind = 'r' AND relname <> ALL ($1)`,
    [Object.keys(PRESENT_TABLES)],
  );
  if (rows[0]?.tables) await client.query(`DROP TABLE ${rows[0].tables}`);
}

/** Gives the rejects files their names. The outcome is known then, so a file that cannot be renamed is kept as it is. */
async function keepRejects(files: readonly FileReport[], rejects: readonly Rejects[]): Promise<FileReport[]> {
  return Promise.all(
    files.map(async (file, index): Promise<FileReport> => {
      const names = rejects[index];
      if (!names || file.rejected + file.warnings === 0) return file;
      const rejects_file = await rename(names.partial, names.path).then(
        () => names.path,
        () => names.partial,
      );
      return { ...file, rejects_file };
    }),
  );
}

function nameRejectsFile(source: ImportSource): string {
  const name = source.path === STDIN ? `stdin-${source.kind}` : stemOfFile(basename(source.path));
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  return `${name}-${time}-${randomBytes(3).toString('hex')}.rejects.ndjson`;
}
