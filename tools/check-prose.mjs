// Checks what people read (`npm run prose`): README, CONTRIBUTING, docs/, the first page of the site, the client's README and the
// descriptions in schema.graphql and openapi.json; or the files that are named as arguments. A sentence has at most 25 words, so that readers in a second
// language can follow it.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TextlintKernel } from '@textlint/kernel';
import markdown from '@textlint/textlint-plugin-markdown';
import { parse, visit } from 'graphql';
import terminology from 'textlint-rule-terminology';
import { maxWords } from './prose-sentences.mjs';
import { TERMS } from './prose-terms.mjs';

const MAX_WORDS = 25;
const CONTRACTS = ['schema.graphql', 'openapi.json'];

/** Packages for CommonJS put what they export under `default`. */
const exported = (module) => module.default ?? module;

const options = {
  ext: '.md',
  plugins: [{ pluginId: 'markdown', plugin: exported(markdown) }],
  rules: [
    { ruleId: 'max-words', rule: maxWords, options: { max: MAX_WORDS } },
    { ruleId: 'terms', rule: exported(terminology), options: { defaultTerms: false, terms: TERMS } },
  ],
};

/** The descriptions of a schema, a paragraph each, and the line that each comes from. */
function descriptionsOf(sdl) {
  const paragraphs = [];
  const lines = [];
  const add = ({ description }) => {
    if (!description) return;
    paragraphs.push(description.value.replace(/\s+/g, ' '));
    lines.push(description.loc.startToken.line);
  };
  visit(parse(sdl), { enter: add });
  return { text: paragraphs.join('\n\n'), lineOf: (line) => lines[(line - 1) / 2] };
}

/** The summaries and descriptions of a document of OpenAPI, each once, and the line that each comes from. */
function textsOf(json) {
  const found = new Map();
  for (const [index, line] of json.split('\n').entries()) {
    const [, quoted] = /^ +"(?:summary|description)": (".*"),?$/.exec(line) ?? [];
    if (quoted && !found.has(quoted)) found.set(quoted, index + 1);
  }
  const paragraphs = [...found.keys()].map((quoted) => JSON.parse(quoted).replace(/\s+/g, ' '));
  return { text: paragraphs.join('\n\n'), lineOf: (line) => [...found.values()][(line - 1) / 2] };
}

function readTexts(path, source) {
  if (path.endsWith('.graphql')) return descriptionsOf(source);
  if (path.endsWith('.json')) return textsOf(source);
  return { text: source, lineOf: (line) => line };
}

async function check(path) {
  const source = await readFile(path, 'utf8');
  const { text, lineOf } = readTexts(path, source);
  const { messages } = await new TextlintKernel().lintText(text, { ...options, filePath: `${path}.md` });
  return messages.map(({ loc, message }) => `${path}:${lineOf(loc.start.line)}: ${message}`);
}

async function allFiles() {
  const pages = await readdir('docs', { recursive: true });
  const docs = pages.filter((name) => name.endsWith('.md')).map((name) => join('docs', name));
  const ops = ['ops/README.md', 'ops/monitoring/README.md'];
  return [
    'README.md',
    'CONTRIBUTING.md',
    'site/index.md',
    'clients/typescript/README.md',
    ...ops,
    ...docs.sort(),
    ...CONTRACTS,
  ];
}

const named = process.argv.slice(2);
const faults = (await Promise.all((named.length > 0 ? named : await allFiles()).map(check))).flat();
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
