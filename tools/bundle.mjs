// Bundles dist/main.js and the libraries that it imports into dist/bundle/. A process that loads 1,500 modules one by one
// takes a second longer to start.
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { minify } from '@swc/core';
import { rolldown } from 'rolldown';
import { describeLicenses, packagesOf } from './licenses.mjs';
import { EXTERNAL } from './pack.mjs';

/** Packages in dist/pages (vendor-pages.mjs). */
const PAGES = ['@fontsource-variable/inter', '@graphql-yoga/render-graphiql', 'swagger-ui-dist'].map((name) =>
  fileURLToPath(new URL(`../node_modules/${name}`, import.meta.url)),
);

/** Packages that pg and debug use if they are there, and do without. Tools of the build bring the second one. */
const ABSENT = ['pg-native', 'supports-color'];

/** Writes the bundle to `folder`, which appears complete. Each of `entries` becomes a file of its name. */
export async function bundle(entries, folder) {
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  const built = await rolldown({
    input: entries,
    platform: 'node',
    external: (id) => [...EXTERNAL, ...ABSENT].some((name) => id === name || id.startsWith(`${name}/`)),
    // The entries of packages that Node takes: graphql has others, and two copies of it refuse each other's schema.
    resolve: { mainFields: ['main'], extensions: ['.js', '.mjs', '.json'] },
    onLog: refuseWarnings,
  });
  const { output } = await built.write({
    dir: unfinished,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  });
  const chunks = output.filter(({ type }) => type === 'chunk');
  await Promise.all(chunks.map(({ fileName }) => shorten(join(unfinished, fileName))));
  const modules = output.flatMap(({ moduleIds = [] }) => moduleIds);
  const licenses = await describeLicenses([...packagesOf(modules), ...PAGES]);
  await writeFile(join(unfinished, 'THIRD_PARTY_LICENSES.txt'), licenses);
  await built.close();
  await rm(folder, { recursive: true, force: true });
  await rename(unfinished, folder);
}

/**
 * Leaves out comments and indentation, and escapes what is not ASCII. A process keeps the text of what it has loaded, and V8 takes
 * two bytes a character for all of a text that is not Latin-1. Names stay, for the traces of errors.
 */
async function shorten(file) {
  const format = { comments: false, asciiOnly: true };
  const text = await readFile(file, 'utf8');
  const { code } = await minify(text, { module: true, compress: false, mangle: false, format });
  await writeFile(file, code);
}

/** Ends the build at a warning, such as an import that is not found: the bundle might fail later. */
function refuseWarnings(level, { message }) {
  if (level === 'warn') throw new Error(message);
}
