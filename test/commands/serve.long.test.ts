import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createCallers } from '../harness/commands.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { subscribe } from '../harness/events.ts';
import { lockTables, untilWaiting } from '../harness/locks.ts';
import { type Running, run, startServer, withTakenPort } from '../harness/process.ts';

let database: TestDatabase;
let env: Record<string, string>;
let key: string;
let userKey: string;

beforeAll(async () => {
  database = await createTestDatabase();
  env = { DATABASE_URL: database.url, PORT: '0' };
  const { organizationKey, userKeys } = await createCallers(env, 'ada');
  [key, userKey] = [organizationKey, userKeys.ada];
});
afterAll(() => database.drop());

describe('serve', () => {
  it('prints one line with its address when it is ready, and exits with 0 at SIGINT and SIGTERM', async () => {
    const stoppedBy = async (signal: NodeJS.Signals) => {
      const { server, url } = await startServer(env);
      expect(server.output.stdout).toBe(`company-data is ready at ${url}\n`);
      expect((await fetch(`${url}/readyz`)).status).toBe(200);
      server.child.kill(signal);
      expect(await server.finished).toMatchObject({ code: 0 });
    };
    await Promise.all([stoppedBy('SIGINT'), stoppedBy('SIGTERM')]);
  });
});

/** Module that sets the clock of a process 40 days ahead. */
const AHEAD = `data:text/javascript,${encodeURIComponent(`
  const Right = Date;
  const ahead = 40 * 86_400_000;
  globalThis.Date = class extends Right {
    constructor(...given) { if (given.length > 0) super(...given); else super(Right.now() + ahead); }
    static now() { return Right.now() + ahead; }
  };`)}`;

describe('a server with requests', () => {
  let server: Running;
  let url: string;

  beforeAll(async () => {
    ({ server, url } = await startServer(env));
    await fetch(`${url}/v1/companies/acme.example?include=`, {
      headers: { 'X-API-Key': key, 'X-Request-Id': 'trace-1' },
    });
  });
  // The first test stops it, unless that fails.
  afterAll(() => {
    server.child.kill('SIGKILL');
  });

  it('finishes running requests before it stops, and accepts no new ones', async () => {
    const lock = await lockTables(database, 'company_domain');
    const running = fetch(`${url}/v1/companies/beta.example`, { headers: { 'X-API-Key': key } });
    await untilWaiting(database, 1);
    server.child.kill('SIGINT');
    // npm repeats the signal of a terminal, which must not interrupt the orderly stop.
    server.child.kill('SIGINT');
    await refused(url);
    await lock.release();

    expect((await running).status).toBe(404);
    expect((await server.finished).code).toBe(0);
  });

  it('has logged JSON lines with request ids on standard error, but no key', async () => {
    const { stderr } = await server.finished;
    const lines = stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.find((line) => line.requestId === 'trace-1')).toMatchObject({
      level: 'info',
      msg: 'request',
      method: 'GET',
      route: '/v1/companies/:identifier',
      status: 404,
      durationMs: expect.any(Number),
      keyId: expect.any(Number),
      organizationId: expect.any(Number),
    });
    expect(stderr).not.toContain(key);
    expect(stderr).not.toContain('acme');
  });

  it('takes the time from PostgreSQL, whatever the clock of its machine shows', async () => {
    const ahead = await startServer({ ...env, NODE_OPTIONS: `--import=${AHEAD}` });
    const headers = { 'X-API-Key': userKey, 'Content-Type': 'application/json' };
    const body = '{"name": "Made now"}';
    expect((await fetch(`${ahead.url}/v1/lists`, { method: 'POST', headers, body })).status).toBe(201);
    const { rows } = await database.pool.query<{ isNow: boolean }>(
      `SELECT created_at BETWEEN now() - interval '1 hour' AND now() + interval '1 hour' AS "isNow" FROM list WHERE name = 'Made now'`,
    );
    expect(rows).toEqual([{ isNow: true }]);
    ahead.server.child.kill('SIGTERM');
    expect((await ahead.server.finished).code).toBe(0);
  });
});

describe('a start that fails with a clear message and exit code 1', () => {
  it.each([
    ['PORT', {}],
    ['PORT', { WEB_CONCURRENCY: '2' }],
    ['METRICS_PORT', {}],
  ])('is caused by a %s in use, with %j', async (name, settings) => {
    await withTakenPort(async (port) => {
      expect(await run(['serve'], { ...env, ...settings, [name]: port })).toEqual({
        code: 1,
        stdout: '',
        stderr: `company-data: port ${port} on 127.0.0.1 is in use; stop the program that listens there, or set ${name}\n`,
      });
    });
  });

  it('is caused by one port for metrics and the service', async () => {
    expect(await run(['serve'], { ...env, PORT: '45001', METRICS_PORT: '45001' })).toEqual({
      code: 1,
      stdout: '',
      stderr: 'company-data: PORT and METRICS_PORT are both 45001; give metrics a port of their own\n',
    });
  });

  it('is caused by invalid settings, all of which are named', async () => {
    const { code, stderr } = await run(['serve'], { ...env, PORT: 'x', LOG_LEVEL: 'y' });
    expect([code, stderr.split('\n').length]).toEqual([1, 4]);
    expect(stderr).toMatch(/^company-data: invalid settings:\n {2}PORT .*\n {2}LOG_LEVEL /);
  });

  it('is caused by an unreachable database', async () => {
    const DATABASE_URL = 'postgresql://somebody:secret@127.0.0.1:1/nothing';
    const { code, stdout, stderr } = await run(['serve'], { PORT: '0', DATABASE_URL });
    expect([code, stdout, stderr.trim().split('\n').length]).toEqual([1, '', 1]);
    expect(stderr).not.toContain('secret');
  });
});

async function refused(url: string): Promise<void> {
  for (;;) {
    const reached = await fetch(`${url}/healthz`).then(
      () => true,
      () => false,
    );
    if (!reached) return;
  }
}

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'serve-'));
});
afterAll(() => rm(directory, { recursive: true }));

describe('a server with settings', () => {
  it('does not start with invalid trusted documents, and reports all of their errors in one line', async () => {
    const path = join(directory, 'documents.json');
    await writeFile(path, '{"good": "{ __typename }", "a": "{ zzzzzz }", "b": "{"}');
    const { code, stdout, stderr } = await run(['serve'], { ...env, TRUSTED_DOCUMENTS: path });
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr:
        `company-data: wrong documents in ${path} (TRUSTED_DOCUMENTS): ` +
        'a: Cannot query field "zzzzzz" on type "Query".; b: Syntax Error: Expected Name, found <EOF>.\n',
    });
  });

  it('keeps idle connections as long as configured, completes subscriptions at SIGTERM, and exits with 0', async () => {
    const { server, url } = await startServer({ ...env, KEEP_ALIVE_SECONDS: '70' });
    const created = await fetch(`${url}/v1/lists`, {
      method: 'POST',
      headers: { 'X-API-Key': userKey },
      body: '{"name": "Watched"}',
    });
    expect(created.headers.get('keep-alive')).toBe('timeout=70');
    const { list_id: id } = await created.json();
    const stream = await subscribe(url, { key: userKey, variables: { id } });
    server.child.kill('SIGTERM');
    expect(await stream.rest()).toEqual([]);
    expect(stream.isComplete()).toBe(true);
    expect((await server.finished).code).toBe(0);
  });
});
