import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { pause } from '../harness/locks.ts';
import { start } from '../harness/process.ts';
import { createPipe, untilImporting } from './pipes.ts';

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'interruption-'));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const env = () => ({ DATABASE_URL: database.url, DATA_DIR: folder });

describe('a named pipe', () => {
  it('whose writer never comes is given up at the first signal', async () => {
    const { child, finished } = start(['import', await createPipe(folder, 'technologies.ndjson')], env());
    await untilImporting(database);
    child.kill('SIGINT');
    expect(await finished).toEqual({
      code: 130,
      stdout: '',
      stderr: 'company-data: interrupted; the current file was rolled back\n',
    });
  });
});

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
