import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { openDatabase, type Pool } from '../../../database/client.ts';
import { readClock } from '../../facets/index-state.ts';
import { parseJson } from '../formats/format.ts';
import { describeRefused, ImportRefusal } from '../guards.ts';
import { type ImportReport, importPaths } from '../import.ts';
import { createProgressMeter } from '../progress.ts';
import {
  deleteRejects,
  endRun,
  type ImportProblem,
  insertPart,
  LEASE_MS,
  PART_BYTES,
  readParts,
  saveUploadProgress,
  type UploadEnd,
  type Work,
} from './queries.ts';

// The process of an import over HTTP. Standard input has the order in one line, and ends with the process that gave it.

/** What a process is told. */
export interface ImportOrder {
  databaseUrl: string;
  work: Work;
  /** Folder of rejects files, which are stored in the database and deleted. */
  rejectsDir: string;
}

/** One connection for the transaction, one for look-ups, one for the parts and for the progress. */
const CONNECTIONS = 3;
const SAVE_MS = 2_000;
const MAX_PROBLEMS = 100;
/** 256 MiB of a list of rejected rows are kept. */
const MAX_REJECT_PARTS = 64;

const gone = new AbortController();
const order = await readOrder();
const { pool, close } = openDatabase({ url: order.databaseUrl, poolSize: CONNECTIONS });
try {
  await deleteRejects(pool, order.work);
  await endRun(pool, order.work, await run(order, pool), await readClock(pool));
} finally {
  await close();
}
process.exit(0);

async function readOrder(): Promise<ImportOrder> {
  let text = '';
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', (part) => {
    text += part;
  });
  process.stdin.once('end', () => {
    // The transaction rolls back when its connection closes.
    gone.abort();
    process.exit(1);
  });
  while (!text.includes('\n')) await once(process.stdin, 'data');
  return JSON.parse(text.slice(0, text.indexOf('\n'))) as ImportOrder;
}

/** Imports the file, as the command does. */
async function run({ work, rejectsDir }: ImportOrder, pool: Pool): Promise<UploadEnd> {
  const { id, isDryRun } = work;
  const { kind, format, map, set, snapshot, max_deletes: maxDeletes } = work.options;
  const progress = createProgressMeter();
  const timer = setInterval(() => {
    saveUploadProgress(pool, work, progress.read()).catch(() => undefined);
  }, SAVE_MS);
  try {
    const report = await importPaths(pool, ['-'], {
      ...{ kind, format, map, set, snapshot, maxDeletes, rejectsDir, progress },
      dryRun: isDryRun,
      runId: id,
      stdin: Readable.from(readParts(pool, id, 'file')),
      signal: gone.signal,
    });
    const refused = describeRefused(report.files);
    const status = refused === undefined ? (isDryRun ? 'tried' : 'finished') : 'refused';
    return await endOf(work, pool, report, status, refused);
  } catch (error) {
    if (error instanceof ImportRefusal)
      return endOf(work, pool, { files: [...error.files] }, 'refused', error.reason);
    return { status: 'failed', error: String((error as Error).message).replaceAll('\0', '') };
  } finally {
    clearInterval(timer);
  }
}

/** Stores the list of rejected rows, and deletes it here. */
async function endOf(
  work: Work,
  pool: Pool,
  { files }: ImportReport,
  status: UploadEnd['status'],
  error: string | undefined,
): Promise<UploadEnd> {
  let problems: ImportProblem[] = [];
  for (const { rejects_file: path } of files) {
    if (path === undefined) continue;
    problems = await firstProblems(path);
    await storeRejects(work, pool, path);
    await rm(path, { force: true });
  }
  return { status, error, report: { files }, problems };
}

async function firstProblems(path: string): Promise<ImportProblem[]> {
  const file = await open(path);
  try {
    const problems: ImportProblem[] = [];
    for await (const line of file.readLines()) {
      problems.push(parseJson(line) as unknown as ImportProblem);
      if (problems.length === MAX_PROBLEMS) break;
    }
    return problems;
  } finally {
    await file.close().catch(() => undefined);
  }
}

async function storeRejects(work: Work, pool: Pool, path: string): Promise<void> {
  let number = 0;
  for await (const data of createReadStream(path, { highWaterMark: PART_BYTES })) {
    const now = await readClock(pool);
    await insertPart(pool, work, { kind: 'rejects', number, data }, now, new Date(now.getTime() + LEASE_MS));
    number += 1;
    if (number === MAX_REJECT_PARTS) return;
  }
}
