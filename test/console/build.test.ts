import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
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

/** Files that a file imports, directly or through others, and itself. */
function importsOf(name: string): Set<string> {
  const found = new Set([name]);
  for (const each of found) {
    const source = readFileSync(join(ASSETS, each), 'utf8');
    for (const [, next = ''] of source.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g))
      found.add(next);
  }
  return found;
}

test.each([
  'index',
  'home-page',
  'lists-page',
  'new-list-page',
  'draft-of',
  'list-page',
  'companies-tab',
  'company-page',
])('the public suffix list, which is large, is not loaded with %s', (page) => {
  const [name = '', ...others] = scripts.filter((each) => new RegExp(`^${page}-[\\w-]{8}\\.js$`).test(each));
  expect(others).toEqual([]);
  const files = [...importsOf(name)];
  expect(files.length).toBeGreaterThan(1);
  expect(files.filter((each) => each.startsWith('domains-'))).toEqual([]);
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

const STYLES = resolve('console/node_modules/@mantine/core/styles');
/** Mantine names the classes of its components by hashes. */
const CLASS = /\bm_[0-9a-f]{6,8}\b/g;

/** Classes of Mantine in all files of a folder whose name ends so. */
function classesIn(folder: string, ending: string, not?: string): Set<string> {
  const files = readdirSync(folder).filter((file) => file.endsWith(ending) && !(not && file.endsWith(not)));
  return new Set(files.flatMap((file) => readFileSync(join(folder, file), 'utf8').match(CLASS) ?? []));
}

test('every component in the bundle has its styles, and no other component has', () => {
  const styled = classesIn(STYLES, '.css', '.layer.css');
  const used = classesIn(ASSETS, '.js');
  const wanted = [...styled].filter((name) => used.has(name));
  const bundled = classesIn(ASSETS, '.css');
  expect(wanted.length).toBeGreaterThan(100);
  expect(wanted.filter((name) => !bundled.has(name))).toEqual([]);
  const imports = readFileSync(resolve('console/src/mantine.css'), 'utf8').match(/[\w-]+(?=\.css";)/g) ?? [];
  const needless = imports.filter((name) => {
    const own = readFileSync(join(STYLES, `${name}.css`), 'utf8').match(CLASS);
    return own !== null && !own.some((each) => used.has(each));
  });
  expect(needless).toEqual([]);
});

const SOURCE = 'console/src';
const FORMATS = ['format.ts', 'later-formats.ts'].map((file) => join('lib', file));
/** Functions whose result depends on the language of the browser, or on one that is named where they are called. */
const BY_LANGUAGE = /\bIntl\.|\.toLocale\w*\(|navigator\.languages?\b/;

const read = (file: string) => readFile(join(SOURCE, file), 'utf8');

test('the modules of formats alone format numbers, dates and names of countries', async () => {
  const files = await readdir(SOURCE, { recursive: true });
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !file.startsWith('generated'));
  const texts = await Promise.all(sources.map(read));
  const formatting = sources.filter((_, index) => BY_LANGUAGE.test(texts[index] ?? ''));
  expect(formatting.sort()).toEqual(FORMATS);
});

test('they format in the language of the texts, never in that of the browser', async () => {
  const texts = await Promise.all(FORMATS.map(read));
  const made = [...texts.join('').matchAll(/new Intl\.\w+\(([^,)]*)/g)].map(([, first]) => first);
  expect(made.length).toBeGreaterThan(5);
  expect(new Set(made)).toEqual(new Set(['LANGUAGE']));
});
