import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Node's hooks that load the sources. typescript.mjs registers them.

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/test-typescript/', import.meta.url));
const OPTIONS = {
  sourceMaps: true,
  jsc: { parser: { syntax: 'typescript' }, target: 'es2023', experimental: { keepImportAttributes: true } },
  module: { type: 'es6' },
};

/** Node's resolve hook: gives tests the functions of the file that runs, as jest does in its own contexts. */
export function resolve(specifier, context, next) {
  if (specifier !== '@jest/globals') return next(specifier, context);
  return { url: new URL('jest/globals.mjs', import.meta.url).href, shortCircuit: true };
}

/** Node's load hook: removes the types of this repository's modules. */
export async function load(url, context, next) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context);
  const filename = fileURLToPath(url);
  const source = await compiled(filename, await readFile(filename, 'utf8'));
  return { format: 'module', source, shortCircuit: true };
}

/** Caches compiled files: loading the compiler and running it takes a third of the time of a start. */
async function compiled(filename, text) {
  const path = cached(filename, text);
  const known = await readFile(path, 'utf8').catch(() => undefined);
  if (known !== undefined) return known;
  const { transform } = await import('@swc/core');
  const { code, map } = await transform(text, { filename, ...OPTIONS });
  await mkdir(CACHE, { recursive: true });
  await writeWhole(`${path}.map`, map);
  await writeWhole(path, code);
  return code;
}

function cached(filename, text) {
  const key = createHash('sha256')
    .update(JSON.stringify([filename, text, OPTIONS]))
    .digest('hex');
  return join(CACHE, `${key}.js`);
}

/** Writes a file that other processes may write at this moment. */
async function writeWhole(path, text) {
  const part = `${path}.${process.pid}`;
  await writeFile(part, text);
  await rename(part, path);
}

/** @returns the path of the source map of a module that was loaded; undefined for others. */
export function sourceMapOf(url) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return undefined;
  const filename = fileURLToPath(url);
  return `${cached(filename, readFileSync(filename, 'utf8'))}.map`;
}
