import { randomBytes } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Pool, type PoolClient, transaction } from '../../database/client.ts';
import { refreshIndex } from '../filters/facet-index.ts';
import { createCompanyImporter } from './companies.ts';
import { createDetectionImporter } from './detections.ts';
import { failImport } from './faults.ts';
import { CHANGED_TABLE, type Importer, type ImporterContext } from './importer.ts';
import type { ImportKind } from './kinds.ts';
import { createPartnershipImporter } from './partnerships.ts';
import { countProblems, PROBLEM_TABLE, ProblemLog, writeProblems } from './problems.ts';
import { readLines } from './read-lines.ts';
import { RowReader } from './row-reader.ts';
import { type ImportSource, readSource, STDIN } from './sources.ts';
import { createTechnologyImporter } from './technologies.ts';

/** Result of importing a file. Each line that is not blank is a row, which is accepted or rejected. */
export interface FileReport {
  path: string;
  kind: ImportKind;
  rows: number;
  accepted: number;
  rejected: number;
  warnings: number;
  /** Path of the list of rejected rows and warnings; undefined when there are none. */
  rejects_file?: string;
}

/** Receives the progress of an import. */
export interface Progress {
  /** Called at the start of a file. `size` is in bytes, undefined for a pipe. */
  start(path: string, size: number | undefined): void;
  /** Called after `bytes` more bytes were read. */
  advance(bytes: number): void;
  /** Called when the file was read and its merge begins. */
  merging(): void;
  /** Called when the file is finished or failed. */
  stop(): void;
}

export interface ImportSettings {
  /** Folder for rejects files. Created when needed. */
  rejectsDir: string;
  /** Stream that `-` reads. */
  stdin: Readable;
  progress?: Progress | undefined;
  /** Aborts the import; the current file is rolled back. */
  signal: AbortSignal;
  /** Receives notes for the user, one line each. */
  onNote: (note: string) => void;
}

interface FileImport extends ImportSettings {
  source: ImportSource;
}

/** Buffered bytes at which problems are sent, which interrupts the COPY of rows. */
const PENDING_BYTES = 4 * 1024 * 1024;

/** Advisory lock of imports. They run one after another, because each assigns domains and slugs by the current ones. */
const IMPORT_LOCK = 7_203_412_901;

const IMPORTERS: Record<ImportKind, (context: ImporterContext) => Promise<Importer>> = {
  technologies: createTechnologyImporter,
  companies: createCompanyImporter,
  company_technologies: createDetectionImporter,
  partnerships: createPartnershipImporter,
};

/** Imports a file in one transaction: its accepted rows are committed together, or none are. */
export async function importFile(pool: Pool, task: FileImport): Promise<FileReport> {
  const rejectsFile = join(task.rejectsDir, nameRejectsFile(task.source));
  const partial = `${rejectsFile}.partial`;
  try {
    const report = await transaction(pool, (client) => importInTransaction(pool, client, task, partial));
    if (report.rejected + report.warnings === 0) return report;
    // The import is committed, so the list of rejected rows must be kept, even if it cannot be renamed.
    const rejects_file = await rename(partial, rejectsFile).then(
      () => rejectsFile,
      () => partial,
    );
    return { ...report, rejects_file };
  } catch (error) {
    await rm(partial, { force: true });
    // The error of a cancelled statement is only a consequence of the abort.
    task.signal.throwIfAborted();
    failImport(task.source.path, error);
  }
}

async function importInTransaction(
  pool: Pool,
  client: PoolClient,
  task: FileImport,
  problemsPath: string,
): Promise<FileReport> {
  const { source, progress } = task;
  // A broken connection fails the current statement, and emits an error that would end the process.
  client.on('error', ignore);
  const stopCancelling = await cancelOnAbort(pool, client, task.signal);
  try {
    await beginImport(client, task);
    const problems = new ProblemLog();
    await client.query(PROBLEM_TABLE);
    await client.query(CHANGED_TABLE);
    const importer = await IMPORTERS[source.kind]({ client, problems, lookup: pool });
    progress?.start(source.path, source.size);
    const rows = await load(client, task, importer, problems);
    progress?.merging();
    await importer.merge();
    await refreshIndex(client, source.kind);
    const counts = await countProblems(client);
    if (counts.rejected + counts.warnings > 0) await writeProblems(client, problemsPath);
    task.signal.throwIfAborted();
    return { path: source.path, kind: source.kind, rows, accepted: rows - counts.rejected, ...counts };
  } finally {
    progress?.stop();
    stopCancelling();
    client.off('error', ignore);
  }
}

const ignore = () => undefined;

/** Reads the lines of a file and sends them. The next lines are parsed while PostgreSQL receives the last ones. */
async function load(
  client: PoolClient,
  task: FileImport,
  importer: Importer,
  problems: ProblemLog,
): Promise<number> {
  const reader = new RowReader(importer, problems);
  const bytes = readSource(task.source, task.stdin, task.signal, (count) => task.progress?.advance(count));
  let sending: Promise<void> = Promise.resolve();
  try {
    for await (const block of readLines(bytes)) {
      task.signal.throwIfAborted();
      reader.read(block);
      await sending;
      sending = send(client, importer, problems);
      // The next await throws a failure. Until then it must not count as unhandled.
      sending.catch(() => undefined);
      // Sending needs a turn of the event loop before the next lines are parsed.
      await nextTurn();
    }
    await sending;
  } finally {
    // A connection with an open COPY cannot roll back.
    await sending.catch(() => undefined);
    await importer.settle?.();
  }
  await problems.flush(client);
  return reader.rows;
}

async function send(client: PoolClient, importer: Importer, problems: ProblemLog): Promise<void> {
  await importer.flush();
  if (problems.pending < PENDING_BYTES) return;
  await importer.settle?.();
  await problems.flush(client);
}

/** Takes the lock of imports and configures the transaction for bulk work. */
async function beginImport(client: PoolClient, task: FileImport): Promise<void> {
  const { rows } = await client.query<{ free: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS free', [
    IMPORT_LOCK,
  ]);
  if (rows[0]?.free !== true) {
    task.onNote('waiting for another import to finish');
    await client.query('SELECT pg_advisory_xact_lock($1)', [IMPORT_LOCK]);
  }
  await client.query(`SET LOCAL work_mem = '128MB'`);
  await client.query('SET LOCAL jit = off');
  // Releases the lock of a killed import before its statement ends. Some platforms do not support it.
  await client.query(`
    DO $$ BEGIN PERFORM set_config('client_connection_check_interval', '2s', true);
    EXCEPTION WHEN OTHERS THEN NULL; END $$`);
}

/** Cancels the running statement on abort, so that a long merge ends at once. */
async function cancelOnAbort(pool: Pool, client: PoolClient, signal: AbortSignal): Promise<() => void> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const cancel = () => {
    pool.query('SELECT pg_cancel_backend($1)', [rows[0]?.pid]).catch(() => undefined);
  };
  signal.addEventListener('abort', cancel, { once: true });
  return () => signal.removeEventListener('abort', cancel);
}

function nameRejectsFile(source: ImportSource): string {
  const name = source.path === STDIN ? `stdin-${source.kind}` : basename(source.path).replace(/\.gz$/i, '');
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  return `${name.replace(/\.(ndjson|jsonl)$/i, '')}-${time}-${randomBytes(3).toString('hex')}.rejects.ndjson`;
}
