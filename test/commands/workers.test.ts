import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startCommands } from '../harness/commands.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { type EventStream, subscribe } from '../harness/events.ts';
import { lockTables, untilWaiting } from '../harness/locks.ts';
import { type Running, start } from '../harness/process.ts';

const READ_POINTS = 40;

let database: TestDatabase;
let server: Running;
let url: string;
let metricsUrl: string;
let ada: string;
let grace: string;
let organizationKey: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const env = {
    DATABASE_URL: database.url,
    PORT: '0',
    METRICS_PORT: '0',
    WEB_CONCURRENCY: '2',
    RATE_LIMIT_READ: String(READ_POINTS),
    SUBSCRIPTIONS_PER_KEY: '3',
  };
  const commands = startCommands(env);
  await commands.json('org', 'create', '--name', 'callers', '--credits', '10');
  const createUser = async (name: string) => {
    const email = `${name}@callers.example`;
    await commands.json('user', 'create', '--org', 'callers', '--email', email, '--name', name);
    return (await commands.json<{ key: string }>('key', 'create', '--user', email)).key;
  };
  ada = await createUser('ada');
  grace = await createUser('grace');
  organizationKey = (await commands.json<{ key: string }>('key', 'create', '--org', 'callers')).key;
  await commands.close();
  server = start(['serve'], env);
  url = (await server.line(/ready/)).replace(/^.* at /, '');
  metricsUrl = /"url":"([^"]*\/metrics)"/.exec(server.output.stderr)?.[1] ?? '';
});
afterAll(async () => {
  server.child.kill('SIGKILL');
  await database.drop();
});

/** Sends a request over a connection of its own, so that the workers take turns. */
function get(path: string, key: string, init: RequestInit = {}): Promise<Response> {
  return fetch(url + path, { ...init, headers: { 'X-API-Key': key, Connection: 'close', ...init.headers } });
}

/** Returns the process ids of the workers. */
async function workers(): Promise<number[]> {
  const { pid } = server.child;
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.trim().split(' ').map(Number);
}

async function metric(pattern: RegExp): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  return [...text.matchAll(pattern)].reduce((sum, [, value]) => sum + Number(value), 0);
}

const workersNow = () => metric(/^company_data_workers (\d+)$/gm);
const requestsSoFar = () => metric(/^company_data_http_request_duration_seconds_count\{.*\} (\d+)$/gm);

describe('a server with two worker processes', () => {
  it('has one rate limit for both', async () => {
    const responses = await Promise.all(
      Array.from({ length: READ_POINTS + 10 }, () => get('/v1/companies/acme.example', ada)),
    );
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

  it('counts the subscriptions of a key on both', async () => {
    const created = await get('/v1/lists', grace, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'watched' }),
    });
    const { list_id: id } = (await created.json()) as { list_id: number };
    const open: EventStream[] = [];
    const watch = () => subscribe(url, { key: grace, variables: { id: String(id) } });
    try {
      open.push(...(await Promise.all(Array.from({ length: 5 }, watch))));
      const refused = open.filter(({ status }) => status === 429);
      expect([open.length, refused.length]).toEqual([5, 2]);
      // All receive a change that one of the workers made.
      await get(`/v1/lists/${id}`, grace, {
        method: 'PATCH',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ name: 'renamed' }),
      });
      const changes = open.filter(({ status }) => status === 200).map((stream) => stream.next());
      const names = (await Promise.all(changes)).map((change) => change?.data?.listChanged ?? change);
      expect(names).toEqual(Array(3).fill(expect.objectContaining({ kind: 'NAME' })));
    } finally {
      for (const stream of open) stream.leave();
    }
  });

  it('replaces a worker that is killed, and keeps what that one counted', async () => {
    const [victim = 0, survivor = 0] = await workers();
    const before = await requestsSoFar();
    process.kill(victim, 'SIGKILL');
    while ((await workers()).includes(victim)) await get('/healthz', ada);
    while ((await workersNow()) < 2 || (await workers()).length < 2) await get('/healthz', ada);

    const now = await workers();
    expect([now.includes(survivor), now.includes(victim)]).toEqual([true, false]);
    expect(await metric(/^company_data_worker_restarts_total (\d+)$/gm)).toBe(1);
    expect(await requestsSoFar()).toBeGreaterThanOrEqual(before);
    expect(server.output.stderr).toContain('a worker process ended; it is replaced');
    // The limit of the new worker is that of the others.
    const refused = await Promise.all(
      Array.from({ length: 4 }, () => get('/v1/companies/acme.example', ada)),
    );
    expect(refused.map(({ status }) => status)).toEqual([429, 429, 429, 429]);
  });

  it('finishes the running requests of all workers when it stops', async () => {
    const lock = await lockTables(database, 'company_domain');
    const running = Array.from({ length: 4 }, (_, each) =>
      get(`/v1/companies/slow-${each}.example`, organizationKey),
    );
    await untilWaiting(database, 4);
    server.child.kill('SIGTERM');
    // A terminal sends its signal to the workers, too.
    for (const pid of await workers()) process.kill(pid, 'SIGINT');
    await lock.release();
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(await server.finished).toMatchObject({ code: 0 });
  });
});
