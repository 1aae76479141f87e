import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { createLogger } from '../../src/lib/logger.ts';
import { generateApiKey } from '../../src/modules/access/key-format.ts';
import { removeExpired } from '../../src/modules/limits/rate-limiter.ts';
import { createService, type Service } from '../../src/service.ts';
import { seedPlain } from '../harness/seed.ts';
import { startTestService, type Tenant, type TestService, testConfig } from '../harness/service.ts';
import { recordStatements } from '../harness/statements.ts';
import { stopWallClock, type WallClock } from '../harness/wall-clock.ts';
import { detailsOf, limitFields, POINTS, usedUp } from './limit-support.ts';

const rateLimit = { store: 'postgres' as const, points: POINTS };

let service: TestService;
let second: Service;
let server: Server;
let tenant: Tenant;
let wall: WallClock;
let key: string;
let users = 0;

beforeAll(async () => {
  service = await startTestService({ rateLimit });
  tenant = await service.createTenant('shared');
  await seedPlain(service.database.pool, 'acme');
  second = createService({
    config: testConfig({ poolSize: 2, facetCacheBytes: 1024, rateLimit }),
    databaseUrl: service.database.url,
    clock: service.clock,
    logger: createLogger('silent'),
  });
  server = createServer(second.app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
beforeEach(async () => {
  wall = stopWallClock();
  users += 1;
  key = (await service.createColleague(tenant, `user${users}`)).userKey;
});
afterEach(() => wall.restore());
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await second.close();
  await service.close();
});

const PATH = '/v1/companies/acme';
const here = () => service.rest(key).get(PATH);
const there = () =>
  supertest(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    .get(PATH)
    .set('X-API-Key', key);

async function counted(): Promise<Array<{ key: string; points: number }>> {
  const { rows } = await service.database.pool.query('SELECT key, points FROM rate_limit ORDER BY key');
  return rows;
}

describe('processes with a shared database', () => {
  it('share a budget', async () => {
    const budgets: unknown[] = [];
    for (const send of [here, there, here, there, here, there])
      budgets.push((await send()).headers.ratelimit);
    expect(budgets).toEqual([5, 4, 3, 2, 1, 0].map((left) => `"read";r=${left};t=60`));
    for (const refused of [await here(), await there()]) {
      expect([refused.status, refused.body.detail]).toEqual([
        429,
        { error: 'rate_limited', message: usedUp('read'), ...detailsOf('read') },
      ]);
      expect(limitFields(refused)).toEqual({
        'ratelimit-policy': '"read";q=6;qu="points";w=60',
        ratelimit: '"read";r=0;t=60',
        'retry-after': '60',
      });
    }
    wall.advance({ seconds: 60.5 });
    expect([(await there()).status, (await here()).headers.ratelimit]).toEqual([200, '"read";r=4;t=60']);
  });

  it('accept exactly the budget when parallel requests arrive at both', async () => {
    const responses = await Promise.all(Array.from({ length: 24 }, (_, i) => (i % 2 ? here() : there())));
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(POINTS.read);
    expect(statuses.filter((status) => status === 429)).toHaveLength(24 - POINTS.read);
  });

  it('report over GraphQL the points that were used in the other process', async () => {
    await there();
    const response = await service.graphql(key, '{ rateLimit { classes { remaining } } }');
    const remaining = { ...POINTS, read: POINTS.read - 1 };
    expect(response.body.data.rateLimit.classes).toEqual(
      Object.values(remaining).map((left) => ({ remaining: left })),
    );
  });

  it('send no statement for a user who has used up the budget', async () => {
    for (let i = 0; i < POINTS.read; i++) await here();
    const { statements } = await recordStatements(async () => {
      expect((await here()).status).toBe(429);
    });
    expect(statements).toEqual([]);
  });
});

describe('the table of rate limits', () => {
  it('has a row for each user and class in use, and none for invalid keys', async () => {
    await service.database.pool.query('DELETE FROM rate_limit');
    for (const made of ['', 'nonsense', generateApiKey('user').key]) await service.rest(made).get(PATH);
    expect(await counted()).toEqual([]);
    await here();
    await here();
    expect(await counted()).toEqual([{ key: expect.stringMatching(/^read:u\d+$/), points: 2 }]);
  });

  it('loses rows whose window has ended, and no others', async () => {
    await service.database.pool.query('DELETE FROM rate_limit');
    await here();
    wall.advance({ seconds: 30 });
    await service.rest(key).post('/v1/companies/acme/flags');
    await removeExpired(service.database.pool);
    expect((await counted()).map((row) => row.key.split(':')[0])).toEqual(['read', 'write']);
    wall.advance({ seconds: 30 });
    await removeExpired(service.database.pool);
    expect((await counted()).map((row) => row.key.split(':')[0])).toEqual(['write']);
    wall.advance({ seconds: 30 });
    await removeExpired(service.database.pool);
    expect(await counted()).toEqual([]);
  });

  it('loses windows that a clock began which was two hours ahead', async () => {
    await service.database.pool.query('DELETE FROM rate_limit');
    wall.advance({ seconds: 7200 });
    await here();
    wall.advance({ seconds: -7200 });
    await service.rest(key).post('/v1/companies/acme/flags');
    await removeExpired(service.database.pool);
    expect((await counted()).map((row) => row.key.split(':')[0])).toEqual(['write']);
  });
});

describe('a request while the table is locked', () => {
  it('is served', async () => {
    const blocker = await service.database.pool.connect();
    try {
      await blocker.query('BEGIN; LOCK TABLE rate_limit IN ACCESS EXCLUSIVE MODE');
      const response = await here();
      expect([response.status, response.headers.ratelimit]).toEqual([200, '"read";r=5;t=60']);
    } finally {
      blocker.release(true);
    }
  });
});

describe('requests while the table cannot be written', () => {
  beforeEach(() => service.database.pool.query('ALTER TABLE rate_limit RENAME TO elsewhere'));
  afterEach(() => service.database.pool.query('ALTER TABLE elsewhere RENAME TO rate_limit'));

  it('are served over both APIs, and each process counts alone', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < POINTS.read + 1; i++) statuses.push((await here()).status);
    expect(statuses).toEqual([...Array(POINTS.read).fill(200), 429]);
    expect((await there()).status).toBe(200);
    const response = await service.graphql(
      key,
      'mutation { flagCompany(input: { identifier: "acme" }) { flag { status } } }',
    );
    expect([response.status, response.body.errors, response.headers.ratelimit]).toEqual([
      200,
      undefined,
      '"write";r=4;t=60',
    ]);
    const rateLimit = await service.graphql(key, '{ rateLimit { classes { remaining } } }');
    expect(rateLimit.body.data.rateLimit.classes.slice(0, 2)).toEqual([{ remaining: 0 }, { remaining: 4 }]);
  });
});
