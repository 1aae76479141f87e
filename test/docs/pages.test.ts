import { spawnSync } from 'node:child_process';
import { access, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { afterAll, describe, expect, it, test } from '@jest/globals';
import { Command } from 'commander';
import { command } from '../../src/command-line/define.ts';
import { createProgram } from '../../src/command-line/program.ts';
import { HTTP_STATUS } from '../../src/lib/fault.ts';
import { openApiDocument } from '../../src/rest/openapi/document.ts';
import { commandLineReference } from '../../tools/reference/command-line.ts';
import { renderReferences } from '../../tools/reference/pages.ts';
import { findPages } from '../harness/pages.ts';

/** Pages of the repository, those of recorded benchmarks excepted. */
async function findAllPages(): Promise<string[]> {
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
  for (const path of await findAllPages())
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

const LONG = `${'word '.repeat(25)}word.`;

const BAD = {
  'long.md': `# Title\n\nShort.\n\n${LONG}\n`,
  'table.md': '| a |\n|---|\n| over either door |\n',
  'schema.graphql': `"""Short."""\ntype Query {\n  """${LONG}"""\n  a: Int\n\n  """Reckoned."""\n  b: Int\n}\n`,
  'openapi.json': `{\n  "summary": "Added by hand.",\n  "description": ${JSON.stringify(LONG)},\n  "name": "door"\n}\n`,
};
const GOOD = { 'code.md': `Run \`${'x '.repeat(30)}\` now.\n\n    ${LONG}\n` };

const folder = await mkdtemp(join(tmpdir(), 'prose-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the check on some files. @returns its exit code, and the errors without the path of the folder. */
async function check(files: Record<string, string>) {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const paths = Object.keys(files).map((name) => join(folder, name));
  const { status, stderr } = spawnSync(process.execPath, ['tools/check-prose.mjs', ...paths], {
    encoding: 'utf8',
  });
  return { status, faults: stderr.split('\n').filter((line) => line !== '') };
}

describe('npm run prose', () => {
  it('refuses long sentences and words that are no longer used, also in tables and schema descriptions', async () => {
    const { status, faults } = await check(BAD);
    expect(status).toBe(1);
    expect(faults.sort()).toEqual([
      expect.stringMatching(/long\.md:5: .* has 26 words; at most 25/),
      expect.stringMatching(/openapi\.json:2: .*manually/),
      expect.stringMatching(/openapi\.json:3: .* has 26 words/),
      expect.stringMatching(/schema\.graphql:3: .* has 26 words/),
      expect.stringMatching(/schema\.graphql:6: .*estimate/i),
      expect.stringMatching(/table\.md:3: .*API/),
    ]);
  });

  it('accepts plain sentences and code', async () => {
    expect(await check(GOOD)).toEqual({ status: 0, faults: [] });
  });
});

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

it('docs/api/errors.md has a row for each code, with its status, an anchor and the keys that OpenAPI documents', async () => {
  const text = await readFile('docs/api/errors.md', 'utf8');
  const row = /^\| (\d{3}) \| (?:<a id="(\w+)"><\/a>)?`(\w+)` \|.*\| (?:(.*) )?\|$/gm;
  const rows = [...text.matchAll(row)].map(([, status, anchor, code = '', keys = '']) => ({
    status: Number(status),
    anchor,
    code,
    keys,
  }));
  expect(rows.filter(({ anchor, code }) => anchor !== code)).toEqual([]);
  expect(Object.fromEntries(rows.map(({ code, status }) => [code, status]))).toEqual(HTTP_STATUS);
  const { schemas } = openApiDocument.components as {
    schemas: Record<string, { properties: object; discriminator: { mapping: Record<string, string> } }>;
  };
  const mapping = schemas.KnownProblem?.discriminator.mapping ?? {};
  const documented = Object.entries(mapping).map(([code, ref]) => {
    const { error, message, ...details } = (schemas[ref.replace(/.*\//, '')]?.properties ?? {}) as Record<
      string,
      object
    >;
    return [code, Object.keys(details).sort()];
  });
  const named = rows
    .filter(({ code }) => code in mapping)
    .map(({ code, keys }) => [
      code,
      [...keys.replace(/:.*/, '').matchAll(/`(\w+)`/g)].map(([, key]) => key).sort(),
    ]);
  expect(Object.fromEntries(named)).toEqual(Object.fromEntries(documented));
});

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

const references = await renderReferences();

describe('npm run reference', () => {
  it.each([...references])('has written %s', async (path, page) => {
    expect(await readFile(path, 'utf8')).toBe(page);
  });

  it('writes the pages of settings and commands', () => {
    expect([...references.keys()]).toEqual(['docs/operate/settings.md', 'docs/operate/command-line.md']);
  });
});

describe('the reference of a command', () => {
  it('has its arguments and options with their defaults, and an example', () => {
    const program = new Command('program');
    const group = program.command('box').description('Manage boxes.');
    command(group, 'open', 'Open a box.', 'box open 7 --by hand')
      .argument('<box>', 'number of the box')
      .argument('[key...]', 'keys to try')
      .requiredOption('--by <tool>', 'tool: a | b')
      .option('--times <n>', 'how often', Number, 3);
    const [, , box, open] = commandLineReference(program).split(/^(?=##)/m);
    expect(box).toBe('## box\n\nManage boxes.\n\n');
    expect(open).toBe(`### box open

Open a box.

\`\`\`sh
npm run cli -- box open 7 --by hand
\`\`\`

| argument or option | default | meaning |
|---|---|---|
| \`<box>\` | required | number of the box |
| \`[key...]\` | | keys to try |
| \`--by <tool>\` | required | tool: a \\| b |
| \`--times <n>\` | \`3\` | how often |
`);
  });

  it('shows an example that the command accepts', async () => {
    const examples = [...commandLineReference(createProgram()).matchAll(/^npm run cli -- (.*)$/gm)];
    expect(examples.length).toBeGreaterThan(20);
    for (const [, example = ''] of examples) {
      const words = [...example.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
      expect([example, await parse(words)]).toEqual([example, 'accepted']);
    }
  });
});

/** Parses a command line without running it. @returns `accepted`, or what is wrong. */
async function parse(words: readonly string[]): Promise<string> {
  const program = createProgram();
  const every = (described: Command): Command[] => [described, ...described.commands.flatMap(every)];
  for (const each of every(program)) {
    each.exitOverride().configureOutput({ writeErr: () => undefined });
    if (each.commands.length === 0) each.action(() => undefined);
  }
  return program.parseAsync([...words], { from: 'user' }).then(
    () => 'accepted',
    (error) => String(error),
  );
}
