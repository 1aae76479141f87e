import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const SOURCE = 'console/src';
/** Functions whose result depends on the language of the browser, or on one that is named where they are called. */
const BY_LANGUAGE = /\bIntl\.|\.toLocale\w*\(|navigator\.languages?\b/;

test('one module of the console formats numbers, dates and names of countries', async () => {
  const files = await readdir(SOURCE, { recursive: true });
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !file.startsWith('generated'));
  const texts = await Promise.all(sources.map((file) => readFile(join(SOURCE, file), 'utf8')));
  expect(sources.filter((_, index) => BY_LANGUAGE.test(texts[index] ?? ''))).toEqual([
    join('lib', 'format.ts'),
  ]);
});

test('it formats in the language of the texts, never in that of the browser', async () => {
  const text = await readFile(join(SOURCE, 'lib', 'format.ts'), 'utf8');
  const made = [...text.matchAll(/new Intl\.\w+\(([^,)]*)/g)].map(([, first]) => first);
  expect(made.length).toBeGreaterThan(5);
  expect(new Set(made)).toEqual(new Set(['LANGUAGE']));
});
