import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createCallers } from '../harness/commands.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { type EventStream, subscribe } from '../harness/events.ts';
import { lockTables, pause, untilWaiting } from '../harness/locks.ts';
import { isRunning, type Running, run, startServer } from '../harness/process.ts';

const READ_POINTS = 20;

let database: TestDatabase;
let env: Record<string, string>;
let userKeys: Record<'ada' | 'grace' | 'linus', string>;
let organizationKey: string;

beforeAll(async () => {
  database = await createTestDatabase();
  env = {
    DATABASE_URL: database.url,
    PORT: '0',
    METRICS_PORT: '0',
    WEB_CONCURRENCY: '2',
    RATE_LIMIT_READ: String(READ_POINTS),
  };
  ({ organizationKey, userKeys } = await createCallers(env, 'ada', 'grace', 'linus'));
});
afterAll(() => database.drop());

/** Returns the process ids of the workers. */
async function workersOf({ child: { pid } }: Running): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.trim().split(' ').map(Number);
}

/** Sends a request over a connection of its own, so that both workers get some. */
function send(url: string, key: string, init: RequestInit = {}): Promise<Response> {
  return fetch(url, { ...init, headers: { 'X-API-Key': key, Connection: 'close', ...init.headers } });
}

function sendJson(url: string, key: string, method: string, body: object): Promise<Response> {
  const headers = { 'Content-Type': 'application/json' };
  return send(url, key, { method, headers, body: JSON.stringify(body) });
}

describe('a server with two worker processes', () => {
  let server: Running;
  let url: string;
  let metricsUrl: string;

  beforeAll(async () => {
    ({ server, url } = await startServer(env));
    metricsUrl = /"url":"([^"]*\/metrics)"/.exec(server.output.stderr)?.[1] ?? '';
  });
  afterAll(() => void server.child.kill('SIGKILL'));

  async function metric(pattern: RegExp): Promise<number> {
    const text = await (await fetch(metricsUrl)).text();
    return [...text.matchAll(pattern)].reduce((sum, [, value]) => sum + Number(value), 0);
  }

  const workersNow = () => metric(/^company_data_workers (\d+)$/gm);
  const restarts = () => metric(/^company_data_worker_restarts_total (\d+)$/gm);
  const requestsSoFar = () => metric(/^company_data_http_request_duration_seconds_count\{.*\} (\d+)$/gm);

  it('has one rate limit for both', async () => {
    const responses: Response[] = [];
    // A few at a time: where the database does not answer within a second, each process counts on its own.
    while (responses.length < READ_POINTS + 10) {
      const some = Array.from({ length: 5 }, () => send(`${url}/v1/companies/acme.example`, userKeys.ada));
      responses.push(...(await Promise.all(some)));
    }
    const count = (status: number) => responses.filter((response) => response.status === status).length;
    expect([count(404), count(429)]).toEqual([READ_POINTS, 10]);
    const remaining = responses
      .filter(({ status }) => status === 404)
      .map(({ headers }) => headers.get('RateLimit'));
    // Every response has another number of remaining points.
    expect(new Set(remaining).size).toBe(READ_POINTS);
  });

  it('adds up the metrics of both', async () => {
    expect(await workersNow()).toBe(2);
    expect(await requestsSoFar()).toBe(READ_POINTS + 10);
    expect(await metric(/^company_data_rate_limit_points_total\{class="read"\} (\d+)$/gm)).toBe(READ_POINTS);
  });

  it('refuses a revoked key on both', async () => {
    const statuses = async () => {
      const responses = Array.from({ length: 8 }, () => send(`${url}/v1/account`, userKeys.linus));
      return (await Promise.all(responses)).map(({ status }) => status);
    };
    expect(new Set(await statuses())).toEqual(new Set([200]));
    const { keys } = (await (await send(`${url}/v1/keys`, userKeys.linus)).json()) as {
      keys: { key_id: number }[];
    };
    const [own] = keys;
    expect((await send(`${url}/v1/keys/${own?.key_id}`, userKeys.linus, { method: 'DELETE' })).status).toBe(
      204,
    );
    while ((await statuses()).some((status) => status !== 401)) await pause();
  });

  it('tells subscribers of both what one of them has changed', async () => {
    const created = await sendJson(`${url}/v1/lists`, userKeys.grace, 'POST', { name: 'watched' });
    const { list_id: id } = (await created.json()) as { list_id: number };
    const open: EventStream[] = [];
    try {
      // A worker listens from its first subscriber on.
      while ((await listeners()) < 2)
        open.push(await subscribe(url, { key: userKeys.grace, variables: { id: String(id) } }));
      await sendJson(`${url}/v1/lists/${id}`, userKeys.grace, 'PATCH', { name: 'renamed' });
      const changes = await Promise.all(open.map((stream) => stream.next()));
      expect(changes.map((change) => change?.data?.listChanged ?? change)).toEqual(
        open.map(() => expect.objectContaining({ kind: 'NAME' })),
      );
    } finally {
      for (const stream of open) stream.leave();
    }
  });

  /** Counts the processes that listen for changes of lists. */
  async function listeners(): Promise<number> {
    const { rowCount } = await database.pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'company-data listener'`,
    );
    return rowCount ?? 0;
  }

  it('replaces a worker that is killed, and keeps what that one counted', async () => {
    const [victim = 0, survivor = 0] = await workersOf(server);
    const before = await requestsSoFar();
    process.kill(victim, 'SIGKILL');
    while ((await restarts()) < 1 || (await workersNow()) < 2) await pause();

    const now = await workersOf(server);
    expect([now.length, now.includes(survivor), now.includes(victim)]).toEqual([2, true, false]);
    expect(await restarts()).toBe(1);
    expect(await requestsSoFar()).toBeGreaterThanOrEqual(before);
    expect(server.output.stderr).toContain('a worker process ended; it is replaced');
  });

  it('finishes the running requests of all workers when it stops', async () => {
    const lock = await lockTables(database, 'company_domain');
    const running: ReturnType<typeof send>[] = [];
    for (let each = 1; each <= 4; each += 1) {
      running.push(send(`${url}/v1/companies/slow-${each}.example`, organizationKey));
      // Look-ups that arrive in one turn would share a statement.
      await untilWaiting(database, each);
    }
    server.child.kill('SIGTERM');
    // A terminal sends its signal to the workers, too.
    for (const pid of await workersOf(server)) process.kill(pid, 'SIGINT');
    await lock.release();
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(await server.finished).toMatchObject({ code: 0 });
  });
});

describe('workers whose first process is killed', () => {
  it('finish their running requests and end', async () => {
    const { server, url } = await startServer(env);
    const workers = await workersOf(server);
    const lock = await lockTables(database, 'company_domain');
    const request = send(`${url}/v1/companies/slow.example`, organizationKey);
    await untilWaiting(database, 1);
    server.child.kill('SIGKILL');
    await lock.release();
    expect((await request).status).toBe(404);
    for (const pid of workers) while (await isRunning(pid)) await pause();
  });
});

describe('workers of a server with the embedded PostgreSQL', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'workers-'));
    // Started by root, PostgreSQL runs as another user, who must reach the folder.
    await chmod(folder, 0o755);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('use the one that the first process starts, and stops after them', async () => {
    const dataDir = join(folder, 'data');
    const { server, url } = await startServer({ ...env, DATABASE_URL: '', DATA_DIR: dataDir });
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const lockFile = join(dataDir, 'postgres/data/postmaster.pid');
    expect(await readFile(lockFile, 'utf8')).toContain(dataDir);
    server.child.kill('SIGTERM');
    expect(await server.finished).toMatchObject({ code: 0 });
    await expect(readFile(lockFile)).rejects.toThrow('ENOENT');
  });
});

describe('a server whose workers cannot start', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'workers-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('says so and ends', async () => {
    const broken = join(folder, 'broken.mjs');
    await writeFile(
      broken,
      `import cluster from 'node:cluster'; if (cluster.isWorker) { console.error('no room'); process.exit(3); }`,
    );
    const { code, stdout, stderr } = await run(['serve'], { ...env, NODE_OPTIONS: `--import=${broken}` });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('no room\n');
    expect(stderr).toContain('company-data: a worker process could not start; its message is above\n');
  });
});
