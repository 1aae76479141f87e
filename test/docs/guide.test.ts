import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

interface Page {
  file: string;
  slug: string;
  text: string;
  title: string;
}

interface Pages {
  sections: { title: string; pages: Page[] }[];
  decisions: Page[];
  pages: Page[];
}

const load = (name: string) => import(new URL(`../../site/${name}.mjs`, import.meta.url).href);
const { createLinks, readPages } = await load('pages');
const { describePage, fullText, indexOf } = await load('llms');

const all: Pages = readPages();
const index: string = indexOf(all);
const full: string = fullText(all, undefined);
const addresses = all.pages.map(({ slug }) => `/guide/${slug.replace(/(^|\/)index$/, '$1')}`);
/** Addresses of the Markdown of the pages. */
const texts = all.pages.map(({ slug }) => `/guide/${slug}.md`);

describe('the guide', () => {
  it('has each page of docs/ once, at a flat address unless it is a decision', async () => {
    const names = await readdir('docs', { recursive: true });
    const files = names.filter((name) => name.endsWith('.md')).map((name) => join('docs', name));
    const shown = all.pages.map(({ file }) => file).filter((file) => file.startsWith('docs/'));
    expect(shown.sort()).toEqual(files.sort());
    expect(new Set(addresses).size).toBe(addresses.length);
    const nested = addresses.filter((address) => address.split('/').length > 3);
    expect(nested.filter((address) => !address.startsWith('/guide/decisions/'))).toEqual([]);
    expect(addresses).toEqual(
      expect.arrayContaining(['/guide/errors', '/guide/quick-start', '/guide/settings']),
    );
  });

  it('resolves links to pages, to files that it offers, and to what the service has', () => {
    const resolve = createLinks(all.pages, undefined);
    expect(resolve('docs/api/README.md', '../operate/settings.md#a')).toMatchObject({
      page: { slug: 'settings' },
      anchor: 'a',
    });
    expect(resolve('docs/api/README.md', '../../schema.graphql')).toEqual({
      href: '/guide/files/schema.graphql',
    });
    expect(resolve('docs/api/README.md', '../../openapi.json')).toEqual({ href: '/v1/openapi.json' });
    expect(resolve('docs/api/README.md', '../../LICENSE')).toBeUndefined();
    expect(() => resolve('docs/api/README.md', 'nothing.md#a')).toThrow(
      'docs/api/README.md: the link nothing.md#a leads to no page',
    );
    const withSources = createLinks(all.pages, 'https://git.example/company-data');
    expect(withSources('ops/README.md', 'docker')).toEqual({
      href: 'https://git.example/company-data/blob/main/ops/docker',
    });
  });

  it.each([
    ['# A\n\nOne [link](b.md), and *more*. Two.\n', 'One link, and *more*.'],
    ['# A\n\n| a |\n|---|\n\nText.\n\n## One\n\n## Two\n', 'One; Two.'],
    ['# A\n\nThe parts:\n\n- a\n\n```text\n## no heading\n\nNo text.\n```\n\nLast words.\n', 'Last words.'],
    ['# A\n', ''],
  ])('describes a page in a line: %j', (text, line) => {
    expect(describePage(text)).toBe(line);
  });
});

describe('llms.txt', () => {
  it('has the form of llmstxt.org', () => {
    expect(index).toMatch(/^# company-data\n\n> Host a company database yourself: .*\n\n/);
    const headings = [...index.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(['Start', 'Guides', 'API', 'Operate', 'Optional']);
  });

  it('lists every page, each with a line about it, but for decisions, whose titles say it', () => {
    const links = [...index.matchAll(/^- \[.+\]\((\/guide\/[^)]+)\)(: .*\S.*)?$/gm)];
    expect(links.map(([, address]) => address).sort()).toEqual([...texts].sort());
    const bare = links.filter(([, , about]) => about === undefined).map(([, address]) => address);
    expect(bare).toHaveLength(all.decisions.length);
  });
});

describe('llms-full.txt', () => {
  it('has the complete pages for callers and operators, and no decision', () => {
    const marks = [...full.matchAll(/^<!-- (\S+) -->$/gm)].map(([, address]) => address);
    expect(marks).toEqual(
      expect.arrayContaining(['/guide/quick-start.md', '/guide/errors.md', '/guide/operations.md']),
    );
    expect(marks.filter((address) => /decisions|architecture|contributing/.test(String(address)))).toEqual(
      [],
    );
    expect(full).toContain('| 404 | <a id="list_not_found"></a>`list_not_found` |');
  });

  it('links to pages that the service serves', () => {
    const prose = full.replace(/^```[\s\S]*?^```$/gm, '');
    const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link.split('#')[0] ?? '');
    const known = new Set(['', '/v1/openapi.json', '/v1/asyncapi.json', ...texts]);
    const lost = links.filter((link) => !known.has(link) && !/^https?:|^\/guide\/files\//.test(link));
    expect([links.length > 100, lost]).toEqual([true, []]);
  });
});
