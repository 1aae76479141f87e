import { readFile } from 'node:fs/promises';
import { createProgram } from '../../src/command-line/program.ts';
import { describeSettings } from '../../src/config.ts';
import { commandLineReference } from './command-line.ts';
import { settingsReference } from './settings.ts';

const BEGIN = '<!-- Written by `npm run reference`: do not edit from here on. -->';
const END = '<!-- The end of the written part. -->';

/** Pages with a part that is written from the code, by their paths in the repository. */
const REFERENCES: Record<string, () => string> = {
  'docs/operate/settings.md': () => settingsReference(describeSettings()),
  'docs/operate/command-line.md': () => commandLineReference(createProgram()),
};

/**
 * Returns the pages as they should be, by path. Text outside the two marks of a page stays as it is.
 *
 * @throws Error if a page has lost a mark.
 */
export async function renderReferences(): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  for (const [path, render] of Object.entries(REFERENCES))
    pages.set(
      path,
      replacePart(path, await readFile(new URL(`../../${path}`, import.meta.url), 'utf8'), render()),
    );
  return pages;
}

function replacePart(path: string, page: string, part: string): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`${path} lacks one of the marks "${BEGIN}" and "${END}"`);
  return `${page.slice(0, begin)}${BEGIN}\n\n${part}\n${page.slice(end)}`;
}
