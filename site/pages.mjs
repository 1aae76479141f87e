// The pages of the guide: files of the repository with their addresses, titles and sections. The site, llms.txt and
// llms-full.txt are made of them. Needs no package.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Path below which the service serves the guide. */
export const BASE = '/guide/';

/** The page of the site that is no page of the documentation. */
export const HOME = 'site/index.md';

/** Files that are no pages, and that readers may want: the site has them below `files/`. */
export const FILES = ['schema.graphql', 'ops/monitoring/alerts.yaml', 'ops/monitoring/dashboard.json'];

/** Files that the running service serves elsewhere. */
const SERVED = new Map([
  ['openapi.json', '/v1/openapi.json'],
  ['asyncapi.json', '/v1/asyncapi.json'],
]);

/**
 * Sections in the order of the sidebar. A section has the pages of its folder: those of `order` first, others by title.
 * `more` are pages elsewhere, with their addresses and, if the heading is no good one, their titles.
 */
const SECTIONS = [
  { title: 'Start', folder: 'docs/start', order: ['quick-start', 'concepts'] },
  {
    title: 'Guides',
    folder: 'docs/guides',
    order: [
      'crm-export',
      'import-a-file',
      'own-columns',
      'filter-to-csv',
      'nightly-enrichment',
      'python',
      'list-changes',
      'react',
      'browser',
      'fresh-catalogue',
      'production',
      'console',
      'agents',
    ],
    more: [['clients/typescript/README.md', 'typescript-client', 'TypeScript client']],
  },
  {
    title: 'API',
    folder: 'docs/api',
    order: [
      'README',
      'keys',
      'filters',
      'fields',
      'lists',
      'enrichment',
      'flags',
      'events',
      'drafts',
      'watched-lists',
      'webhooks',
      'credits',
      'errors',
      'limits',
      'idempotency',
      'graphql',
      'graphql-clients',
      'conformance',
    ],
  },
  {
    title: 'Operate',
    folder: 'docs/operate',
    order: [
      'operations',
      'signing-in',
      'operators',
      'settings',
      'command-line',
      'import',
      'capacity',
      'observability',
      'scaling',
    ],
    more: [
      ['ops/README.md', 'ops', 'Docker, Helm and systemd'],
      ['ops/monitoring/README.md', 'monitoring'],
      ['ops/cluster/README.md', 'cluster'],
      ['SECURITY.md', 'security'],
      ['CHANGELOG.md', 'changelog'],
    ],
  },
  {
    title: 'Concepts and decisions',
    folder: 'docs',
    order: ['glossary', 'comparison', 'architecture', 'decisions/README', 'benchmarks'],
    more: [
      ['src/database/embedded/README.md', 'embedded-postgresql'],
      ['CONTRIBUTING.md', 'contributing'],
    ],
  },
];

/** Returns the anchor of a heading, as GitHub makes it. @param text the heading without its markup */
export function anchorOf(text) {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

/** Returns the address of a page in docs/: flat, but for decisions. */
function slugOf(file) {
  const [, folder = '', name] = /^docs\/(?:(.+)\/)?([^/]+)\.md$/.exec(file);
  if (folder === 'decisions') return `decisions/${name === 'README' ? 'index' : name}`;
  return name === 'README' ? folder : name;
}

/** Returns the path of a page below the base of the site. An index is at the address of its folder. */
export const pathOf = ({ slug }) => slug.replace(/(^|\/)index$/, '$1');

function readPage(file, slug = slugOf(file), ownTitle = undefined) {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const title = ownTitle ?? /^# ([^:\n]+)/m.exec(text)?.[1];
  if (title === undefined) throw new Error(`${file} has no heading`);
  return { file, slug, text, title: title.replaceAll('`', '') };
}

/**
 * Reads all pages.
 *
 * @returns `sections` with their pages, `decisions`, whose list is a page of the last section, and `pages`, which are all
 * @throws Error if a page that a section names is missing, a page has no section, or two pages have one address.
 */
export function readPages() {
  const names = readdirSync(join(ROOT, 'docs'), { recursive: true });
  const files = names.filter((name) => name.endsWith('.md')).map((name) => posix.join('docs', name));
  const left = new Set(files.sort());
  const take = (file) => {
    left.delete(file);
    return readPage(file);
  };
  const decisions = files.filter((file) => /^docs\/decisions\/\d/.test(file)).map(take);
  const sections = SECTIONS.map(({ title, folder, order, more = [] }) => {
    const named = order.map((name) => take(`${folder}/${name}.md`));
    const others = [...left].filter((file) => file.startsWith(`${folder}/`)).map(take);
    others.sort((one, other) => one.title.localeCompare(other.title));
    return { title, pages: [...named, ...others, ...more.map((entry) => readPage(...entry))] };
  });
  const pages = [...sections.flatMap((section) => section.pages), ...decisions];
  const slugs = pages.map(({ slug }) => slug);
  const twice = slugs.find((slug, index) => slugs.indexOf(slug) !== index);
  if (twice !== undefined) throw new Error(`two pages of the guide have the address ${BASE}${twice}`);
  return { sections, decisions, pages };
}

/**
 * Creates the function that says where a link of a file leads: `{ page, anchor }` for a page, `{ href }` for anything else,
 * undefined for a file that the site does not have.
 *
 * @param pages all pages
 * @param repository address of the repository, which has the other files; undefined if nobody knows it
 */
export function createLinks(pages, repository) {
  const byFile = new Map(pages.map((page) => [page.file, page]));
  return (file, link) => {
    if (/^(?:[a-z]+:|\/|#)/.test(link)) return { href: link };
    const [path, anchor] = link.split('#');
    const target = posix.join(posix.dirname(file), path).replace(/\/$/, '');
    const page = byFile.get(target);
    if (page) return { page, anchor };
    if (FILES.includes(target)) return { href: `${BASE}files/${posix.basename(target)}` };
    if (SERVED.has(target)) return { href: SERVED.get(target) };
    if (/^docs\/.*\.md$/.test(target)) throw new Error(`${file}: the link ${link} leads to no page`);
    return repository && { href: `${repository}/blob/main/${target}` };
  };
}

/** Returns the text of a link. A path of a page becomes its title: readers of the site see no files. */
export function linkText(text, page) {
  return /^[\w./-]+\.md$/.test(text) ? page.title : text;
}

/** Returns the address of the repository that package.json names; undefined if it names none. */
export function readRepository() {
  const { repository } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const address = typeof repository === 'string' ? repository : repository?.url;
  return address?.replace(/^git\+/, '').replace(/\.git$/, '');
}
