// Writes the guide for readers that are programs: each page as Markdown, llms.txt (https://llmstxt.org), llms-full.txt, and an index of
// the pages. Needs no package, so that the build of the service writes them.
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describePage, fullText, indexOf, linkedText } from './llms.mjs';
import { readPages, readRepository } from './pages.mjs';

/** The folder appears complete: a service reads its index at the start. */
export async function writeTexts(folder) {
  const all = readPages();
  const repository = readRepository();
  const sections = [...all.sections, { title: 'Decisions', pages: all.decisions }];
  const index = sections.flatMap(({ title: section, pages }) =>
    pages.map(({ slug, title, text }) => ({ slug, title, section, description: describePage(text) })),
  );
  const files = [
    ['index.json', JSON.stringify(index)],
    ['llms.txt', indexOf(all)],
    ['llms-full.txt', fullText(all, repository)],
    ...all.pages.map((page) => [`pages/${page.slug}.md`, linkedText(page, all, repository)]),
  ];
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  for (const [name, text] of files) {
    const path = join(unfinished, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  await rm(folder, { recursive: true, force: true });
  await rename(unfinished, folder);
}
