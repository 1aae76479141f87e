import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { transform } from '@swc/core';

// `node --import ./test/harness/typescript.mjs src/main.ts`: runs the sources as they are, for tests that need
// real processes. The file is loaded twice: here to register itself, and by Node for its hooks.
if (isMainThread) register(import.meta.url);

/** Node's load hook: strips the types of our own modules. */
export async function load(url, context, next) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context);
  const filename = fileURLToPath(url);
  const { code } = await transform(await readFile(filename, 'utf8'), {
    filename,
    sourceMaps: 'inline',
    jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
    module: { type: 'es6' },
  });
  return { format: 'module', source: code, shortCircuit: true };
}
