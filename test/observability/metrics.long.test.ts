import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createMetricsExporter } from '../../src/observability/metrics-exporter.ts';
import { createObservability } from '../../src/observability/observability.ts';
import { lockTables, untilWaiting } from '../harness/locks.ts';
import { captureLog } from '../harness/log.ts';
import { startTestService, type Tenant, type TestService } from '../harness/service.ts';
import { connect } from '../mcp/client.ts';
import { condition, definition, seedSmallCatalogue } from '../modules/filters/support.ts';
import { createList } from '../modules/lists/operations.ts';

const log = captureLog('silent');
let server: Server;
let address: string;
let service: TestService;
let tenant: Tenant;
let before: Map<string, number>;

beforeAll(async () => {
  const metrics = createMetricsExporter();
  service = await startTestService({
    // Three connections for reads, of which one stays free for other organizations.
    poolSize: 7,
    logger: log.logger,
    observability: createObservability({ logger: log.logger, metrics }),
  });
  tenant = await service.createTenant('measured');
  await seedSmallCatalogue(service.database.pool);
  server = createServer(metrics.listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await service.close();
});
/** Caches the key, and takes a first reading that later ones are compared with. */
beforeEach(async () => {
  await rest().get('/v1/companies/acme');
  before = await idle();
});

const rest = () => service.rest(tenant.userKey);

/** Returns every sample of a scrape, by its name and labels as written. */
async function scrape(): Promise<Map<string, number>> {
  const response = await fetch(`${address}/metrics`);
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  const samples = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    samples.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  );
}

/** Scrapes when no request is running. A request is counted a moment after its response has arrived. */
async function idle(): Promise<Map<string, number>> {
  for (;;) {
    const samples = await scrape();
    if (samples.get('company_data_http_requests_in_flight') === 0) return samples;
  }
}

/** Returns the increase since the test began, without buckets, sums and durations. */
async function added(pattern: RegExp): Promise<Record<string, number>> {
  const after = await idle();
  const changes = [...after].map(([name, value]) => [name, value - (before.get(name) ?? 0)] as const);
  return Object.fromEntries(
    changes.filter(([name, value]) => value !== 0 && pattern.test(name) && !/_bucket|_sum/.test(name)),
  );
}

const requests = (labels: string) => `company_data_http_request_duration_seconds_count{${labels}}`;
const STATEMENTS = (statement: string) =>
  `company_data_database_statement_duration_seconds_count{statement="${statement}"}`;
const operations = (labels: string) => `company_data_graphql_operation_duration_seconds_count{${labels}}`;

describe('GET /metrics', () => {
  it('counts requests by method, route and class of status', async () => {
    await rest().get('/v1/companies/acme');
    await rest().get('/v1/companies/beta');
    await rest().get('/v1/companies/nobody');
    await rest().delete('/v1/companies/acme');
    await rest().get('/v1/nothing');
    await service.rest().get('/healthz');
    await service.graphql(tenant.userKey, '{ viewer { user { name } } }');
    const route = (method: string, path: string, status: string) =>
      requests(`method="${method}",route="${path}",status_class="${status}"`);
    expect(await added(/http_request_duration/)).toEqual({
      [route('GET', '/v1/companies/:identifier', '2xx')]: 2,
      [route('GET', '/v1/companies/:identifier', '4xx')]: 1,
      [route('DELETE', '/v1/companies/:identifier', '4xx')]: 1,
      [route('GET', 'unmatched', '4xx')]: 1,
      [route('GET', '/healthz', '2xx')]: 1,
      [route('POST', '/graphql', '2xx')]: 1,
    });
  });

  it('counts operations by name, including those of REST routes and anonymous ones', async () => {
    await rest().get('/v1/companies/acme');
    await service.graphql(tenant.userKey, 'query Mine { viewer { user { name } } }');
    await service.graphql(tenant.userKey, 'query Mine { viewer { user { name } } }');
    await service.graphql(tenant.userKey, '{ viewer { user { name } } }');
    await service.graphql(
      tenant.userKey,
      'mutation Make { createList(input: { name: "x" }) { list { name } } }',
    );
    expect(await added(/graphql_operation/)).toEqual({
      [operations('operation="GetCompany",type="query"')]: 1,
      [operations('operation="Mine",type="query"')]: 2,
      [operations('operation="anonymous",type="query"')]: 1,
      [operations('operation="Make",type="mutation"')]: 1,
    });
  });

  it('counts errors by code, once for each request, over both APIs', async () => {
    await rest().get('/v1/companies/nobody');
    await service.rest().get('/v1/companies/acme');
    await service.graphql(
      tenant.userKey,
      '{ a: company(identifier: "no") { name } b: company(identifier: "no") { name } }',
    );
    await service.graphql(tenant.userKey, '{ nothing }');
    expect(await added(/errors_total/)).toEqual({
      'company_data_errors_total{code="company_not_found"}': 2,
      'company_data_errors_total{code="invalid_api_key"}': 1,
      'company_data_errors_total{code="graphql_validation_failed"}': 1,
    });
    expect(before.get('company_data_errors_total{code="internal_error"}')).toBe(0);
  });

  it('counts credits once, by what they were spent on', async () => {
    const id = await createList(
      service,
      tenant.userKey,
      'Spent',
      definition(condition('country', 'any_of', ['US'])),
    );
    await rest().post('/v1/enrich/partnerships', { domains: ['acme.example', 'hub.example'] });
    await rest().post('/v1/enrich/partnerships', { domains: ['acme.example', 'hub.example'] });
    // One of the two members, hub, is already unlocked.
    await rest().get(`/v1/lists/${id}/export.csv`);
    await rest().get(`/v1/lists/${id}/export.csv`);
    expect(await added(/credits/)).toEqual({
      'company_data_credits_spent_total{kind="enrichment"}': 2,
      'company_data_credits_spent_total{kind="export"}': 1,
    });
    const poor = await service.createTenant('poor', 0);
    await service.rest(poor.userKey).post('/v1/enrich/partnerships', { domains: ['beta.example'] });
    expect(await added(/credits_spent|"insufficient_credits/)).toMatchObject({
      'company_data_credits_spent_total{kind="enrichment"}': 2,
      'company_data_errors_total{code="insufficient_credits"}': 1,
    });
  });

  it('counts calls of agents by tool, and whether the caller or the service was at fault', async () => {
    const agent = await connect(service, tenant.userKey);
    await agent.call('search', { query: 'acme' });
    await agent.call('search', { query: 'a' });
    await agent.call('get_company', { identifier: 'nobody' });
    await agent.client.readResource({ uri: 'company-data://filter-fields' });
    await service.database.pool.query('ALTER TABLE list RENAME TO gone');
    await agent.call('get_lists');
    await service.database.pool.query('ALTER TABLE gone RENAME TO list');
    await agent.close();
    const calls = (tool: string, outcome: string) =>
      `company_data_mcp_calls_total{tool="${tool}",outcome="${outcome}"}`;
    expect(await added(/mcp_calls/)).toEqual({
      [calls('search', 'ok')]: 1,
      [calls('search', 'refused')]: 1,
      [calls('get_company', 'refused')]: 1,
      [calls('resources/read', 'ok')]: 1,
      [calls('get_lists', 'failed')]: 1,
    });
  });

  it('counts computed materializations, but not reused ones', async () => {
    const id = await createList(
      service,
      tenant.userKey,
      'Made',
      definition(condition('country', 'any_of', ['DE'])),
    );
    const MADE = 'company_data_list_materialization_duration_seconds_count';
    await rest().get(`/v1/lists/${id}/members`);
    await rest().get(`/v1/lists/${id}/members`);
    expect(await added(/list_materialization_duration/)).toEqual({ [MADE]: 1 });
    await rest().get(`/v1/lists/${id}/members?force_refresh=true`);
    expect(await added(/list_materialization_duration/)).toEqual({ [MADE]: 2 });
  });

  it('reports hits and misses of the caches', async () => {
    const count = () =>
      rest().post('/v1/lists/preview-count', definition(condition('country', 'any_of', ['AT'])));
    const { key } = await service.admin.createKey({ user: tenant.email }, {});
    await count();
    const cold = await added(/cache_/);
    await count();
    await count();
    const warm = await added(/cache_/);
    const perCount = cold.company_data_facet_cache_misses_total;
    expect(perCount).toBeGreaterThan(0);
    expect(warm.company_data_facet_cache_misses_total).toBe(perCount);
    expect(warm.company_data_facet_cache_bytes).toBe(cold.company_data_facet_cache_bytes);
    const hits = (samples: Record<string, number>) => samples.company_data_facet_cache_hits_total ?? 0;
    expect(hits(warm)).toBeGreaterThan(hits(cold));
    // The key of the counts may have left its cache meanwhile.
    const before = await added(/authentication_cache/);
    for (let i = 0; i < 3; i++) await service.rest(key).get('/v1/companies/acme');
    await service.rest('cds_user_nonsense').get('/v1/companies/acme');
    const after = await added(/authentication_cache/);
    const more = (name: string) => (after[name] ?? 0) - (before[name] ?? 0);
    expect(more('company_data_authentication_cache_misses_total')).toBe(1);
    expect(more('company_data_authentication_cache_hits_total')).toBe(2);
  });

  it('counts statements by name, and waits for connections, one each', async () => {
    await rest().get('/v1/companies/acme');
    await rest().get('/v1/companies/acme');
    const counts = await added(/database_statement/);
    const waits = Object.values(await added(/database_pool_wait_seconds_count/)).reduce(
      (sum, each) => sum + each,
    );
    expect(counts[STATEMENTS('companies_by_slug')]).toBe(2);
    // Each of these statements requests a connection: none of them is in a transaction.
    expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(waits);
  });

  it('reports running requests, connections in use, and waiting callers', async () => {
    const lock = await lockTables(service.database, 'company');
    const answers: Promise<number>[] = [];
    let samples = await scrape();
    for (let each = 1; each <= 5; each += 1) {
      const answer = rest().get('/v1/companies/acme');
      answers.push(answer.then(({ status }) => status));
      // Look-ups that arrive in one turn would share a statement.
      while (samples.get('company_data_http_requests_in_flight') !== each) samples = await scrape();
    }
    await untilWaiting(service.database, 2);
    const ofReads = (name: string) => `company_data_${name}{pool="reads"}`;
    while (samples.get(ofReads('database_pool_waiting')) !== 3) samples = await scrape();
    const shown = [
      'company_data_http_requests_in_flight',
      ofReads('database_pool_connections'),
      ofReads('database_pool_idle_connections'),
      ofReads('database_pool_max_connections'),
      'company_data_database_pool_waiting{pool="evaluation"}',
    ];
    expect(shown.map((name) => samples.get(name))).toEqual([5, 2, 0, 3, 0]);
    await lock.release();
    expect(await Promise.all(answers)).toEqual([200, 200, 200, 200, 200]);
    expect((await idle()).get(ofReads('database_pool_waiting'))).toBe(0);
  });

  it('limits the series with names from callers, and keeps room for names of the service', async () => {
    for (let i = 0; i < 250; i++) {
      await service.graphql(tenant.userKey, `query Flood${i} { viewer { user { name } } }`);
    }
    await rest().get('/v1/lists/filter-fields');
    const series = await added(/graphql_operation.*(Flood|other|GetFilterFields)/);
    const names = Object.keys(series);
    expect(names.filter((name) => name.includes('Flood')).length).toBeLessThan(200);
    expect(series[operations('operation="other",type="query"')]).toBe(250 - names.length + 2);
    expect(series[operations('operation="GetFilterFields",type="query"')]).toBe(1);
  });

  it('includes the process metrics of Node, with its event loop', async () => {
    const names = [...before.keys()].map((name) => name.split('{')[0]);
    for (const name of [
      'process_cpu_seconds_total',
      'process_resident_memory_bytes',
      'nodejs_eventloop_lag_p99_seconds',
    ]) {
      expect(names).toContain(name);
    }
  });

  it('is the only path on its port', async () => {
    for (const [method, path] of [
      ['GET', '/'],
      ['POST', '/metrics'],
      ['GET', '/v1/companies/acme'],
    ] as const) {
      expect((await fetch(address + path, { method })).status).toBe(404);
    }
  });
});
