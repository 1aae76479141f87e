import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { COST_CLASSES, type CostClass } from '../../src/modules/limits/cost-class.ts';
import { answer, withoutCost } from '../harness/errors.ts';
import { readBooks } from '../harness/ledger.ts';
import { startTestService, type Tenant, type TestService } from '../harness/service.ts';
import { recordStatements } from '../harness/statements.ts';
import { seedSmallCatalogue } from '../modules/filters/support.ts';
import { createList, KUBERNETES } from '../modules/lists/operations.ts';
import { isWork, limitFields, RATE_LIMIT, SAMPLES } from './limit-support.ts';

const HEAVY = ['evaluate', 'enrich', 'export'] as const;
const LIGHT = COST_CLASSES.filter((each) => !HEAVY.some((heavy) => heavy === each));
const LAG_MS = 250;
const MESSAGE =
  'The service is too busy for this. Try again in 2 seconds; what takes little work is answered meanwhile.';

let service: TestService;
let tenant: Tenant;
let listId: number;
let lag: number;
const eventLoop = { lagMs: () => lag, close: () => undefined };

async function start(settings: Parameters<typeof startTestService>[0]): Promise<void> {
  lag = 0;
  service = await startTestService({ ...settings, eventLoop });
  tenant = await service.createTenant('busy');
  await seedSmallCatalogue(service.database.pool);
  listId = await createList(service, tenant.userKey, 'Members', KUBERNETES);
  await SAMPLES.read.rest(service, tenant.userKey, listId);
}

const rest = (costClass: CostClass) => SAMPLES[costClass].rest(service, tenant.userKey, listId);
const graphql = (costClass: CostClass) =>
  service.graphql(tenant.userKey, SAMPLES[costClass].graphql, { id: listId });

describe('while the event loop is late', () => {
  beforeAll(() => start({ overload: { lagMs: LAG_MS, poolWaiting: 100 } }));
  afterAll(() => service.close());
  beforeEach(() => {
    lag = LAG_MS + 1;
  });

  it.each(HEAVY)(
    '%s is refused at once over both doors, without a statement or a charge',
    async (costClass) => {
      const details = { class: costClass, retry_after: 2 };
      const before = await readBooks(service.database.pool, tenant.organizationId);
      const { statements } = await recordStatements(async () => {
        const overRest = await rest(costClass);
        expect(answer(overRest)).toEqual({
          status: 429,
          body: { detail: { error: 'overloaded', message: MESSAGE, ...details } },
        });
        const overGraphql = await graphql(costClass);
        expect(answer(overGraphql)).toEqual({
          status: 429,
          body: { errors: [{ message: MESSAGE, extensions: { code: 'OVERLOADED', ...details } }] },
        });
        expect([overRest, overGraphql].map(limitFields)).toEqual([
          { 'retry-after': '2' },
          { 'retry-after': '2' },
        ]);
      });
      expect(statements.filter(isWork)).toEqual([]);
      expect(await readBooks(service.database.pool, tenant.organizationId)).toEqual(before);
    },
  );

  it.each(LIGHT)('%s goes on over both doors', async (costClass) => {
    expect([(await rest(costClass)).ok, (await graphql(costClass)).body.errors]).toEqual([true, undefined]);
  });

  it('an operation with one heavy field is refused as a whole', async () => {
    const query = `{ list(listId: ${listId}) { name explain(identifier: "acme") { member } } }`;
    const response = await service.graphql(tenant.userKey, query);
    expect([response.status, response.body.data]).toEqual([429, undefined]);
  });

  it('members are read, but not computed anew', async () => {
    const members = (query: string) =>
      service.rest(tenant.userKey).get(`/v1/lists/${listId}/members${query}`);
    expect((await members('')).status).toBe(200);
    expect((await members('?force_refresh=true')).body.detail.error).toBe('overloaded');
  });

  it('who has no valid key is told that, not how busy it is', async () => {
    expect((await service.rest().post('/v1/enrich/partnerships', { domains: [] })).status).toBe(401);
  });

  it('health is answered', async () => {
    expect((await service.rest().get('/healthz')).status).toBe(200);
    expect((await service.rest().get('/readyz')).status).toBe(200);
  });

  it('is over as soon as the event loop is no later than the setting', async () => {
    lag = LAG_MS;
    for (const costClass of HEAVY)
      expect([costClass, (await rest(costClass)).status]).toEqual([costClass, 200]);
  });
});

describe('while too many requests wait for the database', () => {
  beforeAll(() => start({ poolSize: 1, overload: { lagMs: LAG_MS, poolWaiting: 1 } }));
  afterAll(() => service.close());

  it('heavy requests are refused, light ones wait, and all is well when the queue is gone', async () => {
    // The key is known from here on: looking it up would wait as well.
    await rest('read');
    const blocker = await service.database.pool.connect();
    await blocker.query('BEGIN; LOCK TABLE company IN ACCESS EXCLUSIVE MODE');
    const waiting = Array.from({ length: 3 }, () => rest('read'));
    try {
      // One holds the connection, two wait for it: one more than the setting.
      const answered = Promise.all(waiting.map((each) => each.then(({ status }) => status)));
      await untilRefused();
      await blocker.query('COMMIT');
      expect(await answered).toEqual([200, 200, 200]);
    } finally {
      blocker.release(true);
    }
    expect((await rest('enrich')).status).toBe(200);
  });

  /** The three come over sockets of their own: when they have arrived is not for the test to know. */
  async function untilRefused(): Promise<void> {
    for (;;) {
      const { status, body } = await service
        .rest(tenant.userKey)
        .post('/v1/enrich/partnerships', '{"no JSON');
      if (status === 429) {
        expect(body.detail).toEqual({
          error: 'overloaded',
          message: MESSAGE,
          class: 'enrich',
          retry_after: 2,
        });
        return;
      }
    }
  }
});

describe('with rate limits', () => {
  beforeAll(() => start({ rateLimit: RATE_LIMIT, overload: { lagMs: LAG_MS, poolWaiting: 100 } }));
  afterAll(() => service.close());

  it('a refusal takes no point and tells of the policy alone: counting would be work', async () => {
    lag = LAG_MS + 1;
    expect(limitFields(await rest('export'))).toEqual({
      'ratelimit-policy': '"export";q=2;w=60',
      'retry-after': '2',
    });
    lag = 0;
    expect((await rest('export')).headers.ratelimit).toMatch(/^"export";r=1;/);
  });
});

describe('switched off', () => {
  beforeAll(() => start({ rateLimit: undefined, overload: undefined }));
  afterAll(() => service.close());

  it('nothing is refused, nothing is told, however busy it is', async () => {
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
