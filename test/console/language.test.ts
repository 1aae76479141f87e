import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

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
