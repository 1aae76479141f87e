import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, cp, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createFolder, findPages, readModules, writeModules } from '../harness/typescript-blocks.ts';

const COMPILER_OPTIONS = {
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: ['node'],
  jsx: 'react-jsx',
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  allowImportingTsExtensions: true,
};

let folder: Awaited<ReturnType<typeof createFolder>>;

async function run(script: string, args: readonly string[], cwd: string): Promise<string> {
  const child = spawn(process.execPath, [resolve(script), ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  const [status] = await once(child, 'close');
  return status === 0 ? '' : output;
}

const typecheck = () => run('node_modules/typescript-7/bin/tsc', ['-p', '.'], folder.path);

/** Folder of a page's modules. */
const folderOf = (page: string) => join(folder.path, page.replace(/\.md$/, ''));

beforeAll(async () => {
  folder = await createFolder();
  for (const page of await findPages()) await writeModules(folderOf(page), await readModules(page));
  await writeFile(join(folder.path, 'package.json'), JSON.stringify({ type: 'module' }));
  await writeFile(
    join(folder.path, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ['**/*.ts', '**/*.tsx'] }),
  );
  // What the readers of these pages generate first.
  await cp('test/client/relay', join(folderOf('docs/api/graphql-clients.md'), '__generated__'), {
    recursive: true,
  });
  const react = folderOf('docs/guides/react.md');
  await copyFile('schema.graphql', join(react, 'schema.graphql'));
  expect(await run('node_modules/@graphql-codegen/cli/esm/bin.js', ['--silent'], react)).toBe('');
}, 60_000);
afterAll(() => folder.remove());

it('the TypeScript of all pages compiles with the built client', async () => {
  expect(await typecheck()).toBe('');
}, 60_000);

it('a wrong field in a page does not compile', async () => {
  const file = join(folderOf('docs/guides/react.md'), 'src', 'wrong.ts');
  await writeFile(file, `import { client } from './client';\nclient.nothing();\n`);
  expect(await typecheck()).toContain(`Property 'nothing' does not exist`);
}, 60_000);
