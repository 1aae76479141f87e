import { beforeAll, describe, expect, it } from '@jest/globals';
import { answer, problem } from '../../harness/errors.ts';
import { readBooks } from '../../harness/ledger.ts';
import { seedPartnership, seedPlain } from '../../harness/seed.ts';
import { startTestService } from '../../harness/service.ts';
import { useService } from '../../harness/use-service.ts';

const PATH = '/v1/enrich/partnerships';
const COMPANIES = 50;
const { service } = useService('payers', { poolSize: 20 });
let ids: number[];

beforeAll(async () => {
  ids = [];
  for (let i = 0; i < COMPANIES; i++) ids.push(await seedPlain(service.database.pool, `company-${i}`));
  await seedPartnership(service.database.pool, ids[0] ?? 0, ids[1] ?? 0);
});

const domains = (count: number) => Array.from({ length: count }, (_, i) => `company-${i}.example`);
const books = (organizationId: number) => readBooks(service.database.pool, organizationId);

describe('a balance that is too low', () => {
  it('refuses a whole batch of 31 companies with 30 credits, over both APIs', async () => {
    const { organizationId, userKey } = await service.createTenant('poor', 30);
    const message =
      'This requires 31 credits, and the balance is 30. Nothing was charged; add credits or request fewer companies.';

    const rest = await service.rest(userKey).post(PATH, { domains: domains(31) });
    expect(answer(rest)).toEqual(
      problem(402, 'insufficient_credits', message, { required: 31, balance: 30 }),
    );
    const query =
      'mutation ($input: EnrichPartnershipsInput!) { enrichPartnerships(input: $input) { results { domain } } }';
    const graphql = await service.graphql(userKey, query, { input: { domains: domains(31) } });
    expect(graphql.body).toMatchObject({
      data: { enrichPartnerships: null },
      errors: [{ message, extensions: { code: 'INSUFFICIENT_CREDITS', required: 31, balance: 30 } }],
    });
    expect(await books(organizationId)).toEqual({ balance: 30, ledger: 30, paidFor: [], unlocked: [] });

    expect((await service.rest(userKey).post(PATH, { domains: domains(30) })).status).toBe(200);
    expect(await books(organizationId)).toMatchObject({ balance: 0, ledger: 0 });
  });

  it('is compared with the companies that are not yet unlocked', async () => {
    const { userKey } = await service.createTenant('half', 12);
    await service.rest(userKey).post(PATH, { domains: domains(10) });
    const response = await service.rest(userKey).post(PATH, { domains: domains(20) });
    expect(response.body.detail).toMatchObject({ required: 10, balance: 2 });
  });
});

describe('two hundred parallel requests for the same fifty companies', () => {
  it('charge fifty credits, and leave each company in the ledger once', async () => {
    const { organizationId, userKey, orgKey } = await service.createTenant('parallel', 1000);
    const shuffled = (seed: number) =>
      domains(COMPANIES).map((_, i, all) => all[(i * 7 + seed) % COMPANIES] ?? '');
    const responses = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        service.rest(i % 2 === 0 ? userKey : orgKey).post(PATH, { domains: shuffled(i) }),
      ),
    );
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]));
    const charged = responses.map((response) => Number(response.headers['x-credits-charged']));
    expect(charged.reduce((sum, one) => sum + one, 0)).toBe(COMPANIES);
    const { paidFor, ...rest } = await books(organizationId);
    expect(rest).toEqual({ balance: 950, ledger: 950, unlocked: ids });
    expect(paidFor.toSorted((a, b) => a - b)).toEqual(ids);
  });

  it('never overdraw: as many overlapping batches succeed as the balance covers', async () => {
    const { organizationId, userKey } = await service.createTenant('contended', 30);
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        service.rest(userKey).post(PATH, { domains: domains(COMPANIES).slice(i, i + 10) }),
      ),
    );
    const statuses = responses.map((response) => response.status);
    const after = await books(organizationId);
    expect(new Set(statuses)).toEqual(new Set([200, 402]));
    expect(after.balance).toBeGreaterThanOrEqual(0);
    expect(after.ledger).toBe(after.balance);
    expect(after.unlocked).toHaveLength(30 - after.balance);
    expect(after.paidFor.toSorted((a, b) => a - b)).toEqual(after.unlocked);
  });
});

describe('the unlock of a company for 30 days', () => {
  const enrich = async (key: string) => {
    const { headers } = await service.rest(key).post(PATH, { domains: domains(1) });
    return Number(headers['x-credits-charged']);
  };

  it('is free up to its last second, is not extended by a free read, and then costs a credit again', async () => {
    const { organizationId, userKey, orgKey } = await service.createTenant('window', 10);
    expect(await enrich(userKey)).toBe(1);
    service.clock.advance({ days: 29 });
    expect(await enrich(orgKey)).toBe(0);
    service.clock.advance({ hours: 23, minutes: 59, seconds: 59 });
    expect(await enrich(userKey)).toBe(0);
    service.clock.advance({ seconds: 1 });
    expect(await enrich(userKey)).toBe(1);
    expect(await books(organizationId)).toMatchObject({ balance: 8, ledger: 8, paidFor: [ids[0], ids[0]] });
  });

  it('belongs to one organization', async () => {
    const [one, two] = [await service.createTenant('one', 5), await service.createTenant('two', 5)];
    expect([await enrich(one.userKey), await enrich(two.userKey)]).toEqual([1, 1]);
  });
});

describe('CREDITS_BILLING=found', () => {
  it('charges nothing for companies without partners', async () => {
    const frugal = await startTestService({ billing: 'found' });
    try {
      const { pool } = frugal.database;
      await seedPartnership(pool, await seedPlain(pool, 'a'), await seedPlain(pool, 'b'));
      await seedPlain(pool, 'alone');
      const { organizationId, userKey } = await frugal.createTenant('frugal', 10);
      const body = { domains: ['a.example', 'alone.example'] };
      const { headers } = await frugal.rest(userKey).post(PATH, body);
      expect(headers['x-credits-charged']).toBe('1');
      expect(await readBooks(pool, organizationId)).toMatchObject({ balance: 9, ledger: 9 });
    } finally {
      await frugal.close();
    }
  });
});
