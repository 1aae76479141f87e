import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { findPages } from '../harness/pages.ts';

const TOTALS = /^\d+ companies, (\d+) technologies, (\d+) detections, (\d+) partnerships$/gm;

/** Numbers of technologies, detections and partnerships wherever a page shows the size of a catalogue. */
async function shownSizes(): Promise<string[]> {
  const pages = await Promise.all((await findPages()).map((page) => readFile(page, 'utf8')));
  return pages.flatMap((page) => [...page.matchAll(TOTALS)].map((match) => match.slice(1).join(' ')));
}

test('all pages show the size of the same catalogue, which is the demo', async () => {
  // The blocks of the guide run on a new demo (blocks.long.test.ts).
  const guide = await readFile('docs/guides/fresh-catalogue.md', 'utf8');
  const [demo] = [...guide.matchAll(TOTALS)].map((match) => match.slice(1).join(' '));
  const shown = await shownSizes();
  expect(shown.length).toBeGreaterThan(1);
  expect(shown).toEqual(shown.map(() => demo));
  const { paths } = JSON.parse(await readFile('openapi.json', 'utf8'));
  const { example } = paths['/v1/catalogue'].get.responses['200'].content['application/json'];
  expect(`${example.technology_count} ${example.detection_count} ${example.partnership_count}`).toBe(demo);
});
