import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Commands, startCommands } from '../harness/commands.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { seedPlain } from '../harness/seed.ts';

/** The tables between have no rows, and thus the same lines as those before them. */
const FIRST_LINES = 40;
const LAST_LINES = 25;

let folder: string;
let source: TestDatabase;
let commands: Commands;
let lines: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-mutants-'));
  source = await createTestDatabase();
  commands = startCommands({ DATABASE_URL: source.url });
  for (const slug of ['one', 'two']) await seedPlain(source.pool, slug);
  const file = join(folder, 'backup.sql.gz');
  await commands.json('backup', '--out', file);
  lines = gunzipSync(await readFile(file))
    .toString()
    .split('\n')
    .slice(0, -1);
});
afterAll(async () => {
  await commands.close();
  await source.drop();
  await rm(folder, { recursive: true });
});

const MUTATIONS: Record<string, (line: string, next: string) => string[]> = {
  removed: (_, next) => [next],
  doubled: (line, next) => [line, line, next],
  swapped: (line, next) => [next, line],
  'longer by a space': (line, next) => [`${line} `, next],
  'changed in one letter': (line, next) => [line.replace(/[a-y0-8]/, 'z'), next],
};

describe('a backup with one line', () => {
  it.each(Object.entries(MUTATIONS))('%s is refused, whichever it is', async (_how, mutate) => {
    const accepted: string[] = [];
    const changed = join(folder, 'changed.sql.gz');
    for (const [index, line] of lines.entries()) {
      if (index >= FIRST_LINES && index < lines.length - LAST_LINES) continue;
      const mutated = lines.toSpliced(index, 2, ...mutate(line, lines[index + 1] ?? ''));
      if (mutated.join('\n') === lines.join('\n')) continue;
      await writeFile(changed, gzipSync(`${mutated.join('\n')}\n`));
      const { code } = await commands.run(['restore', changed, '--check-only']);
      if (code !== 1) accepted.push(`${index + 1}: ${line}`);
    }
    expect(accepted).toEqual([]);
  });
});
