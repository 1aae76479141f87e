import { randomBytes } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Pool, type PoolClient, transaction } from '../../database/client.ts';
import { refreshIndex } from '../filters/facet-index.ts';
import { CompanyLoader } from './companies.ts';
import { DetectionLoader } from './detections.ts';
import { failImport } from './faults.ts';
import type { ImportKind } from './kinds.ts';
import type { Loader, LoaderContext } from './loader.ts';
import { PartnershipLoader } from './partnerships.ts';
import { countProblems, PROBLEM_TABLE, ProblemLog, writeProblems } from './problems.ts';
import type { Progress } from './progress.ts';
import { readLines } from './read-lines.ts';
import { RowReader } from './row-reader.ts';
import { type ImportSource, readSource, STDIN } from './sources.ts';
import { TechnologyLoader } from './technologies.ts';

/** What became of one file. A row is a line that is not blank; each is accepted or rejected. */
export interface FileReport {
  path: string;
  kind: ImportKind;
  rows: number;
  accepted: number;
  rejected: number;
  warnings: number;
  /** Where rejected rows and warnings are listed; absent when there are none. */
  rejects_file?: string;
}

export interface FileImport {
  source: ImportSource;
  stdin: Readable;
  rejectsDir: string;
  progress: Progress;
  signal: AbortSignal;
  onNote: (note: string) => void;
}

/** Problems are few as a rule: they wait until there is a batch worth interrupting the rows for. */
const PENDING_BYTES = 4 * 1024 * 1024;

/** Imports run one after another: each decides about domains and slugs by what it finds. */
const IMPORT_LOCK = 7_203_412_901;

const LOADERS: Record<ImportKind, (context: LoaderContext) => Loader> = {
  technologies: (context) => new TechnologyLoader(context),
  companies: (context) => new CompanyLoader(context),
  company_technologies: (context) => new DetectionLoader(context),
  partnerships: (context) => new PartnershipLoader(context),
};

/** Imports one file in one transaction: its accepted rows are committed together, or nothing is. */
export async function importFile(pool: Pool, task: FileImport): Promise<FileReport> {
  const rejectsFile = join(task.rejectsDir, nameRejectsFile(task.source));
  const partial = `${rejectsFile}.partial`;
  try {
    const report = await transaction(pool, (client) => importInTransaction(pool, client, task, partial));
    if (report.rejected + report.warnings === 0) return report;
    // Committed: what is refused must stay on record, under the one name or the other.
    const rejects_file = await rename(partial, rejectsFile).then(
      () => rejectsFile,
      () => partial,
    );
    return { ...report, rejects_file };
  } catch (error) {
    await rm(partial, { force: true });
    // Whatever the cancelled statement complained of, the reason is that the import was given up.
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
  // A connection that breaks says so twice: to the statement under way, which throws, and here.
  client.on('error', ignore);
  const stopCancelling = await cancelOnAbort(pool, client, task.signal);
  try {
    await enter(client, task);
    const problems = new ProblemLog();
    const loader = LOADERS[source.kind]({ client, problems, lookup: pool });
    await client.query(PROBLEM_TABLE);
    await loader.prepare();
    progress.start(source.path, source.size);
    const rows = await load(client, task, loader, problems);
    progress.merging();
    await loader.merge();
    await refreshIndex(client, source.kind);
    const counts = await countProblems(client);
    if (counts.rejected + counts.warnings > 0) await writeProblems(client, problemsPath);
    task.signal.throwIfAborted();
    return { path: source.path, kind: source.kind, rows, accepted: rows - counts.rejected, ...counts };
  } finally {
    progress.stop();
    stopCancelling();
    client.off('error', ignore);
  }
}

const ignore = () => undefined;

/** Reads the next lines while PostgreSQL takes in the last ones. */
async function load(
  client: PoolClient,
  task: FileImport,
  loader: Loader,
  problems: ProblemLog,
): Promise<number> {
  const reader = new RowReader(loader, problems);
  const bytes = readSource(task.source, task.stdin, task.signal, (count) => task.progress.advance(count));
  let sending: Promise<void> = Promise.resolve();
  try {
    for await (const block of readLines(bytes)) {
      task.signal.throwIfAborted();
      reader.take(block);
      await sending;
      sending = send(client, loader, problems);
      // A failure is thrown by the next await; until then it must not count as unhandled.
      sending.catch(() => undefined);
      // Without a turn of the event loop nothing would be sent while the next lines are parsed.
      await nextTurn();
    }
    await sending;
  } finally {
    // A connection in the middle of a COPY could not even roll back.
    await sending.catch(() => undefined);
    await loader.settle();
  }
  await problems.flush(client);
  return reader.rows;
}

async function send(client: PoolClient, loader: Loader, problems: ProblemLog): Promise<void> {
  await loader.flush();
  if (problems.pending < PENDING_BYTES) return;
  await loader.settle();
  await problems.flush(client);
}

/** Waits for its turn and sets the transaction up for bulk work. */
async function enter(client: PoolClient, task: FileImport): Promise<void> {
  const { rows } = await client.query<{ free: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS free', [
    IMPORT_LOCK,
  ]);
  if (rows[0]?.free !== true) {
    task.onNote('waiting for another import to end');
    await client.query('SELECT pg_advisory_xact_lock($1)', [IMPORT_LOCK]);
  }
  await client.query(`SET LOCAL work_mem = '128MB'`);
  await client.query('SET LOCAL jit = off');
  // A killed import must not hold the lock until its statement ends; not every platform offers this.
  await client.query(`
    DO $$ BEGIN PERFORM set_config('client_connection_check_interval', '2s', true);
    EXCEPTION WHEN OTHERS THEN NULL; END $$`);
}

/** Has the running statement cancelled when the signal comes, so that a long merge ends at once. */
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
