import { gzipSync } from 'node:zlib';
import { expect } from '@jest/globals';
import type { TestService } from '../../harness/service.ts';
import { untilStatus } from './support.ts';
import { beginUpload, readJob } from './upload-support.ts';

/** A row of a file as spreadsheets leave it, and what becomes of it; undefined if it is no row. */
interface Untidy {
  text: string | Buffer;
  outcome: 'matched' | 'unmatched' | 'invalid' | undefined;
  fault?: RegExp;
}

const MEGA = 'x'.repeat(1_000_000);

/** One of each fault, beside rows that are as they should be. */
const KINDS: readonly ((n: number) => Untidy)[] = [
  (n) => ({ text: `Company ${n};c${n % 40}.example;+49 30 ${n};`, outcome: 'matched' }),
  (n) => ({ text: `"Company; ""${n}""";https://www.c${n % 40}.example/x;;`, outcome: 'matched' }),
  (n) => ({ text: `"two\r\nlines ${n}";c${n % 40}.example`, outcome: 'matched' }),
  (n) => ({ text: `=HYPERLINK("x");c${n % 40}.example;@SUM(A1);-3`, outcome: 'matched' }),
  (n) => ({ text: `Nobody ${n};nobody${n}.example;;;;;`, outcome: 'unmatched' }),
  () => ({ text: ';;;', outcome: 'invalid' }),
  () => ({ text: '', outcome: undefined }),
  (n) => ({
    text: `a;b;c;d;e${n}${';x'.repeat(600)}`,
    outcome: 'invalid',
    fault: /^has 605 cells, but the header has 5/,
  }),
  (n) => ({
    text: `"closed" early ${n};c1.example`,
    outcome: 'invalid',
    fault: /text after its closing quote$/,
  }),
  (n) => ({
    text: `"never closed ${n};c1.example`,
    outcome: 'invalid',
    fault: /^has a quoted cell with/,
  }),
  (n) => ({ text: `NUL\0${n};c${n % 40}.example`, outcome: 'matched' }),
  (n) => ({
    text: Buffer.from(`Caf\xe9 ${n};x`, 'latin1'),
    outcome: 'invalid',
    fault: /^is not valid UTF-8/,
  }),
  (n) => ({ text: `Old Mac\r${n};c${n % 40}.example`, outcome: 'matched' }),
];

/** Returns rows with each fault in turn. One in 20,000 has a cell of 1 MB, and the next one is longer than rows may be. */
function* untidyRows(count: number): Generator<Untidy> {
  for (let n = 0; n < count; n += 1) {
    if (n % 20_000 === 7) yield { text: `${MEGA};c${n % 40}.example`, outcome: 'matched' };
    else if (n % 20_000 === 9)
      yield { text: `${MEGA}${MEGA};c1.example`, outcome: 'invalid', fault: /^is longer than/ };
    else {
      const row = KINDS[n % KINDS.length]?.(n);
      if (row) yield row;
    }
  }
}

/**
 * Sends a file with every fault that spreadsheets have, and expects the outcome of each row.
 *
 * @param count lines of the file, about.
 */
export async function expectOutcomes(service: TestService, key: string, count: number): Promise<void> {
  const rows = [...untidyRows(count)];
  const parts: Buffer[] = [Buffer.from('\uFEFFsep=;\r\n;;;\r\nName;Domain;Phone;Phone;\r\n')];
  for (const { text } of rows) parts.push(Buffer.from(text), Buffer.from('\r\n'));
  const upload = await beginUpload(service, {
    key,
    query: 'kind=match&max_credits=0',
    headers: { 'Content-Encoding': 'gzip' },
  });
  const bytes = gzipSync(Buffer.concat(parts));
  for (let at = 0; at < bytes.length; at += 65_536) upload.send(bytes.subarray(at, at + 65_536));
  const { status, body } = await upload.end();
  expect([status, body.detail]).toEqual([202, undefined]);
  await untilStatus(service, body.job_id, 'done');
  const expected = rows.filter(({ outcome }) => outcome !== undefined);
  const job = await readJob(service, body.job_id);
  const { rows: outputs } = await service.database.pool.query<{ output: string }>(
    'SELECT output FROM job_chunk WHERE job_id = $1 ORDER BY number',
    [body.job_id],
  );
  const verdicts = outputs.flatMap(({ output }): { verdict: string }[] => JSON.parse(output));
  expect(verdicts.map(({ verdict }) => verdict)).toEqual(expected.map(({ outcome }) => outcome));
  for (const [index, { fault }] of expected.entries()) {
    const input = job.inputs[index] as { fault?: string };
    expect([index, input.fault]).toEqual([index, fault ? expect.stringMatching(fault) : undefined]);
  }
  expect(job.columns.map(({ name }: { name: string }) => name)).toEqual([
    ...['Name', 'Domain', 'Phone', 'Phone_2', 'column_5'],
  ]);
  const { text } = await service
    .rest(key)
    .get(`/v1/jobs/${body.job_id}/result?format=ndjson`)
    .buffer(true)
    .expect(200);
  expect(text.trimEnd().split('\n')).toHaveLength(expected.length);
}
