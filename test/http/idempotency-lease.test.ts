import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import supertest, { type Response } from 'supertest';
import { codes } from '../harness/errors.ts';
import { readBooks } from '../harness/ledger.ts';
import { pause, waitingStatements } from '../harness/locks.ts';
import { startTestService, type Tenant, type TestService } from '../harness/service.ts';
import { seedSmallCatalogue } from '../modules/filters/support.ts';
import { holdingCharges } from './idempotent.ts';

const PATH = '/v1/enrich/partnerships';
const BODY = { domains: ['acme.example', 'beta.example', 'gamma.example'] };
const QUERY = 'mutation { enrichPartnerships(input: { domains: ["acme.example"] }) { creditsCharged } }';

let service: TestService;
let second: TestService;

beforeAll(async () => {
  // Only intervals are moved by hand: they renew leases.
  jest.useFakeTimers({
    doNotFake: [
      ...(['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate'] as const),
      ...(['clearImmediate', 'setTimeout', 'clearTimeout'] as const),
    ],
  });
  // Four connections for writes, of which an organization gets two.
  service = await startTestService({ poolSize: 20 });
  second = await startTestService({ beside: service });
  await seedSmallCatalogue(service.database.pool);
});
afterAll(async () => {
  await second.close();
  await service.close();
  jest.useRealTimers();
});

const books = ({ organizationId }: Tenant) => readBooks(service.database.pool, organizationId);

function post(
  url: string,
  { userKey }: Tenant,
  idempotencyKey: string,
  path = PATH,
  body: object = BODY,
): Promise<Response> {
  const test = supertest(url).post(path).set({ 'X-API-Key': userKey, 'Idempotency-Key': idempotencyKey });
  return Promise.resolve(test.send(body));
}

const untilWaiting = async (count: number) => {
  while ((await waitingStatements(service.database)).length < count) await pause();
};

/** Ends of the leases of running requests, in seconds from now. */
async function leases({ organizationId }: Tenant): Promise<number[]> {
  const { rows } = await service.database.pool.query<{ until: Date }>(
    'SELECT lease_until AS until FROM idempotency_record WHERE organization_id = $1 AND owner IS NOT NULL',
    [organizationId],
  );
  return rows.map(({ until }) => (until.getTime() - service.clock.now().getTime()) / 1000);
}

/** Lets time pass as the processes see it, in steps of a renewal, and waits for the renewals. */
async function pass(tenant: Tenant, seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 20) {
    service.clock.advance({ seconds: 20 });
    jest.advanceTimersByTime(20_000);
    while ((await leases(tenant)).some((left) => left < 60)) await pause();
  }
}

describe('a request that takes ten minutes', () => {
  it('keeps its key: retries get 409 and never disturb it, and later its response', async () => {
    const tenant = await service.createTenant('long', 100);
    const graphql = [tenant, 'over-graphql', '/graphql', { query: QUERY }] as const;
    const running = await holdingCharges(service.database, tenant, async () => {
      const sent = [post(service.url, tenant, 'long'), post(second.url, ...graphql)];
      await untilWaiting(2);
      for (const seconds of [60, 60, 480]) {
        await pass(tenant, seconds);
        for (const url of [service.url, second.url]) {
          const retry = await post(url, tenant, 'long');
          expect([retry.status, retry.body.detail.error, retry.headers['retry-after']]).toEqual([
            409,
            'idempotency_in_progress',
            '1',
          ]);
          expect(codes(await post(url, ...graphql))).toEqual(['IDEMPOTENCY_IN_PROGRESS']);
        }
      }
      return sent;
    });
    const [rest, graph] = await Promise.all(running);
    expect([rest?.status, graph?.status]).toEqual([200, 200]);
    const later = await post(second.url, tenant, 'long');
    expect([later.text, later.headers['idempotency-replayed']]).toEqual([rest?.text, 'true']);
    expect((await post(second.url, ...graphql)).text).toBe(graph?.text);
    expect(await books(tenant)).toMatchObject({ balance: 97, ledger: 97, unlocked: [1, 2, 3] });
  });

  it('keeps its key while its organization uses all connections for writes that it may', async () => {
    const tenant = await service.createTenant('busy', 100);
    const running = await holdingCharges(service.database, tenant, async () => {
      const sent = [post(service.url, tenant, 'held')];
      await untilWaiting(1);
      for (let n = 0; n < 2; n++) sent.push(post(service.url, tenant, `other-${n}`));
      await untilWaiting(2);
      await pass(tenant, 120);
      expect((await post(second.url, tenant, 'held')).status).toBe(409);
      return sent;
    });
    const answers = await Promise.all(running);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await books(tenant)).toMatchObject({ balance: 97, ledger: 97 });
  });
});

describe('a request whose process stops', () => {
  it('for longer than the lease, and goes on, changes nothing once it was taken over', async () => {
    const tenant = await service.createTenant('paused', 100);
    const { paused, retry } = await holdingCharges(service.database, tenant, async () => {
      const paused = post(service.url, tenant, 'paused');
      await untilWaiting(1);
      await pass(tenant, 40);
      service.clock.advance({ seconds: 60 });
      const retry = post(second.url, tenant, 'paused');
      await untilWaiting(2);
      // The renewals of the paused process do not take the key back.
      jest.advanceTimersByTime(20_000);
      return { paused, retry };
    });
    const [lost, won] = await Promise.all([paused, retry]);
    expect([lost.status, lost.body.detail?.error]).toEqual([409, 'idempotency_in_progress']);
    expect(lost.headers['retry-after']).toBe('1');
    expect([won.status, won.headers['x-credits-charged']]).toEqual([200, '3']);
    expect((await post(service.url, tenant, 'paused')).text).toBe(won.text);
    expect(await books(tenant)).toEqual({ balance: 97, ledger: 97, paidFor: [1, 2, 3], unlocked: [1, 2, 3] });
  });

  it('renews no lease any more after an error: the key is free at once', async () => {
    const tenant = await service.createTenant('failed', 2);
    expect((await post(service.url, tenant, 'poor')).status).toBe(402);
    jest.advanceTimersByTime(20_000);
    await service.admin.grantCredits('failed', 10);
    expect((await post(second.url, tenant, 'poor')).status).toBe(200);
    expect(await books(tenant)).toMatchObject({ balance: 9, ledger: 9 });
  });
});
