import { beforeAll, describe, expect, it } from '@jest/globals';
import { transaction } from '../../../src/database/client.ts';
import { chargeInTransaction, withinCredits } from '../../../src/modules/credits/service.ts';
import { rebuildIndex } from '../../../src/modules/filters/facet-index.ts';
import { untilWaiting } from '../../harness/locks.ts';
import { seedPlain } from '../../harness/seed.ts';
import { useService } from '../../harness/use-service.ts';
import { condition, definition } from '../filters/support.ts';
import { createList } from '../lists/operations.ts';

const PATH = '/v1/enrich/partnerships';
const ENRICH = `mutation ($domains: [String!]!) { enrichPartnerships(input: { domains: $domains }) {
  creditsCharged creditsRemaining results { charge windowEndsAt } } }`;
const EXPORT = `mutation ($id: ID!) { exportList(input: { listId: $id }) { creditsCharged creditsRemaining validUntil } }`;
const WINDOW_END = '2026-03-31T12:00:00.000Z';

const { service, tenant } = useService('receipts', { credits: 100, tenantPerTest: true, poolSize: 20 });
const ids: number[] = [];

beforeAll(async () => {
  for (let i = 0; i < 20; i++) ids.push(await seedPlain(service.database.pool, `company-${i}`));
  await rebuildIndex(service.database.pool);
});

const domains = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => `company-${from + i}.example`);

async function enrich(from: number, to: number) {
  const { body } = await service.graphql(tenant.orgKey, ENRICH, { domains: domains(from, to) });
  return body.data.enrichPartnerships;
}

async function exported(listId: number) {
  const { body } = await service.graphql(tenant.userKey, EXPORT, { id: String(listId) });
  return body.data.exportList;
}

/** Sends requests one after another, each of which waits for the one before it, and lets them go. */
async function inLine<T>(...requests: (() => Promise<T>)[]): Promise<T[]> {
  const holder = await service.database.pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM organization WHERE id = $1 FOR NO KEY UPDATE', [tenant.organizationId]);
  const running: Promise<T>[] = [];
  for (const request of requests) {
    running.push(request());
    await untilWaiting(service.database, running.length);
  }
  await holder.query('COMMIT');
  holder.release();
  return Promise.all(running);
}

const ledger = async () => {
  const { rows } = await service.database.pool.query<{ amount: number; balance: number }>(
    'SELECT amount, balance_after AS balance FROM credit_entry WHERE organization_id = $1 ORDER BY id',
    [tenant.organizationId],
  );
  return rows.map(({ amount, balance }) => [amount, balance]);
};

describe('an answer that became free while it waited for a parallel charge', () => {
  it('of an enrichment states the balance after that charge, and the windows that it began', async () => {
    const [first, second] = await inLine(
      () => enrich(0, 10),
      () => enrich(0, 10),
    );
    const results = (charge: string) => Array(10).fill({ charge, windowEndsAt: WINDOW_END });
    expect(first).toEqual({ creditsCharged: 10, creditsRemaining: 90, results: results('CHARGED') });
    expect(second).toEqual({ creditsCharged: 0, creditsRemaining: 90, results: results('IN_WINDOW') });
  });

  it('over REST states it in the header, and with an Idempotency-Key repeats it', async () => {
    const post = () =>
      Promise.resolve(
        service
          .rest(tenant.userKey)
          .post(PATH, { domains: domains(0, 10) })
          .set('Idempotency-Key', 'k'),
      );
    const [, free] = await inLine<unknown>(() => enrich(0, 10), post);
    expect((free as Awaited<ReturnType<typeof post>>).headers).toMatchObject({
      'x-credits-charged': '0',
      'x-credits-remaining': '90',
    });
    await enrich(10, 15);
    expect((await post()).headers).toMatchObject({
      'x-credits-remaining': '90',
      'idempotency-replayed': 'true',
    });
  });

  it('states the end of windows that began earlier than its own', async () => {
    const [, second] = await inLine(
      () => enrich(0, 2),
      async () => {
        service.clock.advance({ days: 1 });
        return enrich(0, 2);
      },
    );
    expect(second.results).toEqual(Array(2).fill({ charge: 'IN_WINDOW', windowEndsAt: WINDOW_END }));
  });

  it('of an export states the balance after that charge, and how long it is valid', async () => {
    const tree = definition(condition('domain', 'equals', domains(0, 4)));
    const listId = await createList(service, tenant.userKey, 'Four', tree);
    await service.rest(tenant.userKey).post(`/v1/lists/${listId}/materialize`);
    const [first, second] = await inLine(
      () => enrich(0, 4),
      () => exported(listId),
    );
    expect(first).toMatchObject({ creditsCharged: 4, creditsRemaining: 96 });
    expect(second).toEqual({ creditsCharged: 0, creditsRemaining: 96, validUntil: WINDOW_END });
    await enrich(4, 5);
    expect(await exported(listId)).toMatchObject({ creditsCharged: 0, creditsRemaining: 95 });
  });
});

describe('a charge', () => {
  it('states the balance right after it in the order of the ledger, whatever waits beside it', async () => {
    const grant = async () => ({ balance: await service.admin.grantCredits(tenant.name, 50) });
    const [one, two, granted, three] = await inLine<Record<string, unknown>>(
      () => enrich(0, 6),
      () => enrich(4, 9),
      grant,
      () => enrich(9, 12),
    );
    expect(one).toMatchObject({ creditsCharged: 6 });
    expect(two).toMatchObject({ creditsCharged: 3 });
    expect(three).toMatchObject({ creditsCharged: 3 });
    const entries = await ledger();
    const receipts = [one, two, three].map((each) => [-Number(each?.creditsCharged), each?.creditsRemaining]);
    expect(entries.toSorted()).toEqual([[100, 100], [50, granted?.balance], ...receipts].toSorted());
    const sums = entries.map((_, i) =>
      entries.slice(0, i + 1).reduce((sum, [amount = 0]) => sum + amount, 0),
    );
    expect(entries.map(([, balance]) => balance)).toEqual(sums);
    expect(sums.at(-1)).toBe(138);
  });
});

describe('a charge that exceeds the balance', () => {
  const request = (companyIds: number[]) => ({
    ...{ organizationId: tenant.organizationId, companyIds, kind: 'export' as const },
    ...{ keyId: 1, requestId: 'poor', at: service.clock.now() },
  });

  it('is refused with a price and a balance of the time after it waited', async () => {
    const { pool } = service.database;
    await pool.query('UPDATE organization SET credit_balance = 17 WHERE id = $1', [tenant.organizationId]);
    const poor = async () =>
      (await service.rest(tenant.userKey).post(PATH, { domains: domains(0, 20) })).body;
    const [, refused] = await inLine(() => enrich(0, 15), poor);
    expect(refused.detail).toMatchObject({ error: 'insufficient_credits', required: 5, balance: 2 });
    await service.admin.grantCredits(tenant.name, 3);
    expect(await poor()).toMatchObject({ domains_found: 20 });
    expect((await ledger()).slice(1)).toEqual([
      [-15, 2],
      [3, 5],
      [-5, 0],
    ]);
  });

  it('is made after all when credits were granted before the price was read', async () => {
    const { pool } = service.database;
    await pool.query('UPDATE organization SET credit_balance = 5 WHERE id = $1', [tenant.organizationId]);
    let refusals = 0;
    const charged = await withinCredits(pool, request(ids.slice(0, 10)), async () => {
      try {
        return await transaction(pool, (client) => chargeInTransaction(client, request(ids.slice(0, 10))));
      } catch (error) {
        refusals += 1;
        await service.admin.grantCredits(tenant.name, 50);
        throw error;
      }
    });
    expect(charged).toMatchObject({ cost: 10, balance: 45 });
    expect(refusals).toBe(1);
  });
});
