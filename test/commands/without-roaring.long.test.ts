import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { start } from '../harness/process.ts';

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  // Without node_modules, Node finds no package that the bundle leaves out.
  folder = await mkdtemp(join(tmpdir(), 'without-roaring-'));
  for (const name of ['package.json', 'openapi.json', 'asyncapi.json', 'prisma', 'dist/bundle', 'dist/pages'])
    await cp(name, join(folder, name), { recursive: true });
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await database.drop();
});

/** Starts a server. @returns its standard error, when it has failed. */
async function failure(): Promise<string> {
  const main = join(folder, 'dist/bundle/main.js');
  const env = { DATABASE_URL: database.url, PORT: '0', LOG_LEVEL: 'silent' };
  const { code, stdout, stderr } = await start(['serve'], env, main).finished;
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  return stderr;
}

describe('a server says in one line what to do', () => {
  it('without the native library', async () => {
    expect(await failure()).toMatch(
      /^company-data: the native library roaring cannot be loaded \(Cannot find module 'roaring'.*\); install python3, make and g\+\+, then install the packages again\n$/,
    );
  });

  it.each([
    ['that nobody compiled', [], 'it'],
    ['that differs from the compiled one', ['build/Release/roaring.node'], 'FOLDER/native/v1/roaring.node'],
  ])('and loads no binary %s', async (_which, compiled, what) => {
    const library = join(folder, 'node_modules/roaring');
    const loaded = join(folder, 'loaded');
    const files = {
      'package.json': '{"name": "roaring"}',
      'index.js': `require('node:fs').writeFileSync(${JSON.stringify(loaded)}, '')`,
      'native/v1/roaring.node': 'fetched',
      ...Object.fromEntries(compiled.map((name) => [name, 'compiled'])),
    };
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(library, name)), { recursive: true });
      await writeFile(join(library, name), content);
    }
    expect((await failure()).replaceAll(library, 'FOLDER').replaceAll(folder, 'ROOT')).toBe(
      `company-data: the native library roaring cannot be loaded (${what} was not compiled here); install python3, make and g++, then run: node ROOT/tools/compile-roaring.mjs\n`,
    );
    expect(existsSync(loaded)).toBe(false);
    await rm(library, { recursive: true });
  });
});
