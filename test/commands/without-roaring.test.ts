import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { createTestDatabase } from '../harness/database.ts';
import { start } from '../harness/process.ts';

it('a server without the native library says in one line what to install', async () => {
  const database = await createTestDatabase();
  // Without node_modules, Node finds no package that the bundle leaves out.
  const folder = await mkdtemp(join(tmpdir(), 'without-roaring-'));
  try {
    for (const name of ['package.json', 'openapi.json', 'prisma', 'dist/bundle', 'dist/pages'])
      await cp(name, join(folder, name), { recursive: true });
    const main = join(folder, 'dist/bundle/main.js');
    const env = { DATABASE_URL: database.url, PORT: '0', LOG_LEVEL: 'silent' };
    const { code, stdout, stderr } = await start(['serve'], env, main).finished;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /^company-data: the native library roaring cannot be loaded \(Cannot find module 'roaring'.*\); install python3, make and g\+\+, then install the packages again\n$/,
    );
  } finally {
    await rm(folder, { recursive: true });
    await database.drop();
  }
});
