// Writes llms.txt (https://llmstxt.org) and llms-full.txt: the guide for readers that are programs. Needs no package.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BASE, createLinks, linkText, ROOT } from './pages.mjs';

/** Sections for callers and operators. The others explain how the service is built. */
const IN_FULL = new Set(['Start', 'Guides', 'API', 'Operate']);
/** Pages that are long, and answer no question of a caller or an operator. */
const NOT_IN_FULL = new Set(['CHANGELOG.md', 'ops/cluster/README.md']);

/** Address of the Markdown of a page, which is served without a built guide as well. */
const addressOf = ({ slug }) => `${BASE}${slug}.md`;

/** Returns Markdown without links and emphasis, on one line. */
const plain = (text) =>
  text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('**', '')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * Returns a line that says what a page is about: its first sentence. A page that begins with a table or a list has its headings
 * instead, or without any, its first sentence below.
 *
 * @param text Markdown of the page
 * @returns an empty string for a page without a sentence
 */
export function describePage(text) {
  const blocks = text
    .replace(/^```[\s\S]*?^```$/gm, '')
    .split(/\n{2,}/)
    .slice(1);
  const headings = blocks.filter((block) => block.startsWith('## ')).map((block) => plain(block.slice(3)));
  const below = headings.length > 0 ? `${headings.join('; ')}.` : blocks.map(sentenceOf).find(Boolean);
  return sentenceOf(blocks[0] ?? '') ?? below ?? '';
}

/** Returns the first sentence of a paragraph; undefined for anything else, and for one that introduces what follows. */
function sentenceOf(block) {
  return PROSE.test(block) ? FIRST_SENTENCE.exec(plain(block))?.[0] : undefined;
}

const PROSE = /^(?![#|<!>-]|\d+\.|\[.*\]\(.*\)$)/;
const FIRST_SENTENCE = /^.*?[.!?](?=\s|$)/;

/** Returns the first paragraph of README after its title: what the service is. */
function readSummary() {
  const [, paragraph = ''] = readFileSync(join(ROOT, 'README.md'), 'utf8').split('\n\n');
  return plain(paragraph);
}

/** Returns llms.txt: every page with its address and a line about it. */
export function indexOf({ sections, decisions }) {
  const link = (page) => `- [${page.title}](${addressOf(page)})`;
  const line = (page) => `${link(page)}: ${describePage(page.text)}`;
  const list = (title, pages, toLine = line) => `## ${title}\n\n${pages.map(toLine).join('\n')}\n`;
  const main = sections.filter(({ title }) => IN_FULL.has(title));
  const others = sections.filter(({ title }) => !IN_FULL.has(title)).flatMap(({ pages }) => pages);
  return [
    `# company-data\n\n> ${readSummary()}\n`,
    'Both APIs can do the same. `/v1/openapi.json` of the running service describes REST, introspection of `/graphql` describes',
    'GraphQL, `/v1/asyncapi.json` events and webhooks. `/mcp` is the endpoint of agents (Model Context Protocol).',
    '`/llms-full.txt` has the pages for callers and operators in one text.\n',
    ...main.map(({ title, pages }) => list(title, pages)),
    // The format says that readers may skip a section of this name.
    list('Optional', others),
    // The title of a decision says what was decided.
    decisions.map(link).join('\n'),
  ].join('\n');
}

/** Returns llms-full.txt: all pages for callers and operators, one after the other. */
export function fullText({ sections, pages }, repository) {
  const resolve = createLinks(pages, repository);
  const glossary = pages.filter(({ file }) => file === 'docs/glossary.md');
  const chosen = sections.filter(({ title }) => IN_FULL.has(title)).flatMap((section) => section.pages);
  return [...chosen, ...glossary]
    .filter(({ file }) => !NOT_IN_FULL.has(file))
    .map((page) => `<!-- ${addressOf(page)} -->\n\n${withLinks(page, resolve).trim()}\n`)
    .join('\n');
}

/** Returns the Markdown of a page with links that the service serves. */
export const linkedText = (page, { pages }, repository) =>
  `${withLinks(page, createLinks(pages, repository)).trim()}\n`;

/** Returns the text of a page with links to the addresses of pages, and without pictures. */
function withLinks({ file, text }, resolve) {
  return text
    .split(/(^```[\s\S]*?^```$)/m)
    .map((part) => (part.startsWith('```') ? part : part.replace(/^!\[.*\n\n?/gm, '').replace(LINK, rewrite)))
    .join('');
  function rewrite(_whole, label, link) {
    const target = resolve(file, link);
    if (target === undefined) return label;
    if (!target.page) return `[${label}](${target.href})`;
    const anchor = target.anchor === undefined ? '' : `#${target.anchor}`;
    return `[${linkText(label, target.page)}](${addressOf(target.page)}${anchor})`;
  }
}

const LINK = /\[([^\]]*)\]\(([^)\s]+)\)/g;
