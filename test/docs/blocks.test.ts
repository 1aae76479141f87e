import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { start } from '../harness/process.ts';

/** Pages whose requests show their answers, in the order in which a reader meets them. */
const PAGES = ['README.md', 'docs/quick-start.md', 'docs/enrichment.md'];

interface Block {
  language: string;
  text: string;
  /** Number of its first line. */
  line: number;
}

function blocksOf(page: string): Block[] {
  return [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(
    ({ 1: language = '', 2: text = '', index }) => ({
      language,
      text,
      line: page.slice(0, index).split('\n').length,
    }),
  );
}

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

let database: TestDatabase;
let demo: ReturnType<typeof start>;
let env: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  const dataDir = join(tmpdir(), `blocks-${process.pid}`);
  demo = start(['demo'], { DATABASE_URL: database.url, DATA_DIR: dataDir, PORT: '0' });
  const url = (await demo.line(/ready at/)).replace(/^.* at /, '');
  await demo.line(/Ctrl-C/);
  const [, key = ''] = /Ada, admin\s+(cds_user_\S+)/.exec(demo.output.stdout) ?? [];
  env = { URL: url, KEY: key };
}, 120_000);
afterAll(async () => {
  demo.child.kill('SIGTERM');
  await demo.finished;
  await database.drop();
});

/** Runs a block as a reader would, without the lines that say which server and key. */
async function runBlock(text: string): Promise<string> {
  const script = text.replace(/^(?:URL|KEY)=.*$/gm, '');
  const child = spawn('bash', ['-euo', 'pipefail', '-c', script], { env: { ...process.env, ...env } });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await new Promise((resolve) => child.on('close', resolve));
  return output;
}

describe.each(PAGES)('%s', (path) => {
  it('shows the answers that its requests have', async () => {
    const blocks = blocksOf(await readFile(path, 'utf8'));
    const requests = blocks.flatMap((block, index) => {
      if (block.language !== 'sh' || !block.text.includes('curl')) return [];
      return { ...block, answer: blocks[index + 1] };
    });
    expect(requests.length).toBeGreaterThan(0);
    for (const { text, line, answer } of requests) {
      const place = `${path}:${line}`;
      expect([place, answer?.language]).toEqual([place, 'json']);
      const output = await runBlock(text);
      const [shown, value] = [JSON.parse(answer?.text ?? ''), JSON.parse(output || 'null')];
      if (!shows(shown, value)) expect({ place, answer: value }).toEqual({ place, answer: shown });
    }
  });

  it('names the language of each block', async () => {
    const unnamed = blocksOf(await readFile(path, 'utf8')).filter(({ language }) => language === '');
    expect(unnamed).toEqual([]);
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
});
