import { execFileSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { importPaths } from '../../../src/modules/import/import.ts';
import { toFile } from './files-of-formats.ts';
import { useImports } from './fixture.ts';
import { emptyCatalogue } from './support.ts';

const imports = useImports();
const ROWS = Array.from({ length: 20_000 }, (_, index) => ({
  tech_key: `key-${index}`,
  display_name: `Technology ${index}`,
}));

let pipes = 0;
function createPipe(): string {
  pipes += 1;
  const path = join(imports.workspace.folder, `technologies-${pipes}`);
  execFileSync('mkfifo', [path]);
  return path;
}

const importPipe = (path: string, signal = new AbortController().signal) =>
  importPaths(imports.pool, [path], {
    kind: 'technologies',
    rejectsDir: imports.workspace.rejectsDir,
    signal,
  });

/** Writes to a pipe in two parts, with a pause in which its reader has read all. */
function write(path: string, content: Buffer): void {
  const writer = createWriteStream(path);
  writer.write(content.subarray(0, 1000));
  setTimeout(() => writer.end(content.subarray(1000)), 50);
}

async function countTechnologies(): Promise<number | undefined> {
  const { rows } = await imports.pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM technology',
  );
  return rows[0]?.count;
}

beforeEach(() => emptyCatalogue(imports.pool));

describe('a named pipe', () => {
  it.each(['ndjson', 'csv.gz', 'parquet'] as const)(
    'gives every row of %s, whether its writer comes first or later',
    async (format) => {
      const content = toFile(ROWS, format);
      const first = createPipe();
      write(first, content);
      expect((await importPipe(first)).files).toMatchObject([{ rows: 20_000, accepted: 20_000 }]);
      expect(await countTechnologies()).toBe(20_000);
      await emptyCatalogue(imports.pool);
      const later = createPipe();
      const importing = importPipe(later);
      await sleep(100);
      write(later, content);
      expect((await importing).files).toMatchObject([{ rows: 20_000, accepted: 20_000 }]);
      expect(await countTechnologies()).toBe(20_000);
    },
  );

  it('is empty when its writer leaves without a word', async () => {
    const path = createPipe();
    const importing = importPipe(path);
    createWriteStream(path).end();
    expect((await importing).files).toMatchObject([{ rows: 0 }]);
  });

  it.each([
    ['before its writer comes', Buffer.alloc(0)],
    ['while its writer is silent', Buffer.from('{"tech_key": ')],
  ])('can be given up %s', async (_when, content) => {
    const path = createPipe();
    const stop = new AbortController();
    const importing = importPipe(path, stop.signal);
    const writer = content.length > 0 ? createWriteStream(path) : undefined;
    writer?.on('error', () => undefined).write(content);
    setTimeout(() => stop.abort(), 200);
    await expect(importing).rejects.toMatchObject({ name: 'AbortError' });
    writer?.destroy();
    expect(await countTechnologies()).toBe(0);
  });
});

it('a device is read like a file', async () => {
  expect((await importPipe('/dev/null')).files).toMatchObject([{ rows: 0 }]);
});
