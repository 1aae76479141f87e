import { describe, expect, it } from '@jest/globals';
import supertest, { type Response } from 'supertest';
import { answer, codes } from '../harness/errors.ts';
import { readBooks } from '../harness/ledger.ts';
import { cutPower } from '../harness/power-cut.ts';
import type { Tenant } from '../harness/service.ts';
import { useService } from '../harness/use-service.ts';
import { seedSmallCatalogue } from '../modules/filters/support.ts';
import { holdingCharges } from './idempotent.ts';

const PATH = '/v1/enrich/partnerships';
const BODY = { domains: ['acme.example', 'beta.example', 'gamma.example'] };
const ENRICH =
  'mutation ($input: EnrichPartnershipsInput!) { enrichPartnerships(input: $input) { creditsCharged } }';
const IN_PROGRESS =
  'A request with this Idempotency-Key is still running. Retry in a moment to get its response.';
const { service, beside } = useService('concurrency', { seed: seedSmallCatalogue });
const second = beside();

const books = ({ organizationId }: Tenant) => readBooks(service.database.pool, organizationId);

function post(url: string, key: string, path: string, body: object): Promise<Response> {
  const test = supertest(url).post(path).set({ 'X-API-Key': key, 'Idempotency-Key': 'the-same' });
  return Promise.resolve(test.send(body));
}

const enrich = (url: string, { userKey }: Tenant) => post(url, userKey, PATH, BODY);

/** Waits until `count` statements wait for a lock. @returns their backends. */
async function waiting(count: number): Promise<number[]> {
  for (;;) {
    const { rows } = await service.database.pool.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' ORDER BY query_start`,
    );
    if (rows.length >= count) return rows.map(({ pid }) => pid);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('fifty parallel requests with one key in two processes', () => {
  it('charge once: each gets the same response, or 409 while the first is in progress', async () => {
    const tenant = await service.createTenant('parallel', 100);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => enrich(i % 2 === 0 ? service.url : second.url, tenant)),
    );
    const done = answers.filter(({ status }) => status === 200);
    const busy = answers.filter(({ status }) => status === 409);
    expect(done.length).toBeGreaterThan(0);
    expect(done.length + busy.length).toBe(50);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    expect(new Set(done.map(({ headers }) => headers['x-credits-charged']))).toEqual(new Set(['3']));
    expect(done.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1);
    for (const each of busy) {
      expect(each.headers['retry-after']).toBe('1');
      expect(answer(each).body).toEqual({
        detail: { error: 'idempotency_in_progress', message: IN_PROGRESS },
      });
    }
    expect(await books(tenant)).toEqual({ balance: 97, ledger: 97, paidFor: [1, 2, 3], unlocked: [1, 2, 3] });
    const late = await enrich(second.url, tenant);
    expect([late.text, late.headers['idempotency-replayed']]).toEqual([done[0]?.text, 'true']);
  });

  it('create one list', async () => {
    const tenant = await service.createTenant('parallel-list', 0);
    const send = (url: string) => post(url, tenant.userKey, '/v1/lists', { name: 'Only one' });
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => send(i % 2 === 0 ? service.url : second.url)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
    const lists = await service.rest(tenant.userKey).get('/v1/lists');
    expect(lists.body.total).toBe(1);
  });
});

describe('a retry while the first request is in progress', () => {
  it('gets 409 and Retry-After over both APIs, and later the response', async () => {
    const tenant = await service.createTenant('under-way', 100);
    const graphql = { query: ENRICH, variables: { input: BODY } };
    const { first, meanwhile } = await holdingCharges(service.database, tenant, async () => {
      const first = [enrich(service.url, tenant), post(service.url, tenant.userKey, '/graphql', graphql)];
      await waiting(2);
      const meanwhile = [
        await enrich(second.url, tenant),
        await post(second.url, tenant.userKey, '/graphql', graphql),
      ];
      return { first, meanwhile };
    });
    const [rest, graph] = meanwhile;
    expect([rest?.status, rest?.headers['retry-after'], graph?.headers['retry-after']]).toEqual([
      409,
      '1',
      '1',
    ]);
    expect(graph && codes(graph)).toEqual(['IDEMPOTENCY_IN_PROGRESS']);
    const [one, two] = await Promise.all(first);
    expect((await enrich(second.url, tenant)).text).toBe(one?.text);
    expect((await post(second.url, tenant.userKey, '/graphql', graphql)).text).toBe(two?.text);
    expect(await books(tenant)).toMatchObject({ balance: 97, ledger: 97, unlocked: [1, 2, 3] });
  });

  it('gets 409 for a minute after the process of the first died, and then takes over', async () => {
    const tenant = await service.createTenant('dead', 100);
    // Statements: the look-up of the key, the size of the replay log, the reservation; then the process dies.
    const cut = cutPower(service.database.pool, 3, 'before');
    await enrich(service.url, tenant).finally(() => cut.restore());
    service.clock.advance({ seconds: 59 });
    expect((await enrich(second.url, tenant)).status).toBe(409);
    service.clock.advance({ seconds: 1 });
    const after = await enrich(second.url, tenant);
    expect([after.status, after.headers['x-credits-charged']]).toEqual([200, '3']);
  });
});

describe('a database connection that is killed during a charge', () => {
  it('charges nothing, and the key can be used again at once', async () => {
    const tenant = await service.createTenant('killed', 100);
    const broken = await holdingCharges(service.database, tenant, async () => {
      const sent = enrich(service.url, tenant);
      const [backend] = await waiting(1);
      await service.database.pool.query('SELECT pg_terminate_backend($1)', [backend]);
      return sent;
    });
    expect([broken.status, broken.body.detail.error]).toEqual([503, 'unavailable']);
    expect(await books(tenant)).toEqual({ balance: 100, ledger: 100, paidFor: [], unlocked: [] });
    const retry = await enrich(second.url, tenant);
    expect([retry.status, retry.headers['x-credits-charged']]).toEqual([200, '3']);
    expect(await books(tenant)).toMatchObject({ balance: 97, ledger: 97, paidFor: [1, 2, 3] });
  });
});
