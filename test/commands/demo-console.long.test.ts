import { cp, rm, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildConsole, writeConsole } from '../harness/console.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { type Running, start } from '../harness/process.ts';
import { seedPlain } from '../harness/seed.ts';

const NOT_BUILT = 'the console is not served, because it is not built; run npm run build';

let build: Awaited<ReturnType<typeof buildConsole>>;
let database: TestDatabase;
/** Executable of a copy of the package, whose console is a small one. */
let main: string;

beforeAll(async () => {
  build = await buildConsole();
  database = await createTestDatabase();
  await seedPlain(database.pool, 'acme');
  for (const name of ['node_modules', 'prisma', 'package.json', 'openapi.json', 'asyncapi.json']) {
    await symlink(resolve(name), join(build.root, name));
  }
  await cp('dist', join(build.root, 'dist'), { recursive: true });
  await rm(join(build.root, 'dist/console'), { recursive: true, force: true });
  main = join(build.root, 'dist/bundle/main.js');
});
afterAll(async () => {
  await database.drop();
  await build.remove();
});

async function launch(command: string, env: Record<string, string> = {}) {
  const dataDir = join(build.root, 'data');
  const server = start([command], { DATABASE_URL: database.url, DATA_DIR: dataDir, PORT: '0', ...env }, main);
  const url = (await server.line(/ready at/)).replace(/^.* at /, '');
  if (command === 'demo') await server.line(/Ctrl-C/);
  return { ...server, url };
}
async function stop({ child, finished }: Running) {
  child.kill('SIGTERM');
  return finished;
}
const openPage = (url: string) => fetch(`${url}/app`, { headers: { Accept: 'text/html' } });
const signIn = (url: string, code: string) =>
  fetch(`${url}/v1/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: url, 'Sec-Fetch-Site': 'same-origin' },
    body: JSON.stringify({ code }),
  });

describe('without a built console', () => {
  it('the demo starts, says in one line what to run, and prints no link to it', async () => {
    const server = await launch('demo');
    expect((await openPage(server.url)).status).toBe(404);
    const { code, stdout, stderr } = await stop(server);
    expect([code, stdout.includes('#code='), stderr.split(NOT_BUILT).length]).toEqual([0, false, 2]);
  });
});

describe('with a built console', () => {
  beforeAll(() => writeConsole(join(build.root, 'dist/console'), ['query Name { __typename }']));

  it('the demo first prints a link, whose code signs in as Ada once', async () => {
    const server = await launch('demo');
    const lines = server.output.stdout.split('\n').filter((line) => /browser/.test(line));
    const [, link = '', code = ''] = /^In a browser: (\S+\/#code=([\w-]{43})) /.exec(lines[0] ?? '') ?? [];
    expect(lines[0]).toBe(`In a browser: ${link} (signs in as Ada; works once, for ten minutes)`);
    expect(link).toBe(`${server.url}/#code=${code}`);
    expect((await openPage(server.url)).status).toBe(200);
    const response = await signIn(server.url, code);
    const { user, session } = await response.json();
    expect([response.status, user.name, session.signed_in_by]).toEqual([201, 'Ada', 'link']);
    const [, cookie = ''] =
      /^(session=[^;]+); Path=\/; HttpOnly; /.exec(response.headers.getSetCookie()[0] ?? '') ?? [];
    const headers = { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' };
    expect((await fetch(`${server.url}/v1/account`, { headers })).status).toBe(200);
    expect((await signIn(server.url, code)).status).toBe(401);
    const { stderr } = await stop(server);
    expect(stderr).toContain('/v1/session');
    const [, token = ''] = cookie.split('=');
    expect([stderr.includes(code), stderr.includes(token), stderr.includes(NOT_BUILT)]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('a server prints no link', async () => {
    const server = await launch('serve');
    expect((await openPage(server.url)).status).toBe(200);
    expect((await signIn(server.url, 'any')).status).toBe(401);
    const { stdout } = await stop(server);
    expect(stdout).toBe(`company-data is ready at ${server.url}\n`);
  });

  it.each(['demo', 'serve'])('%s serves nothing of it with CONSOLE=off', async (command) => {
    const server = await launch(command, { CONSOLE: 'off' });
    expect((await openPage(server.url)).status).toBe(404);
    expect((await fetch(`${server.url}/assets/small-1.js`)).status).toBe(404);
    const { stdout, stderr } = await stop(server);
    expect([stdout.includes('#code='), stderr.includes(NOT_BUILT)]).toEqual([false, false]);
  });

  it('refuses to start if a part of it is missing', async () => {
    await rm(join(build.root, 'dist/console/documents.json'));
    const { code, stderr } = await start(['serve'], { DATABASE_URL: database.url, PORT: '0' }, main).finished;
    expect([code, stderr.split('\n').length]).toEqual([1, 2]);
    expect(stderr).toMatch(/^company-data: cannot read .*documents\.json \(the console\)/);
  });
});
