// The site: which pages it has, their addresses, and how Markdown becomes HTML. The service serves it below /guide
// (src/http/guide), so nothing is loaded from elsewhere.
import { readdirSync } from 'node:fs';
import { defineConfig } from 'vitepress';
import { describePage } from '../llms.mjs';
import { anchorOf, BASE, createLinks, HOME, pathOf, ROOT, readPages, readRepository } from '../pages.mjs';
import { diagramFences, leaveOutDiagrams } from './diagrams.mjs';
import { rewriteLinks } from './links.mjs';
import { collectLicenses, findPackages } from './plugins.mjs';

const { sections, decisions, pages } = readPages();
/** With an address in package.json (`repository`), pages get edit links, and links to sources lead to it. */
const repository = readRepository();
const known = new Map([...pages.map((page) => [page.file, page]), [HOME, { file: HOME, slug: 'index' }]]);

/** Folders of the repository without pages. */
const WITHOUT_PAGES = readdirSync(ROOT, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !['clients', 'docs', 'ops', 'site', 'src'].includes(entry.name))
  .map(({ name }) => `${name}/**`);

/** Pages of tables with many columns. They have no outline beside them. */
const WIDE = ['docs/api/errors.md', 'docs/operate/settings.md', 'docs/operate/command-line.md'];

const toItem = (page) => ({ text: page.title, link: `/${pathOf(page)}` });

export default defineConfig({
  title: 'Company data',
  titleTemplate: ':title · Company data',
  description: 'Guide of the self-hosted company data service',
  lang: 'en',
  base: BASE,
  srcDir: ROOT,
  srcExclude: [...WITHOUT_PAGES, 'README.md', 'CODE_OF_CONDUCT.md', 'ops/cluster/results/**'],
  cacheDir: 'node_modules/.cache/vitepress',
  cleanUrls: true,
  // One file instead of an inline script of all pages in each of them.
  metaChunk: true,
  rewrites: (file) => {
    const page = known.get(file);
    if (!page) throw new Error(`${file} is no page of the guide: name it in site/pages.mjs`);
    return `${page.slug}.md`;
  },
  head: [
    ['link', { rel: 'icon', href: 'data:,' }],
    ['meta', { name: 'color-scheme', content: 'light dark' }],
  ],
  markdown: {
    anchor: { slugify: anchorOf },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark' },
    config(md) {
      rewriteLinks(md, createLinks(pages, repository));
      diagramFences(md);
    },
  },
  transformPageData({ filePath, frontmatter }) {
    const page = known.get(filePath);
    if (page?.text === undefined) return {};
    return {
      title: page.title,
      description: describePage(page.text),
      frontmatter: { ...frontmatter, aside: !WIDE.includes(filePath) },
    };
  },
  vite: {
    plugins: [findPackages(), leaveOutDiagrams(), collectLicenses()],
    // Pictures as files, so that browsers load them when they are in sight.
    build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 1000 },
    publicDir: false,
    // The build renders pages without diagrams: only browsers load it.
    ssr: { external: ['mermaid'] },
  },
  themeConfig: {
    nav: [
      { text: 'Quick start', link: '/quick-start' },
      { text: 'API', link: '/api' },
      { text: 'Operate', link: '/operations' },
      {
        text: 'This service',
        items: [
          { text: 'Console', link: 'pathname:///' },
          { text: 'REST: try it', link: 'pathname:///docs' },
          { text: 'GraphiQL', link: 'pathname:///graphql' },
        ],
      },
    ],
    sidebar: {
      '/': sections.map(({ title, pages: items }) => ({ text: title, items: items.map(toItem) })),
      '/decisions/': [
        { text: 'Guide', items: [{ text: 'All pages', link: '/' }] },
        { text: 'Decisions', items: [{ text: 'Overview', link: '/decisions/' }, ...decisions.map(toItem)] },
      ],
    },
    outline: { level: [2, 3] },
    search: { provider: 'local', options: { detailedView: true } },
    ...(repository && {
      editLink: { pattern: ({ filePath }) => `${repository}/edit/main/${filePath}`, text: 'Edit this page' },
      socialLinks: [{ icon: 'git', link: repository, ariaLabel: 'Sources' }],
    }),
    footer: { message: 'MIT License' },
  },
});
