import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { blocksOf } from '../harness/pages.ts';

interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

const problem = (code: string) => JSON.stringify({ detail: { error: code, message: 'No.' } });
const OK: Answer = { status: 200, body: '{"done": true}' };
const isInstalled = spawnSync('python3', ['--version']).status === 0;

/** A call of the client, after which the program prints the answer, or the code of the error. */
const PROGRAM = `
import os, sys
from company_data import Client, CompanyDataError
client = Client(os.environ["URL"], "cds_user_x", retries=2)
try:
    result = getattr(client, sys.argv[1])(*eval(sys.argv[2]))
    print(result if isinstance(result, dict) else list(result))
except CompanyDataError as error:
    print(error.status, error.code)
except Exception as error:
    print(type(error).__name__)
`;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'python-'));
  const blocks = blocksOf(await readFile('docs/guides/python.md', 'utf8'));
  const client = blocks.find(({ text }) => text.startsWith('# company_data.py\n'))?.text ?? '';
  await writeFile(join(folder, 'company_data.py'), client);
  await writeFile(join(folder, 'call.py'), PROGRAM);
});
afterAll(() => rm(folder, { recursive: true }));

/** Lets the client call a server that gives the answers in turn. @returns what it printed, and the requests that it sent */
async function call(answers: readonly Answer[], method: string, args: string) {
  const requests: { method: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer((request, response) => {
    requests.push({ method: request.method ?? '', headers: request.headers });
    const { status, headers, body } = answers[requests.length - 1] ?? { status: 500 };
    response.writeHead(status, headers).end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  // The stand-in is on every machine. The test of blocks uses the package where it is installed.
  const env = {
    ...process.env,
    URL: `http://127.0.0.1:${port}`,
    PYTHONPATH: resolve('test/harness/python'),
  };
  const child = spawn('python3', ['call.py', method, args], { cwd: folder, env });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  await once(child, 'close');
  server.close();
  return { printed: printed.trim(), requests };
}

const POST = '("/v1/lists", {"name": "A"})';
const passing: [string, Answer][] = [
  ['429 with Retry-After', { status: 429, headers: { 'Retry-After': '0' }, body: problem('rate_limited') }],
  ['503 with Retry-After', { status: 503, headers: { 'Retry-After': '0' }, body: problem('unavailable') }],
  ['500', { status: 500, body: problem('internal_error') }],
  ['502 of a proxy', { status: 502, body: '<html>Bad gateway</html>' }],
  ['a key that is in use', { status: 409, body: problem('idempotency_in_progress') }],
];
const final: [string, string, Answer][] = [
  ['429 without Retry-After', '429 rate_limited', { status: 429, body: problem('rate_limited') }],
  [
    'a Retry-After of an hour',
    '429 rate_limited',
    { status: 429, headers: { 'Retry-After': '3600' }, body: problem('rate_limited') },
  ],
  ['402', '402 insufficient_credits', { status: 402, body: problem('insufficient_credits') }],
  ['a page of a proxy', '403 unexpected_answer', { status: 403, body: '<html>Forbidden</html>' }],
];

(isInstalled ? describe : describe.skip)('the client of the page on Python', () => {
  it.each(passing)('sends a change again with its key after %s', async (_, refusal) => {
    const { printed, requests } = await call([refusal, OK], 'post', POST);
    const keys = requests.map(({ headers }) => headers['idempotency-key']);
    expect([printed, keys.length, new Set(keys).size]).toEqual(["{'done': True}", 2, 1]);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each(final)('raises at once after %s', async (_, expected, refusal) => {
    const { printed, requests } = await call([refusal, OK], 'post', POST);
    expect([printed, requests.length]).toEqual([expected, 1]);
  });

  it('raises the last refusal after its retries', async () => {
    const busy = { status: 503, headers: { 'Retry-After': '0' }, body: problem('unavailable') };
    const { printed, requests } = await call([busy, busy, busy, OK], 'post', POST);
    expect([printed, requests.length]).toEqual(['503 unavailable', 3]);
  });

  it('sends no Idempotency-Key with a GET, and the key with each request', async () => {
    const { printed, requests } = await call([OK], 'get', '("/v1/me",)');
    expect(printed).toBe("{'done': True}");
    expect(requests.map(({ headers }) => [headers['x-api-key'], headers['idempotency-key']])).toEqual([
      ['cds_user_x', undefined],
    ]);
  });

  it('follows the links of pages to the last one', async () => {
    const page = (next?: string): Answer => ({
      status: 200,
      body: '{"members": []}',
      ...(next && { headers: { Link: `<${next}>; rel="next"` } }),
    });
    const { requests } = await call(
      [page('/v1/a?cursor=2'), page('/v1/a?cursor=3'), page()],
      'pages',
      '("/v1/a",)',
    );
    expect(requests).toHaveLength(3);
  });
});
