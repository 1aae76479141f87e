import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PoolClient, Queryable } from '../../database/client.ts';
import { refreshIndex } from '../filters/facet-index.ts';
import { createCompanyImporter } from './companies.ts';
import { createDetectionImporter } from './detections.ts';
import { PartLines } from './formats/part-lines.ts';
import { readRows } from './formats/read-rows.ts';
import { checkIdentified } from './guards.ts';
import {
  type ActionCounts,
  CHANGE_TABLES,
  type FileChanges,
  type FileReport,
  type Importer,
  type ImporterContext,
  PRESENT_TABLES,
} from './importer.ts';
import type { ImportKind } from './kinds.ts';
import { columnsOf, type OwnColumns, readOwnColumns } from './own-columns.ts';
import { createPartnershipImporter } from './partnerships.ts';
import { countProblems, PROBLEM_TABLE, ProblemLog, writeProblems } from './problems.ts';
import type { Progress } from './progress.ts';
import { RowReader } from './row-reader.ts';
import type { ImportSource } from './sources.ts';
import { StagedRows } from './staged-rows.ts';
import { createTechnologyImporter } from './technologies.ts';

export interface ImportSettings {
  /** Folder for rejects files. Created when needed. */
  rejectsDir: string;
  /** Stream that `-` reads. */
  stdin: Readable;
  progress: Progress;
  /** Aborts the import; the current file is rolled back. */
  signal: AbortSignal;
  /** Receives notes for the user, one line each. */
  onNote: (note: string) => void;
}

/** A file to import, in a transaction. */
export interface FileTask extends ImportSettings {
  /** Settles when the statistics of earlier files are up to date. The statements of a merge are planned by them. */
  statistics: Promise<void>;
  source: ImportSource;
  /** Connection for look-ups of domains: the one of the transaction if earlier files of it must be seen. */
  lookup: Queryable;
  /** Whether the file states all rows of its kind, together with the others of that kind. */
  isSnapshot: boolean;
  /** Set for the last file of a snapshot: checks how many rows no file named, which are then retired. */
  retireMissing: ((missing: number) => void) | undefined;
}

/** Rows of `import_present` (PRESENT_TABLES). */
const PRESENT = { name: 'import_present', columns: { key: 'text NOT NULL' } };

/** Buffered bytes at which problems are sent, which interrupts the COPY of rows. */
const PENDING_BYTES = 4 * 1024 * 1024;

const IMPORTERS: Record<ImportKind, (context: ImporterContext) => Promise<Importer>> = {
  technologies: createTechnologyImporter,
  companies: createCompanyImporter,
  company_technologies: createDetectionImporter,
  partnerships: createPartnershipImporter,
};

/** Imports a file inside the transaction of `client`. Rejected rows and warnings are written to `rejectsPath`. */
export async function importFile(
  client: PoolClient,
  task: FileTask,
  rejectsPath: string,
): Promise<FileReport> {
  const { source, progress, lookup, isSnapshot } = task;
  const problems = new ProblemLog();
  const parts = new PartLines();
  for (const table of [PROBLEM_TABLE, ...CHANGE_TABLES]) await client.query(table);
  if (isSnapshot) for (const table of Object.values(PRESENT_TABLES)) await client.query(table);
  const present = isSnapshot ? new StagedRows(PRESENT) : undefined;
  const onNote = (note: string) => task.onNote(`${source.path}: ${note}`);
  const own = await readOwnColumns(client);
  const importer = await IMPORTERS[source.kind]({ client, problems, lookup, present, own, onNote });
  progress.start(source);
  try {
    const { rows, unidentified } = await load(client, task, { importer, problems, own, parts });
    progress.phase('merging');
    await task.statistics;
    const changes = [await importer.merge()];
    if (isSnapshot) checkIdentified(unidentified);
    if (task.retireMissing) changes.push(await retireMissing(importer, task.retireMissing));
    progress.phase('indexing');
    await refreshAfter(client, changes);
    const problemCounts = await countProblems(client);
    if (problemCounts.rejected + problemCounts.warnings > 0) await writeProblems(client, rejectsPath, parts);
    task.signal.throwIfAborted();
    return {
      path: source.path,
      kind: source.kind,
      rows,
      accepted: rows - problemCounts.rejected,
      ...problemCounts,
      ...sumCounts(changes),
    };
  } finally {
    progress.stop();
  }
}

/** Retires what the files of a snapshot do not name, once the last of them is merged. */
async function retireMissing(importer: Importer, check: (missing: number) => void): Promise<FileChanges> {
  const missing = await importer.findMissing();
  check(missing);
  if (missing === 0) return { kinds: [] };
  return { ...(await importer.retireMissing()), counts: { retired: missing } };
}

async function refreshAfter(client: PoolClient, changes: readonly FileChanges[]): Promise<void> {
  const kinds = [...new Set(changes.flatMap((change) => change.kinds))];
  if (changes.length > 1 || kinds.length > 1) {
    await client.query(`
      WITH changed AS (DELETE FROM import_changed RETURNING *)
      INSERT INTO import_changed SELECT company_id, bool_or(evidence) FROM changed GROUP BY company_id`);
  }
  await client.query('ANALYZE import_changed');
  if (kinds.length === 1 || !kinds.includes('companies')) return refreshIndex(client, kinds);
  // Few companies of such a file are merged or leave. The evidence of all others need not be read again.
  await refreshIndex(client, ['companies']);
  await client.query(`
    CREATE TEMP TABLE import_reread ON COMMIT DROP AS SELECT company_id FROM import_changed WHERE evidence`);
  await client.query('ANALYZE import_reread');
  await refreshIndex(
    client,
    kinds.filter((kind) => kind !== 'companies'),
    'import_reread',
  );
}

function sumCounts(changes: readonly FileChanges[]): ActionCounts {
  const sums: Record<string, number> = {};
  for (const { counts } of changes) {
    for (const [name, count] of Object.entries(counts ?? {}))
      if (count > 0) sums[name] = (sums[name] ?? 0) + count;
  }
  return sums;
}

/** What the rows of a file go through. */
interface Loaded {
  importer: Importer;
  problems: ProblemLog;
  own: OwnColumns;
  parts: PartLines;
}

/** Reads the rows of a file and sends them. The next rows are parsed while PostgreSQL receives the last ones. */
async function load(
  client: PoolClient,
  task: FileTask,
  { importer, problems, own, parts }: Loaded,
): Promise<RowReader> {
  const { isSnapshot, source } = task;
  const onNote = (note: string) => task.onNote(`${source.path}: ${note}`);
  const { kind, path, constants } = source;
  const reader = new RowReader(importer, problems, {
    isSnapshot,
    kind,
    path,
    columns: columnsOf(kind, own),
    constants,
    onNote,
  });
  const input = {
    stdin: task.stdin,
    signal: task.signal,
    keyFields: importer.keyFields,
    onBytes: (count: number) => task.progress.advance(count),
    own,
    sink: reader,
  };
  const blocks = readRows(source, input, parts);
  let sending: Promise<void> = Promise.resolve();
  try {
    let counted = 0;
    for await (const _ of blocks) {
      task.signal.throwIfAborted();
      task.progress.rows(reader.rows - counted);
      counted = reader.rows;
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
  problems.sumUp();
  await problems.flush(client);
  return reader;
}

async function send(client: PoolClient, importer: Importer, problems: ProblemLog): Promise<void> {
  await importer.flush();
  if (problems.pending < PENDING_BYTES) return;
  await importer.settle?.();
  await problems.flush(client);
}
