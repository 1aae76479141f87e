import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LoneAnonymousOperationRule, parse, specifiedRules, validate } from 'graphql';
import ts from 'typescript';
import { schema } from '../../src/api/schema.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { type Block, blocksOf, findPages, linkClient } from '../harness/pages.ts';
import { paste, pythonPath } from '../harness/paste.ts';
import { type Running, start } from '../harness/process.ts';

/** Pages whose requests show their answers. */
const PAGES = [
  'README.md',
  'docs/start/quick-start.md',
  ...[
    'browser',
    'crm-export',
    'filter-to-csv',
    'fresh-catalogue',
    'import-a-file',
    'list-changes',
    'nightly-enrichment',
    'own-columns',
    'production',
    'python',
  ].map((name) => `docs/guides/${name}.md`),
  ...[
    'enrichment',
    'filters',
    'insight',
    'rule-behind-examples',
    'fields',
    'lists',
    'flags',
    'events',
    'drafts',
    'watched-lists',
    'webhooks',
    'credits',
    'keys',
    'idempotency',
    'graphql-clients',
  ].map((name) => `docs/api/${name}.md`),
  'docs/operate/operators.md',
];

/** Whether a value is what a page shows: `…` stands for any value, for the rest of a list, and as a key for further keys. */
function shows(shown: unknown, value: unknown): boolean {
  if (shown === '…') return value !== undefined;
  if (Array.isArray(shown)) {
    if (!Array.isArray(value)) return false;
    const isOpen = shown.at(-1) === '…';
    const listed = isOpen ? shown.slice(0, -1) : shown;
    return (
      (isOpen || value.length === listed.length) && listed.every((each, index) => shows(each, value[index]))
    );
  }
  if (typeof shown !== 'object' || shown === null) return shown === value;
  if (typeof value !== 'object' || value === null) return false;
  const { '…': more, ...named } = shown as Record<string, unknown>;
  const given = value as Record<string, unknown>;
  const hasOthers = Object.keys(given).some((key) => !(key in named));
  return (
    (more !== undefined || !hasOthers) && Object.keys(named).every((key) => shows(named[key], given[key]))
  );
}

/** Whether a text has the lines that a page shows, in their order. `…` stands for the rest of a line, or for lines. */
function showsLines(shown: string, text: string): boolean {
  let rest = text.replaceAll('\r', '').split('\n');
  return shown
    .trim()
    .split('\n')
    .filter((line) => line !== '…' && line !== '')
    .every((line) => {
      const [begin = '', end = ''] = line.split('…', 2);
      const at = rest.findIndex((each) =>
        line.includes('…') ? each.startsWith(begin) && each.endsWith(end) : each === line,
      );
      rest = rest.slice(at + 1);
      return at >= 0;
    });
}

/** Expects that the output of a request is what stands below it: JSON, or lines. */
function expectShown(place: string, answer: Block | undefined, output: string): void {
  if (answer?.language !== 'json') {
    expect([place, answer?.language]).toEqual([place, 'text']);
    if (!showsLines(answer?.text ?? '', output)) expect([place, output]).toEqual([place, answer?.text]);
    return;
  }
  const [shown, value] = [JSON.parse(answer.text), JSON.parse(output || 'null')];
  if (!shows(shown, value)) expect([place, value]).toEqual([place, shown]);
}

let filled: TestDatabase;
let dataDir: string;

interface Demo {
  env: Record<string, string>;
  stop(): Promise<void>;
}

/** Starts a demo. Its keys are in the data directory, so that each one has the same. */
async function startDemo(database: TestDatabase): Promise<Demo> {
  const demo: Running = start(['demo'], {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PORT: '0',
    CORS_ORIGINS: 'http://localhost:5173',
    WEBHOOK_ALLOW: '127.0.0.1',
  });
  const stop = async () => {
    demo.child.kill('SIGTERM');
    await demo.finished;
  };
  try {
    const url = (await demo.line(/ready at/)).replace(/^.* at /, '');
    await demo.line(/Ctrl-C/);
    const [, key = ''] = /Ada, admin\s+(cds_user_\S+)/.exec(demo.output.stdout) ?? [];
    return { env: { URL: url, KEY: key, DATABASE_URL: database.url, DATA_DIR: dataDir }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts a demo with what the first one made. Its database goes with it. */
async function startFresh(): Promise<Demo> {
  const database = await createTestDatabase({ template: new URL(filled.url).pathname.slice(1) });
  const { env, stop } = await startDemo(database);
  return {
    env,
    async stop() {
      await stop();
      await database.drop();
    },
  };
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'blocks-'));
  await linkClient(dataDir);
  filled = await createTestDatabase();
  await (await startDemo(filled)).stop();
  await filled.pool.end();
});
afterAll(async () => {
  await filled.drop();
  await rm(dataDir, { recursive: true });
});

/** Commands whose output the page shows: they send requests, by themselves or by a program of the page, or count lines. */
const SENDS = /\b(?:curl|python3|node|bash|grep -c|npm run --silent cli) /;

/** A block that begins with the name of a file, as a comment, is the content of this file. */
const FILE_NAME = /^(?:#|\/\/) ([\w-]+\.(?:py|sh|ts))\n/;

/** Writes the file that a block shows. TypeScript becomes JavaScript, which all supported versions of Node.js run. */
async function writeShown(text: string): Promise<void> {
  const [head, name = ''] = FILE_NAME.exec(text) ?? [''];
  const content = text.slice(head.length);
  const isTypeScript = name.endsWith('.ts');
  const written = isTypeScript ? ts.transpile(content, { target: ts.ScriptTarget.ES2022 }) : content;
  await writeFile(join(dataDir, isTypeScript ? name.replace(/ts$/, 'mjs') : name), written);
}

/** Pastes a block as a reader would, without the lines that say which server and key. @throws if a command fails */
async function runBlock(text: string, env: Record<string, string>): Promise<string> {
  const script = text
    .replace(/^(?:export )?(?:URL|KEY|DATA_DIR)=.*$/gm, '')
    .replace(/\bnpm run (?:--silent )?cli --/g, `node ${resolve('tools/run.mjs')}`)
    .replace(/\bnode ([\w-]+)\.ts\b/g, 'node $1.mjs');
  const { output, status, errors } = await paste(script, dataDir, { ...env, ...pythonPath() });
  if (status !== 0) throw new Error(`a command fails:\n${text}\n${errors}`);
  return output;
}

interface Request extends Block {
  /** What stands below it; undefined for a block that only writes a file. */
  answer: Block | undefined;
}

/** A block that writes a file, and shows no answer. */
const isWriting = ({ text }: Block) => /^cat > \S+ <</m.test(text) && !SENDS.test(text);

/** A program, a command, or a body: only a preview takes one and changes nothing. */
const CHANGES = /\b(?:python3|bash|cli|node \w+\.ts)\b| -d |-X (?!OPTIONS)/;
const isChange = ({ text }: Request) => CHANGES.test(text.replace(/"\$URL\/v1\/lists\/preview" -d/g, ''));

const pages = await Promise.all(
  PAGES.map(async (path) => {
    const blocks = blocksOf(await readFile(path, 'utf8'));
    const requests = blocks.flatMap((block, index): Request[] => {
      if (block.language !== 'sh' || FILE_NAME.test(block.text)) return [];
      if (isWriting(block)) return [{ ...block, answer: undefined }];
      return SENDS.test(block.text) ? [{ ...block, answer: blocks[index + 1] }] : [];
    });
    return { path, files: blocks.filter(({ text }) => FILE_NAME.test(text)), requests };
  }),
);
const [changing, reading] = [true, false].map((changes) =>
  pages.filter(({ requests }) => requests.some(isChange) === changes),
);

/** Runs the requests of a page, and compares their answers. */
async function runPage({ path, files, requests }: (typeof pages)[number], { env }: Demo): Promise<void> {
  for (const { text } of files) await writeShown(text);
  expect(requests.length).toBeGreaterThan(0);
  for (const request of requests) {
    const output = await runBlock(request.text, env);
    if (!isWriting(request)) expectShown(`${path}:${request.line}`, request.answer, output);
  }
}

/** Milliseconds for a page, whose programs and commands may be many. */
const PAGE_MS = 240_000;

describe('a page shows the answers that its requests have', () => {
  it.each(changing ?? [])(
    'on a fresh demo: $path',
    async (page) => {
      const demo = await startFresh();
      await runPage(page, demo).finally(demo.stop);
    },
    PAGE_MS,
  );

  describe('where they change nothing, on one demo', () => {
    let demo: Demo;
    beforeAll(async () => {
      demo = await startFresh();
    }, PAGE_MS);
    afterAll(() => demo.stop());
    it.each(reading ?? [])('$path', (page) => runPage(page, demo), PAGE_MS);
  });
});

describe('a block of a page', () => {
  it('has a language, and is a document of the schema where that is GraphQL', async () => {
    const faults: string[] = [];
    for (const path of await findPages())
      for (const { language, text, line } of blocksOf(await readFile(path, 'utf8'))) {
        if (language === '') faults.push(`${path}:${line}: no language`);
        if (language !== 'graphql') continue;
        // Several documents stand below one another.
        const errors = validate(
          schema,
          parse(text),
          specifiedRules.filter((rule) => rule !== LoneAnonymousOperationRule),
        );
        faults.push(...errors.map(({ message }) => `${path}:${line}: ${message}`));
      }
    expect(faults).toEqual([]);
  });
});

describe('an answer on a page', () => {
  it.each([
    [{ a: 1 }, { a: 2 }],
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: 1, b: '…' }, { a: 1 }],
    [
      [1, '…'],
      [2, 3],
    ],
    [[1], [1, 2]],
    [{ a: null }, { a: 0 }],
    ['…', undefined],
  ])('%j is not that of %j', (shown, value) => expect(shows(shown, value)).toBe(false));

  it.each([
    [
      { a: 1, '…': '…' },
      { a: 1, b: 2 },
    ],
    [{ a: ['…'] }, { a: [] }],
    [
      [1, '…'],
      [1, 2, 3],
    ],
    [{ a: '…' }, { a: null }],
  ])('%j is that of %j', (shown, value) => expect(shows(shown, value)).toBe(true));

  it.each([
    ['a\nc\n', true],
    ['…\nb…\n', true],
    ['c\na\n', false],
    ['b\n', false],
    ['bx…\n', false],
  ])('the lines %j are those of a text: %j', (shown, expected) => {
    expect(showsLines(shown, 'a\r\nbcd\r\nc\r\n')).toBe(expected);
  });
});
