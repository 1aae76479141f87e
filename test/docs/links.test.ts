import { access, readdir, readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from '@jest/globals';

/** Pages of the repository, those of recorded benchmarks excepted. */
async function findPages(): Promise<string[]> {
  const folders = ['docs', 'ops', 'clients', 'console', 'site', '.github'];
  const found = await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(folder, { recursive: true });
      return names.filter((name) => !name.includes('node_modules')).map((name) => join(folder, name));
    }),
  );
  const roots = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', 'CODE_OF_CONDUCT.md'];
  return [...roots, ...found.flat().filter((name) => name.endsWith('.md'))].sort();
}

const { anchorOf } = await import(new URL('../../site/pages.mjs', import.meta.url).href);

/** Returns what links of a page can point to: headings, and anchors that it sets itself. */
function anchorsOf(text: string): Set<string> {
  const own = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id);
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    anchorOf(heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')),
  );
  return new Set([...own, ...headings]);
}

it('every link of a page leads to a file and a heading that exist', async () => {
  const texts = new Map<string, string>();
  for (const path of await findPages())
    texts.set(path, (await readFile(path, 'utf8')).replace(/^```[\s\S]*?^```$/gm, ''));
  const faults: string[] = [];
  let count = 0;
  for (const [page, text] of texts)
    for (const [, link = ''] of text.matchAll(/\]\(([^)\s]+)/g)) {
      if (/^[a-z]+:/.test(link)) continue;
      count += 1;
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : normalize(join(dirname(page), path));
      const exists = await access(target).then(
        () => true,
        () => false,
      );
      const hasAnchor = anchor === undefined || anchorsOf(texts.get(target) ?? '').has(anchor);
      if (!exists || !hasAnchor) faults.push(`${page}: ${link}`);
    }
  expect(faults).toEqual([]);
  expect(count).toBeGreaterThan(300);
});
