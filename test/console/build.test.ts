import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';

const ASSETS = resolve('dist/console/assets');
const names = readdirSync(ASSETS).filter((name) => !/\.(br|gz)$/.test(name));
const scripts = names.filter((name) => name.endsWith('.js'));
const code = scripts.map((name) => readFileSync(join(ASSETS, name), 'utf8')).join('\n');
const matches = (pattern: RegExp) => code.match(pattern) ?? [];

/** A dynamic import as the build writes it, as the first argument of the loader, with the files that are fetched first. */
const FETCHED =
  /\b[\w$]+\((?:\(\)=>import\(`[^`]+`\)(?:\.then\(\w+=>\w+\.\w+\))?|async\(\)=>\{let\{[^}]*\}=await import\(`[^`]+`\);return\{[^}]*\}\}),(?:__vite__mapDeps\(|\[)/g;

test('every dynamic import fetches its files first', () => {
  const imports = matches(/\bimport\(/g);
  expect(imports.length).toBeGreaterThan(30);
  // The loader itself looks for `import(` in the source of a function.
  expect(matches(FETCHED)).toHaveLength(imports.length);
});

test('no other file is loaded by its address later than the page', () => {
  expect(
    matches(/new (?:Shared)?Worker\(|importScripts\(|serviceWorker\.register|import\.meta\.url/g),
  ).toEqual([]);
  expect(names.filter((name) => name.endsWith('.css'))).toHaveLength(1);
  const page = readFileSync(resolve('dist/console/index.html'), 'utf8');
  for (const name of names.filter((each) => each.endsWith('.css'))) expect(page).toContain(name);
});

test('a font that does not arrive is left out, and the text is shown without it', () => {
  const fonts = names.filter((name) => name.endsWith('.woff2'));
  expect(fonts.length).toBeGreaterThan(0);
  const styles = names
    .filter((name) => name.endsWith('.css'))
    .map((name) => readFileSync(join(ASSETS, name), 'utf8'));
  const faces = styles.join('').match(/@font-face\{[^}]*\}/g) ?? [];
  expect(faces).toHaveLength(fonts.length);
  expect(faces.filter((face) => !face.includes('font-display:optional'))).toEqual([]);
});
