import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

/** Special terms that a reader meets first. */
const EXPECTED = 'list definition tier materialization posting facet unlock credit point slot'
  .split(' ')
  .concat(
    'evidence window',
    'cost class',
    'replay log',
    'saved document',
    'range-encoded bitmap',
    'existence bitmap',
  );

const glossary = await readFile('docs/glossary.md', 'utf8');
const terms = [...glossary.matchAll(/^\| (?!term )([^|`-][^|]*?) \| \S.* \|$/gm)].map(
  ([, term = '']) => term,
);
const pages = (await readdir('docs', { recursive: true })).filter(
  (name) => name.endsWith('.md') && name !== 'glossary.md',
);
const paths = ['schema.graphql', 'README.md', 'CONTRIBUTING.md', ...pages.map((name) => join('docs', name))];
const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
const text = texts.join('\n').replace(/\s+/g, ' ').toLowerCase();

/** Returns the stem that the singular and the plural of a term share. */
const stem = (term: string) => term.toLowerCase().replace(/y$/, '');

describe('docs/glossary.md', () => {
  it('explains the basic terms of the service', () => {
    expect(terms).toEqual(expect.arrayContaining(EXPECTED));
  });

  it('has each term once, in alphabetical order', () => {
    expect(terms).toEqual([...new Set(terms)].sort((a, b) => a.localeCompare(b, 'en')));
  });

  it('has no term that neither the schema nor the docs use', () => {
    const unused = terms.flatMap((term) => term.split(', ')).filter((term) => !text.includes(stem(term)));
    expect(unused).toEqual([]);
  });
});
