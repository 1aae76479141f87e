import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Test } from 'supertest';
import { rebuildIndex } from '../../src/modules/filters/facet-index.ts';
import { createObservability } from '../../src/observability/observability.ts';
import { lockTables, untilWaiting } from '../harness/locks.ts';
import { type CapturedLog, captureLog, type LogLine } from '../harness/log.ts';
import { seedPartnership, seedPlain } from '../harness/seed.ts';
import { startTestService, type Tenant, type TestService } from '../harness/service.ts';
import { recordSql, recordStatements, untilQuiet } from '../harness/statements.ts';
import { condition, definition, seedSmallCatalogue } from '../modules/filters/support.ts';
import { createList } from '../modules/lists/operations.ts';

let log: CapturedLog;
let service: TestService;
let tenant: Tenant;
let userKeyId: number;
let requests = 0;

beforeAll(async () => {
  log = captureLog();
  // One connection: each use of it follows the use by another request.
  service = await startTestService({ poolSize: 1, logger: log.logger });
  tenant = await service.createTenant('tenant');
  const { pool } = service.database;
  await seedSmallCatalogue(pool);
  const a = await seedPlain(pool, 'seen');
  await seedPartnership(pool, a, await seedPlain(pool, 'seen-with'));
  await rebuildIndex(pool);
  const { rows } = await pool.query("SELECT id FROM api_key WHERE kind = 'user'");
  userKeyId = rows[0].id;
});
/** Caches the key for three seconds, so that no request of a test looks it up. */
beforeEach(async () => {
  await service.rest(tenant.userKey).get('/v1/companies/seen');
});
afterAll(() => service.close());

/** Sends a request with a new id. @returns its line in the log. */
async function lineOf(test: Test): Promise<LogLine> {
  requests += 1;
  const requestId = `logged-${requests}`;
  await test.set('X-Request-Id', requestId);
  const { time, ...line } = await log.ofRequest(requestId);
  expect(time).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  return line;
}

const rest = () => service.rest(tenant.userKey);
const measured = {
  sqlMs: expect.any(Number),
  durationMs: expect.any(Number),
  responseBytes: expect.any(Number),
};
const who = () => ({ keyId: userKeyId, organizationId: tenant.organizationId });

describe('the log line of a request', () => {
  it('has the route, the operation, the caller, and the work of the request', async () => {
    expect(await lineOf(rest().get('/v1/companies/seen?include=firmographics'))).toEqual({
      level: 'info',
      msg: 'request',
      requestId: `logged-${requests}`,
      method: 'GET',
      route: '/v1/companies/:identifier',
      operation: 'GetCompany',
      cost: 2,
      status: 200,
      ...who(),
      sqlStatements: 1,
      sqlRows: 1,
      creditsCharged: 0,
      ...measured,
    });
  });

  it('has the credits charged, which are zero the second time', async () => {
    const enrich = () =>
      lineOf(rest().post('/v1/enrich/partnerships', { domains: ['seen.example', 'seen-with.example'] }));
    expect(await enrich()).toMatchObject({ operation: 'EnrichPartnerships', creditsCharged: 2, status: 200 });
    expect(await enrich()).toMatchObject({ creditsCharged: 0 });
  });

  it('has the code of an error, over both APIs', async () => {
    const graphql = (query: string) => service.graphql(tenant.userKey, query);
    const lines = [
      await lineOf(rest().get('/v1/companies/nobody')),
      await lineOf(rest().get('/v1/companies/seen?include=all')),
      await lineOf(service.rest('cds_user_wrong').get('/v1/companies/seen')),
      await lineOf(rest().put('/v1/companies/seen', {})),
      await lineOf(rest().post('/v1/enrich/partnerships', '{"broken')),
      await lineOf(rest().get('/v1/nothing/here')),
      await lineOf(rest().get('/nothing/here')),
      await lineOf(graphql('query Broken { company(identifier: "nobody") { name }')),
      await lineOf(graphql('query Unknown { nothing }')),
      await lineOf(graphql('query Missing { company(identifier: "nobody") { name } }')),
      await lineOf(graphql('mutation { exportList(input: { listId: 1 }) { creditsCharged } }')),
      await lineOf(service.graphql(undefined, '{ viewer { user { name } } }')),
    ];
    expect(lines.map(({ route, operation, status, error }) => [route, operation, status, error])).toEqual([
      ['/v1/companies/:identifier', 'GetCompany', 404, 'company_not_found'],
      ['/v1/companies/:identifier', undefined, 422, 'validation_error'],
      ['/v1/companies/:identifier', undefined, 401, 'invalid_api_key'],
      ['/v1/companies/:identifier', undefined, 405, 'method_not_allowed'],
      ['/v1/enrich/partnerships', undefined, 400, 'malformed_json'],
      [undefined, undefined, 404, 'not_found'],
      [undefined, undefined, 404, 'not_found'],
      ['/graphql', undefined, 200, 'graphql_parse_failed'],
      ['/graphql', undefined, 200, 'graphql_validation_failed'],
      ['/graphql', 'Missing', 200, 'company_not_found'],
      ['/graphql', undefined, 200, 'list_not_found'],
      ['/graphql', undefined, 401, 'invalid_api_key'],
    ]);
  });

  it('counts every statement and row: plain ones, transactions, Prisma and COPY', async () => {
    const id = await createList(
      service,
      tenant.userKey,
      'Counted',
      definition(condition('country', 'any_of', ['DE'])),
    );
    // Older materializations are removed after a new one, perhaps later than the line.
    const before = recordSql();
    await rest().get(`/v1/lists/${id}/members`);
    await untilQuiet(before.statements);
    before.stop();
    const tests: Array<() => Test> = [
      () => rest().post('/v1/lists', { name: 'Transaction' }),
      () =>
        service.graphql(
          tenant.userKey,
          '{ viewer { user { name } organization { name } apiKeys { totalCount } } }',
        ),
      () => rest().get(`/v1/lists/${id}/export.csv`),
      () => rest().get('/v1/lists/filter-fields'),
      () => rest().get('/readyz'),
      () => rest().get('/healthz'),
    ];
    const counted: unknown[] = [];
    for (const test of tests) {
      const { result, statements } = await recordStatements(() => lineOf(test()), { ofKeys: true });
      // The usage of keys is written every few seconds, for no request.
      const own = statements.filter((sql) => !sql.includes('INSERT INTO api_key_usage'));
      // The probe of the database is shared by all who ask, so it counts for none of them.
      const expected = result.route === '/readyz' ? 0 : own.length;
      expect([result.route, result.sqlStatements]).toEqual([result.route, expected]);
      counted.push([result.route ?? result.operation, result.status, Number(result.sqlStatements) > 1]);
    }
    expect(counted).toEqual([
      ['/v1/lists', 201, true],
      ['/graphql', 200, true],
      ['/v1/lists/:list_id/export.csv', 200, true],
      ['/v1/lists/filter-fields', 200, true],
      ['/readyz', 200, false],
      ['/healthz', 200, false],
    ]);
  });

  it('counts the rows of a COPY', async () => {
    const id = await createList(
      service,
      tenant.userKey,
      'Rows',
      definition(condition('country', 'any_of', ['DE'])),
    );
    const csv = await rest().get(`/v1/lists/${id}/export.csv`);
    const members = csv.text.trim().split('\n').length - 1;
    const first = await lineOf(rest().get(`/v1/lists/${id}/members`));
    const { result, statements } = await recordStatements(() =>
      lineOf(rest().get(`/v1/lists/${id}/export.csv`)),
    );
    const copies = statements.filter((sql) => sql.startsWith('COPY')).length;
    expect([members > 0, copies > 0, Number(first.sqlRows) > 0]).toEqual([true, true, true]);
    // All other statements of an export return one row, except BEGIN, COMMIT and the record of the export.
    const silent = statements.filter((sql) =>
      /^\s*(BEGIN|COMMIT|INSERT INTO list_(event|export))/.test(sql),
    ).length;
    expect(result.sqlRows).toBe(members + statements.length - copies - silent);
  });

  it('counts only its own request when many wait for one connection', async () => {
    const domains = Array.from({ length: 100 }, (_, i) => `d${i}.example`);
    const many = Array.from({ length: 40 }, (_, i) =>
      i % 2 === 0
        ? lineOf(rest().get('/v1/companies/seen'))
        : lineOf(
            rest().post('/v1/enrich/partnerships', { domains: ['seen.example', ...domains.slice(1, i)] }),
          ),
    );
    const { result: lines, statements } = await recordStatements(() => Promise.all(many), {
      ofKeys: true,
    });
    // On a busy machine the key is looked up again meanwhile, as a part of the request that needs it.
    const lookUps = statements.filter((sql) => sql.includes('WHERE k.hash = $1')).length;
    const counts = lines.map(({ sqlStatements }) => Number(sqlStatements));
    const alone = Math.min(...counts.filter((_, i) => i % 2 === 1));
    const more = counts.map((count, i) => count - (i % 2 === 0 ? 1 : alone));
    expect([alone > 1, more.filter((each) => each === 1).length]).toEqual([true, lookUps]);
    expect(more.filter((each) => each !== 0 && each !== 1)).toEqual([]);
  });

  it('counts the bytes sent, including headers and chunks', async () => {
    const id = await createList(
      service,
      tenant.userKey,
      'Bytes',
      definition(condition('country', 'any_of', ['DE'])),
    );
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    const received = buffer(socket);
    let logged = 0;
    for (const [path, connection] of [
      ['/v1/companies/seen', 'keep-alive'],
      [`/v1/lists/${id}/export.csv`, 'keep-alive'],
      ['/v1/companies/nobody', 'close'],
    ] as const) {
      const requestId = `bytes-${path.length}`;
      const head = `Host: x\r\nX-API-Key: ${tenant.userKey}\r\nX-Request-Id: ${requestId}\r\nConnection: ${connection}`;
      socket.write(`GET ${path} HTTP/1.1\r\n${head}\r\n\r\n`);
      logged += Number((await log.ofRequest(requestId)).responseBytes);
    }
    expect(logged).toBe((await received).length);
  });

  it('says that the client disconnected', async () => {
    const lock = await lockTables(service.database, 'company_domain');
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    const head = `Host: x\r\nX-API-Key: ${tenant.userKey}\r\nX-Request-Id: gone`;
    socket.write(`GET /v1/companies/seen.example HTTP/1.1\r\n${head}\r\n\r\n`);
    await untilWaiting(service.database, 1);
    socket.destroy();
    expect(await log.ofRequest('gone')).toMatchObject({ aborted: true, route: '/v1/companies/:identifier' });
    await lock.release();
  });

  it('truncates the name of an operation', async () => {
    const name = `Long${'x'.repeat(500)}`;
    const line = await lineOf(service.graphql(tenant.userKey, `query ${name} { viewer { user { name } } }`));
    expect(line.operation).toBe(name.slice(0, 100));
  });
});

describe('a log line outside of requests', () => {
  it('names no request: a broken connection is independent of the request that opened it', async () => {
    const { rows: connections } = await service.database.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'company-data' AND datname = current_database()`,
    );
    const { time, ...line } = await log.find(({ msg }) => msg === 'an idle database connection broke');
    expect(line).toEqual({
      level: 'warn',
      msg: 'an idle database connection broke',
      reason: 'terminating connection due to administrator command',
    });
    // Each connection breaks separately: a request may still get one that is about to end.
    const statuses: number[] = [];
    do statuses.push((await rest().get('/v1/companies/seen')).status);
    while (statuses.at(-1) === 503 && statuses.length <= connections.length);
    expect(statuses.at(-1)).toBe(200);
  });
});

describe('a service without log, metrics and traces', () => {
  it('observes neither requests nor statements', () => {
    const { requests, database } = createObservability({ logger: captureLog('silent').logger });
    expect([requests, database]).toEqual([undefined, undefined]);
  });
});
