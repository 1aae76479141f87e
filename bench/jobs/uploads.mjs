import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { line, say, summarize } from '../filters/report.mjs';
import { createPersonalKey } from '../filters/server.mjs';
import { watch } from '../lists/export.mjs';
import { lookUpsOf, RATE } from './beside.mjs';

const [ORGANIZATIONS, EACH, MOST_MIB] = [5, 2, 150];
const MIB = 1024 * 1024;
/** Fewer than a million rows of this length are a GiB. */
const ROW_BYTES = 1_100;
const HEADER = 'name,domain,note\n';

/** Sends ten files of 1 GiB at once, two of each of five organizations, beside look-ups of another caller. */
export async function benchUploads({ server, key, pool, databaseUrl }, { root, quick, signal }) {
  const fileBytes = (quick ? 16 : 1_024) * MIB;
  const block = Buffer.from(Array.from({ length: 1_000 }, (_, index) => rowOf(index)).join(''));
  const blocks = Math.floor((fileBytes - HEADER.length) / block.length);
  const keys = await makeKeys(root, databaseUrl);
  const { rows } = await pool.query('SELECT slug FROM company ORDER BY md5(id::text) LIMIT 2000');
  const lookUp = lookUpsOf({ server, key }, rows, signal);
  await lookUp(quick ? 1 : 3);
  const alone = await lookUp(quick ? 2 : 15);
  const { jobs, seconds, beside, grownMb } = await watch(server, async () => {
    const start = performance.now();
    const beside = lookUp(quick ? 2 : 40);
    const jobs = await Promise.all(keys.map((each) => upload(server, each, { block, blocks, signal })));
    return { jobs, seconds: (performance.now() - start) / 1000, beside };
  });
  const during = await beside;
  for (const { job } of jobs) assert.equal(job.counts.rows, blocks * 1_000);
  const stored = await pool.query('SELECT sum(row_count)::int AS rows FROM job_chunk');
  assert.deepEqual(stored.rows, [{ rows: jobs.length * blocks * 1_000 }]);
  const refused = jobs.reduce((sum, each) => sum + each.refused, 0);
  say(`  ${jobs.length} files of ${blocks * 1_000} rows; refused for a while: ${refused}`);
  return summarize(
    `jobs, uploads: ${jobs.length} files of ${fileBytes / MIB} MiB at once, beside ${RATE} look-ups a second`,
    [
      line('until the last one is stored', seconds, 's'),
      line('memory above idle', grownMb, 'MiB', MOST_MIB),
      line('p99 of the look-ups, to the same without', during.p99 / alone.p99, ''),
      line('p50 of the look-ups, to the same without', during.p50 / alone.p50, ''),
      line('p99 of the look-ups without', alone.p99, 'ms'),
    ],
  );
}

function rowOf(index) {
  const start = `Company ${index},c${index}.example,`;
  return `${start}${randomBytes(ROW_BYTES)
    .toString('base64url')
    .slice(0, ROW_BYTES - start.length - 1)}\n`;
}

/** @returns a key for each file */
async function makeKeys(root, databaseUrl) {
  const keys = [];
  for (let index = 1; index <= ORGANIZATIONS; index += 1) {
    const key = await createPersonalKey(root, databaseUrl, `Files ${index}`, `files-${index}@example.com`);
    for (let each = 0; each < EACH; each += 1) keys.push(key);
  }
  return keys;
}

/** Sends a file. Where all slots are taken it waits as long as the service says. @returns the job, and how often it was refused */
async function upload(server, key, { block, blocks, signal }) {
  for (let refused = 0; ; refused += 1) {
    const response = await fetch(`${server.url}/v1/jobs?kind=match`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'text/csv' },
      body: ReadableStream.from(fileOf(block, blocks)),
      duplex: 'half',
      signal,
    });
    const answer = await response.json();
    if (response.status === 202) return { job: answer, refused };
    assert.equal(response.status, 429, JSON.stringify(answer));
    await sleep(Number(response.headers.get('retry-after')) * 1_000, undefined, { signal });
  }
}

function* fileOf(block, blocks) {
  yield Buffer.from(HEADER);
  for (let at = 0; at < blocks; at += 1) yield block;
}
