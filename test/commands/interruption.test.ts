import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { pause } from '../harness/locks.ts';
import { start } from '../harness/process.ts';

let database: TestDatabase;
let folder: string;
let rows: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'interruption-'));
  rows = join(folder, 'technologies.ndjson');
  await writeFile(rows, '{"tech_key": "postgresql", "display_name": "PostgreSQL"}\n');
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const env = () => ({ DATABASE_URL: database.url, DATA_DIR: folder });

async function createPipe(name: string): Promise<string> {
  const path = join(await mkdtemp(join(folder, 'pipe-')), name);
  execFileSync('mkfifo', [path]);
  return path;
}

/** Resolves when the import is recorded, so that it opens its files next. */
async function untilImporting(): Promise<void> {
  const sql = `SELECT FROM catalogue_import WHERE state = 'running'`;
  while ((await database.pool.query(sql)).rowCount === 0) await pause();
}

describe('a named pipe', () => {
  it('whose writer never comes is given up at the first signal', async () => {
    const { child, finished } = start(['import', await createPipe('technologies.ndjson')], env());
    await untilImporting();
    child.kill('SIGINT');
    expect(await finished).toEqual({
      code: 130,
      stdout: '',
      stderr: 'company-data: interrupted; the current file was rolled back\n',
    });
  });

  it('is given up by restore as well', async () => {
    const { child, finished } = start(['restore', await createPipe('backup.sql.gz'), '--check-only']);
    // The command has opened the pipe when it handles signals.
    while (!(await handlesSignals(child.pid))) await pause();
    child.kill('SIGTERM');
    expect(await finished).toMatchObject({
      code: 143,
      stderr: 'company-data: cannot read the backup: interrupted\n',
    });
  });

  it('is imported when its writer comes later', async () => {
    const path = await createPipe('technologies.ndjson');
    const { finished } = start(['import', path], env());
    await untilImporting();
    const writer = createWriteStream(path);
    writer.end(await readFile(rows));
    await once(writer, 'close');
    expect(await finished).toMatchObject({ code: 0, stdout: expect.stringContaining('1 row') });
  });
});

/** Tells whether the process catches SIGHUP. Node.js itself does not. */
async function handlesSignals(pid: number | undefined): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const [, caught = '0'] = /^SigCgt:\s*([0-9a-f]+)$/m.exec(status) ?? [];
  return (BigInt(`0x${caught}`) & 1n) !== 0n;
}

it('generate is stopped by the first signal, and leaves complete files only', async () => {
  const out = join(folder, 'generated');
  const { child, finished } = start(['generate', '--companies', '5000000', '--out', out]);
  const names = () => readdir(out).catch((): string[] => []);
  while (!(await names()).includes('technologies.ndjson')) await pause();
  child.kill('SIGINT');
  expect(await finished).toEqual({
    code: 130,
    stdout: '',
    stderr: 'company-data: interrupted; the files before are complete\n',
  });
  expect(await readdir(out)).toEqual(['technologies.ndjson']);
});
