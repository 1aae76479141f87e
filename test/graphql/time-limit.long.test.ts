import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { readConfig } from '../../src/config.ts';
import { answer, codes, problem } from '../harness/errors.ts';
import {
  type HeldLock,
  lockTables,
  openTransactions,
  pause,
  untilWaiting,
  waitingStatements,
} from '../harness/locks.ts';
import { seedPlain } from '../harness/seed.ts';
import { startTestService, type Tenant, type TestService } from '../harness/service.ts';
import { expectSoon } from '../harness/soon.ts';
import { recordSql } from '../harness/statements.ts';

const TIMEOUT_MS = 1_200;
const MESSAGE =
  'The operation took longer than 1.2 seconds and was stopped. Ask for less at a time. If it changes data, check whether it did before you retry.';
const GRAPHQL_TIMEOUT = { message: MESSAGE, extensions: { code: 'TIMEOUT' } };
const COMPANY = '{ company(identifier: "acme") { name } }';

let held: HeldLock | undefined;

const operationLimits = { ...readConfig({}).operationLimits, timeoutMs: TIMEOUT_MS };
// One connection for each kind of work: a leaked connection is noticed at once.
const service = await startTestService({ operationLimits, poolSize: 5 });
const tenant = await service.createTenant('slow');
await seedPlain(service.database.pool, 'acme');
afterEach(async () => {
  await held?.release();
  held = undefined;
});
afterAll(() => service.close());

const lock = async (...tables: string[]) => {
  held = await lockTables(service.database, ...tables);
};
const unlock = async () => {
  await held?.release();
  held = undefined;
};

/** Expects that nothing of the stopped operation is left, and that all connections can be used. */
async function expectNothingLeft(): Promise<void> {
  expect(await waitingStatements(service.database)).toEqual([]);
  expect(await openTransactions(service.database)).toBe(0);
  await unlock();
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => service.graphql(tenant.userKey, COMPANY)),
  );
  expect(answers.map(({ body }) => body.data)).toEqual(answers.map(() => ({ company: { name: 'ACME' } })));
}

describe('an operation beyond the time limit', () => {
  it('ends over GraphQL with 504 for any media type, and its statement is cancelled', async () => {
    for (const type of ['application/json', 'application/graphql-response+json']) {
      await lock('company');
      const response = await service.graphql(tenant.userKey, COMPANY).set('Accept', type);
      const cost = { requested: 1, limit: 500_000, remaining: 499_999 };
      expect(answer(response)).toEqual({
        status: 504,
        body: { errors: [GRAPHQL_TIMEOUT], extensions: { cost } },
      });
      await expectNothingLeft();
    }
  });

  it('ends over REST with 504 in the usual form, and its statement is cancelled', async () => {
    await lock('company');
    expect(answer(await service.rest(tenant.userKey).get('/v1/companies/acme'))).toEqual(
      problem(504, 'timeout', MESSAGE),
    );
    await expectNothingLeft();
  });

  it('ends while it waits in Prisma', async () => {
    await lock('"user"');
    const response = await service.graphql(tenant.userKey, '{ viewer { user { name } } }');
    expect([response.status, codes(response)]).toEqual([504, ['TIMEOUT']]);
    await expectNothingLeft();
  });

  it('ends within a transaction, which is rolled back', async () => {
    const create = 'mutation { createList(input: { name: "Half" }) { list { listId } } }';
    await lock('list_event');
    const response = await service.graphql(tenant.userKey, create);
    expect([response.status, codes(response)]).toEqual([504, ['TIMEOUT']]);
    await expectNothingLeft();
    const { rows } = await service.database.pool.query(
      `SELECT count(*)::int AS lists FROM list WHERE name = 'Half'`,
    );
    expect(rows).toEqual([{ lists: 0 }]);
  });

  it('ends while it waits for a connection, and takes none when its turn comes', async () => {
    await lock('company');
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => service.graphql(tenant.userKey, COMPANY)),
    );
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 504));
    await expectNothingLeft();
  });

  it('ends with all of its fields, even those beside a failed one', async () => {
    await lock('company');
    const query = `{ lists { totalCount } nope: list(listId: 999) { name } company(identifier: "acme") { name } }`;
    const response = await service.graphql(tenant.userKey, query);
    expect([response.body.errors[0].extensions.code, await settled()]).toEqual(['TIMEOUT', []]);
    await expectNothingLeft();
  });

  it('does not end an export whose file is being sent, which is not part of the operation', async () => {
    const rest = service.rest(tenant.userKey);
    const { list_id: listId } = (await rest.post('/v1/lists', { name: 'Export' })).body;
    await rest.post(`/v1/lists/${listId}/domains`, { domains: ['acme.example'] });
    await rest.post(`/v1/lists/${listId}/materialize`);
    await lock('company_domain');
    const csv = rest.get(`/v1/lists/${listId}/export.csv`).then((response) => response);
    await untilWaiting(service.database, 1);
    expect(await settled()).toHaveLength(1);
    await unlock();
    const { status, text } = await csv;
    expect([status, text.split('\n')[1]]).toEqual([
      200,
      expect.stringContaining(',ACME,acme,acme.example,high,added'),
    ]);
  });
});

/** Waits until all operations have passed their time limit. @returns the statements that still wait. */
async function settled(): Promise<string[]> {
  await new Promise((resolve) => setTimeout(resolve, 2 * TIMEOUT_MS));
  return waitingStatements(service.database);
}

describe('an operation whose client disconnects', () => {
  let patient: TestService;
  let caller: Tenant;

  beforeAll(async () => {
    patient = await startTestService({ poolSize: 10 });
    caller = await patient.createTenant('leaving');
    await seedPlain(patient.database.pool, 'acme');
    // The key is cached from here on: looking it up is not part of an operation.
    await patient.graphql(caller.userKey, COMPANY);
  });
  afterAll(() => patient.close());

  const leave = async (key: string, path: string, body: object) => {
    const headers = { 'Content-Type': 'application/json', 'X-API-Key': key };
    const sent = request(`${patient.url}${path}`, { method: 'POST', headers });
    sent.on('error', () => undefined);
    sent.end(JSON.stringify(body));
    await untilWaiting(patient.database, 1);
    return () => sent.destroy();
  };

  it.each([
    ['a query', '/graphql', { query: COMPANY }],
    ['a query in Prisma', '/graphql', { query: '{ viewer { user { name } } }' }],
    ['a transaction', '/v1/lists', { name: 'Gone' }],
  ])('is stopped long before the time limit, and changes nothing: %s', async (_name, path, body) => {
    const lock = await lockTables(patient.database, 'company', '"user"', 'list_event');
    const goAway = await leave(caller.userKey, path, body);
    goAway();
    await untilWaiting(patient.database, 0);
    await lock.release();
    // The transaction is rolled back a moment after its statement was cancelled.
    await expectSoon(() => openTransactions(patient.database), 0);
    expect((await patient.graphql(caller.userKey, COMPANY)).body.data).toEqual({ company: { name: 'ACME' } });
    const { rows } = await patient.database.pool.query('SELECT count(*)::int AS lists FROM list');
    expect(rows).toEqual([{ lists: 0 }]);
  });

  it('continues if another caller waits for the same result', async () => {
    const rest = patient.rest(caller.userKey);
    const created = await rest.post('/v1/lists', { name: 'Shared' });
    const listId: number = created.body.list_id;
    const lock = await lockTables(patient.database, 'list_domain');
    const materialize =
      'mutation ($id: ID!) { materializeList(input: { listId: $id }) { counts { total } } }';
    const goAway = await leave(caller.userKey, '/graphql', { query: materialize, variables: { id: listId } });
    // The client that disconnects also reads the version of the index, a moment earlier or later.
    await untilWaiting(patient.database, 1);
    const recording = recordSql();
    const stays = rest.post(`/v1/lists/${listId}/materialize`).then((response) => response);
    // The second caller reads the list and joins the running computation. Key usage is written when it is due.
    const own = () => recording.statements.filter((sql) => !/facet_index|api_key_usage/.test(sql));
    while (own().length === 0) await pause();
    await pause();
    recording.stop();
    expect(own()).toEqual([expect.stringMatching(/FROM\s+list l JOIN/)]);
    goAway();
    await lock.release();
    const { status, body } = await stays;
    expect([status, body.total_count]).toEqual([200, 0]);
    const { rows } = await patient.database.pool.query(
      'SELECT count(*)::int AS computed FROM list_materialization',
    );
    expect(rows).toEqual([{ computed: 1 }]);
  });
});
