import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { readConfig } from '../../src/config.ts';
import { answer, codes } from '../harness/errors.ts';
import { captureGauges } from '../harness/gauges.ts';
import { pause } from '../harness/locks.ts';
import { captureLog } from '../harness/log.ts';
import { type DatabaseProxy, startProxy } from '../harness/proxy.ts';
import { seedPlain } from '../harness/seed.ts';
import { startTestService, type Tenant, type TestService } from '../harness/service.ts';

const MESSAGE =
  'The database cannot be reached right now. Try again in 5 seconds. If the request was to change something, look whether it did, or send it with an Idempotency-Key.';
const COMPANY = '{ company(identifier: "acme") { name } }';
const WAIT_MS = 1_000;
const TIMEOUT_MS = 2_500;

const log = captureLog('warn');
const gauges = captureGauges();
let proxy: DatabaseProxy;
let service: TestService;
let tenant: Tenant;
let stranger: Tenant;

beforeAll(async () => {
  const operationLimits = { ...readConfig({}).operationLimits, timeoutMs: TIMEOUT_MS };
  service = await startTestService({
    logger: log.logger,
    observability: gauges.observability,
    databaseWaitMs: WAIT_MS,
    operationLimits,
    async through(url) {
      proxy = await startProxy(url);
      return proxy.url;
    },
  });
  tenant = await service.createTenant('steady');
  stranger = await service.createTenant('stranger');
  await seedPlain(service.database.pool, 'acme');
});
/** Caches a new key, for three seconds from now: one that was used before could be nearly at the end of its time. */
const cacheKey = async () => {
  tenant = await service.createTenant(randomUUID());
  return service.rest(tenant.userKey).get('/v1/account');
};
afterEach(async () => {
  await proxy.restart();
  // Waits until requests are served again. Each connection may fail once, if it is an old one.
  const ask = () => service.rest(tenant.userKey).get('/v1/companies/acme');
  let response = await ask();
  for (let old = 0; old < 10 && response.status === 503; old += 1) response = await ask();
  expect([response.status, response.body.name]).toEqual([200, 'ACME']);
  expect((await service.rest().get('/readyz')).status).toBe(200);
});
afterAll(async () => {
  await service.close();
  await proxy.stop();
});

const UNAVAILABLE = {
  status: 503,
  body: { detail: { error: 'unavailable', message: MESSAGE, retry_after: 5 } },
};

/** Requests that use the database in every way: reads, Prisma, transactions, filters, charges, exports, replay log. */
const REQUESTS: Record<string, () => PromiseLike<Awaited<ReturnType<typeof cacheKey>>>> = {
  'a look-up': () => service.rest(tenant.userKey).get('/v1/companies/acme'),
  'a page': () => service.rest(tenant.userKey).get('/v1/lists'),
  'a transaction': () => service.rest(tenant.userKey).post('/v1/lists', { name: 'Down' }),
  'a filter': () =>
    service.rest(tenant.userKey).post('/v1/lists/preview-count', {
      registry_version: '1',
      root: { condition: { field: 'name', operator: 'contains', values: ['acme'] } },
    }),
  'an enrichment': () =>
    service.rest(tenant.userKey).post('/v1/enrich/partnerships', { domains: ['acme.example'] }),
  'a flag, by Prisma': () => service.rest(tenant.userKey).post('/v1/companies/acme/flags'),
  'an idempotent request': () =>
    service.rest(tenant.userKey).post('/v1/lists', { name: 'Once' }).set('Idempotency-Key', 'once'),
  'an uncached key': () => service.rest(stranger.orgKey).get('/v1/companies/acme'),
};

const OVER_GRAPHQL: Record<string, string> = {
  'a look-up': COMPANY,
  'a row by Prisma': '{ viewer { user { name } } }',
  'an interactive transaction of Prisma': 'mutation { createApiKey(input: { kind: USER }) { key } }',
  'a transaction': 'mutation { createList(input: { name: "Down" }) { list { listId } } }',
};

describe('a service whose database refuses connections', () => {
  it('answers 200 over GraphQL where another field has a value', async () => {
    await cacheKey();
    await proxy.stop();
    const query = `{ rateLimit { limited } ${COMPANY.slice(1)}`;
    const { status, body, headers } = await service.graphql(tenant.userKey, query);
    const [{ path, extensions }] = body.errors;
    expect([status, body.data, path, extensions.code, headers['retry-after']]).toEqual([
      200,
      { rateLimit: { limited: false }, company: null },
      ['company'],
      'UNAVAILABLE',
      '5',
    ]);
  });

  it.each(Object.keys(REQUESTS))('answers 503 with Retry-After over REST: %s', async (name) => {
    await cacheKey();
    await proxy.stop();
    const response = await REQUESTS[name]?.();
    expect([response && answer(response), response?.headers['retry-after']]).toEqual([UNAVAILABLE, '5']);
  });

  it.each(Object.keys(OVER_GRAPHQL))('answers UNAVAILABLE with status 503 over GraphQL: %s', async (name) => {
    await cacheKey();
    await proxy.stop();
    const response = await service.graphql(tenant.userKey, OVER_GRAPHQL[name] ?? '');
    expect([response.status, codes(response), response.headers['retry-after']]).toEqual([
      503,
      ['UNAVAILABLE'],
      '5',
    ]);
  });

  it('answers 503 over GraphQL for an uncached key, not 401', async () => {
    await proxy.stop();
    const response = await service.graphql(stranger.userKey, COMPANY);
    expect([response.status, codes(response)]).toEqual([503, ['UNAVAILABLE']]);
  });

  it('is not ready by /readyz, but alive by /healthz', async () => {
    await proxy.stop();
    const { status, headers } = await service.rest().get('/readyz');
    expect([status, headers['retry-after']]).toEqual([503, '5']);
    expect((await service.rest().get('/healthz')).status).toBe(200);
  });

  it('logs one warning without a stack for many failed requests', async () => {
    await cacheKey();
    await proxy.stop();
    await Promise.all(
      Array.from({ length: 20 }, () => service.rest(tenant.userKey).get('/v1/companies/acme')),
    );
    const about = log.lines().filter(({ msg }) => msg === 'the database cannot be reached');
    expect(about.length).toBeGreaterThan(0);
    expect(about.length).toBeLessThan(20);
    expect(log.lines().filter(({ level }) => level === 'error')).toEqual([]);
    for (const line of about) expect(JSON.stringify(line)).not.toContain('    at ');
  });
});

describe('a service whose database does not respond', () => {
  it('answers 503 when a request has waited too long for a new connection', async () => {
    await cacheKey();
    await proxy.stop();
    await proxy.restart();
    proxy.stall();
    const response = await service.rest(tenant.userKey).get('/v1/companies/acme');
    expect([response.status, response.body.detail.error]).toEqual([503, 'unavailable']);
  });

  it('ends a running statement at the time limit of its operation, and drops its connection', async () => {
    await cacheKey();
    proxy.stall();
    const response = await service.graphql(tenant.userKey, COMPANY);
    expect([response.status, codes(response)]).toEqual([504, ['TIMEOUT']]);
  });
});

describe('a service whose connections for reads are all busy', () => {
  it('serves /readyz and uncached keys, and answers waiting requests with 504, or 503 when the pool gives up', async () => {
    await cacheKey();
    const holder = await service.database.pool.connect();
    await holder.query('BEGIN; LOCK TABLE company, list IN ACCESS EXCLUSIVE MODE');
    const hang = (key: string, path: string) =>
      service
        .rest(key)
        .get(path)
        .then(({ body }) => body.detail.error);
    try {
      const first = Array.from({ length: 20 }, () => hang(tenant.userKey, '/v1/companies/acme'));
      while (gauges.waiting('reads') < 10) await pause();
      // The share of look-ups, which organizations have in common, is used up: a connection is left for other reads.
      expect((await service.rest().get('/readyz')).status).toBe(200);
      expect((await service.rest(stranger.userKey).get('/v1/account')).status).not.toBe(503);
      const others = Array.from({ length: 5 }, () => hang(stranger.userKey, '/v1/lists'));
      expect(new Set(await Promise.all(first))).toEqual(new Set(['timeout']));
      const received = await Promise.all(others);
      expect(received.filter((code) => code !== 'timeout' && code !== 'unavailable')).toEqual([]);
      expect(received).toContain('unavailable');
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
  });
});

describe('connections that the server ends', () => {
  it('fail their running statements with 503', async () => {
    await cacheKey();
    const holder = await service.database.pool.connect();
    await holder.query('BEGIN; LOCK TABLE company IN ACCESS EXCLUSIVE MODE');
    const waiting = service.rest(tenant.userKey).get('/v1/companies/acme').then(answer);
    await untilTerminated();
    await holder.query('ROLLBACK');
    holder.release();
    expect(await waiting).toEqual(UNAVAILABLE);
  });

  async function untilTerminated(): Promise<void> {
    for (;;) {
      const { rows } = await service.database.pool.query<{ done: boolean }>(
        `SELECT pg_terminate_backend(pid) AS done FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%company%'`,
      );
      if (rows.some(({ done }) => done)) return;
      await pause();
    }
  }
});
