import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readConfig } from '../../src/config.ts';
import { COST_CLASSES, type CostClass } from '../../src/lib/cost-class.ts';
import { answer, problem, withoutCost } from '../harness/errors.ts';
import { type CapturedGauges, captureGauges } from '../harness/gauges.ts';
import { readBooks } from '../harness/ledger.ts';
import { type HeldLock, lockTables, pause, untilWaiting } from '../harness/locks.ts';
import { startTestService, type Tenant, type TestService } from '../harness/service.ts';
import { recordStatements } from '../harness/statements.ts';
import { seedSmallCatalogue } from '../modules/filters/support.ts';
import { createList, KUBERNETES } from '../modules/lists/operations.ts';
import { HEAVY, LAG_MS, limitFields, RATE_LIMIT, SAMPLES, WORK } from './limit-support.ts';

const LIGHT = COST_CLASSES.filter((each) => !HEAVY.some((heavy) => heavy === each));
const MESSAGE =
  'The service is too busy for this operation. Try again in 2 seconds. Light requests are still served.';

let service: TestService;
let tenant: Tenant;
let listId: number;
let lag: number;
let gauges: CapturedGauges;
const eventLoop = { lagMs: () => lag, close: () => undefined };

async function start(settings: Parameters<typeof startTestService>[0]): Promise<void> {
  lag = 0;
  gauges = captureGauges();
  service = await startTestService({ ...settings, eventLoop, observability: gauges.observability });
  tenant = await service.createTenant('busy');
  await seedSmallCatalogue(service.database.pool);
  listId = await createList(service, tenant.userKey, 'Members', KUBERNETES);
  await SAMPLES.read.rest(service, tenant.userKey, listId);
}

const rest = (costClass: CostClass) => SAMPLES[costClass].rest(service, tenant.userKey, listId);
const graphql = (costClass: CostClass) =>
  service.graphql(tenant.userKey, SAMPLES[costClass].graphql, { id: listId });

describe('a service whose event loop is late', () => {
  beforeAll(() => start({ overload: WORK }));
  afterAll(() => service.close());
  beforeEach(() => {
    lag = LAG_MS + 1;
  });

  it.each(HEAVY)('refuses %s at once over both APIs, without a statement or a charge', async (costClass) => {
    const details = { class: costClass, retry_after: 2 };
    const before = await readBooks(service.database.pool, tenant.organizationId);
    const { statements } = await recordStatements(async () => {
      const overRest = await rest(costClass);
      expect(answer(overRest)).toEqual(problem(429, 'overloaded', MESSAGE, { ...details }));
      const overGraphql = await graphql(costClass);
      expect([overGraphql.status, withoutCost(overGraphql)]).toEqual([
        429,
        { errors: [{ message: MESSAGE, extensions: { code: 'OVERLOADED', ...details } }] },
      ]);
      expect([overRest, overGraphql].map(limitFields)).toEqual([
        { 'retry-after': '2' },
        { 'retry-after': '2' },
      ]);
    });
    expect(statements).toEqual([]);
    expect(await readBooks(service.database.pool, tenant.organizationId)).toEqual(before);
  });

  it.each(LIGHT)('serves %s over both APIs', async (costClass) => {
    expect([(await rest(costClass)).ok, (await graphql(costClass)).body.errors]).toEqual([true, undefined]);
  });

  it('refuses an operation with one heavy field completely', async () => {
    const query = `{ list(listId: ${listId}) { name explain(identifier: "acme") { member } } }`;
    const response = await service.graphql(tenant.userKey, query);
    expect([response.status, response.body.data]).toEqual([429, undefined]);
  });

  it('reads members, but does not compute them again', async () => {
    const members = (query: string) =>
      service.rest(tenant.userKey).get(`/v1/lists/${listId}/members${query}`);
    expect((await members('')).status).toBe(200);
    expect((await members('?force_refresh=true')).body.detail.error).toBe('overloaded');
  });

  it('refuses an invalid key with 401, not with the overload', async () => {
    expect((await service.rest().post('/v1/enrich/partnerships', { domains: [] })).status).toBe(401);
  });

  it('answers health checks', async () => {
    expect((await service.rest().get('/healthz')).status).toBe(200);
    expect((await service.rest().get('/readyz')).status).toBe(200);
  });

  it('refuses nothing once the lag of the event loop is down to the limit', async () => {
    lag = LAG_MS;
    for (const costClass of HEAVY)
      expect([costClass, (await rest(costClass)).status]).toEqual([costClass, 200]);
  });
});

describe('a service whose slots are occupied', () => {
  beforeAll(() => start({ overload: WORK }));
  afterAll(() => service.close());
  let held: HeldLock | undefined;
  afterEach(async () => {
    await held?.release();
    held = undefined;
  });
  const enrich = (key = tenant.userKey) =>
    service.rest(key).post('/v1/enrich/partnerships', { domains: ['acme.example'] });

  it('gives one organization one slot of two, another the other one, and serves look-ups', async () => {
    const other = await service.createTenant('neighbours');
    held = await lockTables(service.database, 'company_unlock');
    const own = Array.from({ length: 5 }, () => enrich().then(({ status }) => status));
    await untilWaiting(service.database, 1);
    const theirs = enrich(other.userKey).then(({ status }) => status);
    // Four of the five wait in the process, where they hold no connection.
    await untilWaiting(service.database, 2);
    expect((await service.rest(other.userKey).get('/v1/companies/acme')).status).toBe(200);
    await held.release();
    held = undefined;
    expect(await Promise.all([...own, theirs])).toEqual([200, 200, 200, 200, 200, 200]);
  });

  it('requires a slot over GraphQL for an expensive read, but not for a cheap one', async () => {
    const page = (first: number) =>
      service.graphql(
        tenant.userKey,
        `{ companies(search: "acme", first: ${first}) { edges { node { name } } } }`,
      );
    held = await lockTables(service.database, 'company');
    const large = [page(100), page(100)].map((each) => each.then(({ status }) => status));
    await untilWaiting(service.database, 1);
    const small = page(5).then(({ status }) => status);
    // The second expensive read waits for the slot, not for the table.
    await untilWaiting(service.database, 2);
    await held.release();
    held = undefined;
    expect(await Promise.all([...large, small])).toEqual([200, 200, 200]);
  });

  it('drops a waiting request when its client disconnects', async () => {
    held = await lockTables(service.database, 'company_unlock');
    const first = enrich().then(({ status }) => status);
    await untilWaiting(service.database, 1);
    const headers = { 'X-API-Key': tenant.userKey, 'Content-Type': 'application/json' };
    const leaving = new AbortController();
    const gone = fetch(`${service.url}/v1/enrich/partnerships`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ domains: ['beta.example'] }),
      signal: leaving.signal,
    }).catch(() => undefined);
    while (gauges.work('enrich').waiting !== 1) await pause();
    leaving.abort();
    await gone;
    while (gauges.work('enrich').waiting !== 0) await pause();
    await held.release();
    held = undefined;
    expect(await first).toBe(200);
    const { rows } = await service.database.pool.query(
      `SELECT 1 FROM company_unlock u JOIN company c ON c.id = u.company_id WHERE c.slug = 'beta'`,
    );
    expect(rows).toEqual([]);
  });
});

describe('a fresh process with default settings', () => {
  beforeAll(() => start({ overload: readConfig({}).overload }));
  afterAll(() => service.close());

  it('refuses none of 200 parallel enrichments, with three connections for one organization', async () => {
    let running = 0;
    let connections = 0;
    const watch = setInterval(() => {
      running = Math.max(running, gauges.work('enrich').running);
      connections = Math.max(connections, gauges.inUse('writes'), gauges.inUse('reads'));
    }, 1);
    const answers = await Promise.all(Array.from({ length: 200 }, () => rest('enrich')));
    clearInterval(watch);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(running).toBe(3);
    // Three for the enrichments. A fourth writes the usage of keys every five seconds.
    expect(connections).toBeLessThanOrEqual(4);
    expect(gauges.work('enrich')).toEqual({ running: 0, waiting: 0, refused: 0 });
  });
});

describe('a service with rate limits', () => {
  beforeAll(() => start({ rateLimit: RATE_LIMIT, overload: WORK }));
  afterAll(() => service.close());

  it('takes no point for an overload refusal over REST, which comes before the rate limit', async () => {
    lag = LAG_MS + 1;
    expect(limitFields(await rest('export'))).toEqual({ 'retry-after': '2' });
    lag = 0;
    expect((await rest('export')).headers.ratelimit).toMatch(/^"export";r=10;/);
  });
});

describe('a service without limits', () => {
  beforeAll(() => start({ rateLimit: undefined, overload: undefined }));
  afterAll(() => service.close());

  it('refuses nothing and sends no limit headers, however late its event loop is', async () => {
    lag = 60_000;
    for (const costClass of COST_CLASSES) {
      const responses = [await rest(costClass), await graphql(costClass)];
      expect(responses.map(({ ok }) => ok)).toEqual([true, true]);
      expect(responses.map(limitFields)).toEqual([{}, {}]);
    }
    const query = '{ rateLimit { limited classes { costClass } } }';
    expect(withoutCost(await service.graphql(tenant.userKey, query))).toEqual({
      data: { rateLimit: { limited: false, classes: [] } },
    });
  });
});
