import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
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
  folder = await mkdtemp(join(tmpdir(), 'pipes-'));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

describe('a named pipe', () => {
  it('whose writer never comes is given up by restore at the first signal', async () => {
    const { child, finished } = start(['restore', await createPipe(folder, 'backup.sql.gz'), '--check-only']);
    // The command has opened the pipe when it handles signals.
    while (!(await handlesSignals(child.pid))) await pause();
    child.kill('SIGTERM');
    expect(await finished).toMatchObject({
      code: 143,
      stderr: 'company-data: cannot read the backup: interrupted\n',
    });
  });

  it('is imported when its writer comes later', async () => {
    const path = await createPipe(folder, 'technologies.ndjson');
    const { finished } = start(['import', path], { DATABASE_URL: database.url, DATA_DIR: folder });
    await untilImporting(database);
    const writer = createWriteStream(path);
    writer.end('{"tech_key": "postgresql", "display_name": "PostgreSQL"}\n');
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
