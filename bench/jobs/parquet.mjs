import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { line, say, summarize } from '../filters/report.mjs';
import { median, takeTurns } from '../lib/statistics.mjs';
import { meterTurns } from '../lib/turns.mjs';

const COLUMNS = 20;
const CHUNK_ROWS = 1_000;
/** Longest turn of the event loop, in milliseconds of processor time. */
const TARGET_MS = 10;

/** Measures how long results of a job take to be written, and how long the event loop is blocked meanwhile, as Parquet and as CSV. */
export async function benchParquet({ root, quick, signal }) {
  const { streamResult } = await import(pathToFileURL(join(root, 'dist/modules/jobs/results.js')).href);
  const chunks = quick ? 20 : 100;
  const pool = poolOf(chunks);
  const write = async (format) => {
    signal.throwIfAborted();
    const endTurns = meterTurns();
    const start = performance.now();
    let bytes = 0;
    for await (const piece of streamResult(pool, JOB, { format, signal }, () => undefined))
      bytes += piece.length;
    return { ms: performance.now() - start, blockedMs: endTurns().longest, mib: bytes / 2 ** 20 };
  };
  say(
    `jobs, parquet: ${(chunks * CHUNK_ROWS).toLocaleString('en-US')} rows of ${COLUMNS} columns, without a database`,
  );
  const sides = ['parquet', 'csv'].map((label) => ({ label, run: () => write(label) }));
  const results = await takeTurns(quick ? 3 : 7, sides, ({ run }) => run());
  const of = (label, figure) => median(results.map((round) => round[label][figure]));
  return summarize('results of a job as Parquet', [
    line('longest turn of the event loop', of('parquet', 'blockedMs'), 'ms', TARGET_MS),
    line('the same as CSV', of('csv', 'blockedMs'), 'ms'),
    line('time', of('parquet', 'ms'), 'ms'),
    line('time as CSV', of('csv', 'ms'), 'ms'),
    line('size', of('parquet', 'mib'), 'MiB'),
    line('size as CSV', of('csv', 'mib'), 'MiB'),
  ]);
}

const JOB = {
  ...{ jobId: 1, organizationId: 1, kind: 'match', status: 'done', round: 0 },
  columns: Array.from({ length: COLUMNS }, (_, index) => ({ index, name: `Column ${index}` })),
};

/** Gives the chunks of a job as the database does. */
function poolOf(count) {
  const cells = (row) =>
    JOB.columns.map(({ index }) => (index % 3 ? `Value ${row * 31 + index}` : `Group ${row % 50}`));
  const result = {
    ...{ verdict: 'matched', isDuplicate: false, companyId: 17, confidence: 1, matchedBy: 'domain' },
    alternatives: [],
  };
  const texts = Array.from({ length: count }, (_, number) => ({
    number,
    firstRow: number * CHUNK_ROWS + 1,
    input: JSON.stringify(Array.from({ length: CHUNK_ROWS }, (_, n) => cells(number * CHUNK_ROWS + n))),
    output: JSON.stringify(Array(CHUNK_ROWS).fill(result)),
  }));
  return {
    query: async ({ name, values }) => ({
      rows: name === 'job_result_chunk' ? texts.slice(Math.ceil(values[2] / CHUNK_ROWS)).slice(0, 1) : [],
    }),
  };
}
