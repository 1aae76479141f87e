import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readBooks } from '../harness/ledger.ts';
import { lockTables, pause, untilWaiting, waitingStatements } from '../harness/locks.ts';
import { startTestService, type Tenant, type TestService } from '../harness/service.ts';
import { recordSql, untilQuiet } from '../harness/statements.ts';
import { seedSmallCatalogue } from '../modules/filters/support.ts';
import { KUBERNETES } from '../modules/lists/operations.ts';
import { POINTS, WORK } from './limit-support.ts';

let service: TestService;
let tenant: Tenant;
let users = 0;

beforeAll(async () => {
  const points = Object.fromEntries(Object.keys(POINTS).map((name) => [name, 10_000])) as typeof POINTS;
  service = await startTestService({
    rateLimit: { store: 'postgres', points },
    overload: WORK,
    poolSize: 10,
  });
  tenant = await service.createTenant('leaving', 1000);
  await seedSmallCatalogue(service.database.pool);
  // Their documents are known from here on, and so is the key.
  for (const { path, body, method } of Object.values(REQUESTS))
    await open(tenant.userKey, method, path, body).ended;
});
afterAll(() => service.close());

interface Sent {
  method: string;
  path: string;
  body?: object;
}

const CREATE = 'mutation { createList(input: { name: "Gone" }) { list { listId } } }';
const ENRICH = 'mutation { enrichPartnerships(input: { domains: ["acme.example"] }) { creditsCharged } }';
const REQUESTS: Record<string, Sent> = {
  'a read over REST': { method: 'GET', path: '/v1/companies/acme' },
  'a query': {
    method: 'POST',
    path: '/graphql',
    body: { query: '{ company(identifier: "acme") { name } }' },
  },
  'a change over REST': { method: 'POST', path: '/v1/lists', body: { name: 'Gone' } },
  'a mutation': { method: 'POST', path: '/graphql', body: { query: CREATE } },
  'a preview over REST': { method: 'POST', path: '/v1/lists/preview-count', body: KUBERNETES },
  'an enrichment over REST': {
    method: 'POST',
    path: '/v1/enrich/partnerships',
    body: { domains: ['acme.example'] },
  },
  'an enrichment over GraphQL': { method: 'POST', path: '/graphql', body: { query: ENRICH } },
};

/** Sends a request; a change has an Idempotency-Key once a client is to leave. */
function open(key: string, method: string, path: string, body?: object, idempotencyKey?: string) {
  const headers = {
    'X-API-Key': key,
    'Content-Type': 'application/json',
    ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
  };
  const sent = request(`${service.url}${path}`, { method, headers });
  const ended = new Promise<void>((resolve) => {
    sent
      .once('error', () => resolve())
      .once('response', (response) => response.resume().once('end', resolve));
  });
  sent.end(body && JSON.stringify(body));
  return { leave: () => sent.destroy(), ended };
}

/** Statements that requests need before they run: keys, points, and the usage of both. */
const BEFORE = /api_key|rate_limit/;

/** The statement of a request that needs a table. Others, of the process itself, may wait for the table as well. */
const NEEDS = { rate_limit: /rate_limit/, api_key: /k\.hash = / };

async function untilHeldUp(table: keyof typeof NEEDS): Promise<void> {
  while (!(await waitingStatements(service.database)).some((sql) => NEEDS[table].test(sql))) await pause();
}

/** Sends a request that waits for a table, leaves, and lets the service continue. @returns what was executed then. */
async function leaveWhileWaitingFor(table: keyof typeof NEEDS, key: string, { method, path, body }: Sent) {
  const lock = await lockTables(service.database, table);
  const recording = recordSql();
  try {
    const { leave, ended } = open(
      key,
      method,
      path,
      body,
      method === 'GET' ? undefined : `gone-${key}-${path}`,
    );
    await untilHeldUp(table);
    leave();
    await ended;
    await pause();
    await lock.release();
    await untilQuiet(recording.statements);
    return recording.statements.filter(
      (sql) => !BEFORE.test(sql) && !/pg_stat_activity|^ROLLBACK$/.test(sql),
    );
  } finally {
    recording.stop();
  }
}

async function stored() {
  const { rows } = await service.database.pool.query(
    `SELECT (SELECT count(*)::int FROM list) AS lists, (SELECT count(*)::int FROM list_event) AS events,
      (SELECT count(*)::int FROM idempotency_record) AS records`,
  );
  const { balance } = await readBooks(service.database.pool, tenant.organizationId);
  return { ...rows[0], balance };
}

describe('a client that leaves while its request waits', () => {
  it.each(Object.entries(REQUESTS))('for its points costs nothing: %s', async (_name, sent) => {
    const before = await stored();
    expect(await leaveWhileWaitingFor('rate_limit', tenant.userKey, sent)).toEqual([]);
    expect(await stored()).toEqual(before);
  });

  it.each(Object.entries(REQUESTS))('for its key to be looked up costs nothing: %s', async (_name, sent) => {
    users += 1;
    const { userKey } = await service.createColleague(tenant, `user${users}`);
    const before = await stored();
    expect(await leaveWhileWaitingFor('api_key', userKey, sent)).toEqual([]);
    expect(await stored()).toEqual(before);
  });

  it.each(['an enrichment over REST', 'an enrichment over GraphQL'])(
    'for a slot costs nothing: %s',
    async (name) => {
      const { method = '', path = '', body } = REQUESTS[name] ?? {};
      const before = await stored();
      const lock = await lockTables(service.database, 'company_domain');
      const first = open(tenant.userKey, method, path, body);
      await untilWaiting(service.database, 1);
      const recording = recordSql();
      const { leave, ended } = open(tenant.userKey, method, path, body, `slot-${path}`);
      // The request has its key reserved, and waits for its slot.
      while ((await stored()).records !== before.records + 1) await pause();
      leave();
      while ((await stored()).records !== before.records) await pause();
      await ended;
      const executed = recording.statements.filter((sql) => /company_domain/.test(sql));
      recording.stop();
      await lock.release();
      await first.ended;
      expect(executed).toEqual([]);
      expect(await stored()).toEqual(before);
    },
  );

  it('for the rest of its body executes nothing', async () => {
    const before = await stored();
    const recording = recordSql();
    const headers = {
      'X-API-Key': tenant.userKey,
      'Content-Length': '1000',
      'Idempotency-Key': 'half',
      Expect: '100-continue',
    };
    const sent = request(`${service.url}/v1/lists`, { method: 'POST', headers });
    sent.on('error', () => undefined).flushHeaders();
    await once(sent, 'continue');
    sent.write('{"name": "Half');
    await pause();
    sent.destroy();
    await untilQuiet(recording.statements);
    recording.stop();
    expect(recording.statements.filter((sql) => !BEFORE.test(sql))).toEqual([]);
    expect(await stored()).toEqual(before);
  });
});
