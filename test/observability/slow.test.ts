import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createObservability } from '../../src/observability/observability.ts';
import { lockTables, untilWaiting } from '../harness/locks.ts';
import { type CapturedLog, captureLog } from '../harness/log.ts';
import { seedPlain } from '../harness/seed.ts';
import { startTestService, type Tenant, type TestService } from '../harness/service.ts';

/** Seconds that a statement is delayed, and the much shorter limit in milliseconds above which it is slow. */
const HELD_UP = 0.2;
const SLOW_MS = 100;

let base: TestService;
let tenant: Tenant;
let log: CapturedLog;
let service: TestService;

beforeAll(async () => {
  base = await startTestService();
  tenant = await base.createTenant('patient');
  await seedPlain(base.database.pool, 'acme');
});
afterAll(() => base.close());

async function start(level: string, limits: { slowQueryMs: number; slowRequestMs: number }): Promise<void> {
  log = captureLog(level);
  service = await startTestService({
    beside: base,
    logger: log.logger,
    observability: createObservability({ logger: log.logger, log: limits }),
  });
}
afterEach(() => service.close());

/** Sends a look-up whose statement waits for a lock of another connection. */
async function lookUpSlowly(identifier: string, requestId: string): Promise<void> {
  const lock = await lockTables(service.database, identifier.includes('.') ? 'company_domain' : 'company');
  const answer = service
    .rest(tenant.userKey)
    .get(`/v1/companies/${identifier}`)
    .set('X-Request-Id', requestId)
    .then(({ status }) => status);
  await untilWaiting(service.database, 1);
  await lock.client.query('SELECT pg_sleep($1)', [HELD_UP]);
  await lock.release();
  expect(await answer).toBe(200);
}

describe('a slow statement', () => {
  it('has a log line with its operation, its name and its rows, but no value', async () => {
    await start('info', { slowQueryMs: SLOW_MS, slowRequestMs: 0 });
    await lookUpSlowly('acme', 'slow-1');
    const { time, ...line } = await log.find(
      ({ msg, requestId }) => msg === 'slow query' && requestId === 'slow-1',
    );
    expect(line).toEqual({
      level: 'warn',
      msg: 'slow query',
      requestId: 'slow-1',
      operation: 'GetCompany',
      statement: 'companies_by_slug',
      rows: 1,
      ms: expect.any(Number),
    });
    expect(line.ms).toBeGreaterThanOrEqual(SLOW_MS);
    expect(log.text()).not.toContain('acme');
    expect(await log.ofRequest('slow-1')).toMatchObject({ level: 'info' });
  });

  it('has no log line when SLOW_QUERY_MS is 0', async () => {
    await start('info', { slowQueryMs: 0, slowRequestMs: 0 });
    await lookUpSlowly('acme', 'slow-2');
    await log.ofRequest('slow-2');
    expect(log.lines().filter(({ msg }) => msg === 'slow query')).toEqual([]);
  });
});

describe('a slow request', () => {
  it('is logged as a warning, so that it is visible at the level of warnings', async () => {
    await start('warn', { slowQueryMs: 0, slowRequestMs: SLOW_MS });
    await lookUpSlowly('acme.example', 'slow-3');
    expect(await log.ofRequest('slow-3')).toMatchObject({
      level: 'warn',
      slow: true,
      operation: 'GetCompany',
    });
  });

  it('is logged like any other where none counts as slow', async () => {
    await start('info', { slowQueryMs: 0, slowRequestMs: 0 });
    await lookUpSlowly('acme.example', 'slow-4');
    const line = await log.ofRequest('slow-4');
    expect([line.level, line.slow]).toEqual(['info', undefined]);
  });
});
