import { beforeAll, describe, expect, it } from '@jest/globals';
import { rebuildIndex } from '../../../src/modules/filters/facet-index.ts';
import { answer, problem } from '../../harness/errors.ts';
import { readBooks } from '../../harness/ledger.ts';
import { seedPlain } from '../../harness/seed.ts';
import { useService } from '../../harness/use-service.ts';
import { condition, definition } from '../filters/support.ts';
import { createList } from '../lists/operations.ts';

const PATH = '/v1/enrich/partnerships';
const COMPANIES = 12;

const { service, tenant, rest, graphql } = useService('caps', { credits: 10, tenantPerTest: true });

beforeAll(async () => {
  const { pool } = service.database;
  for (let i = 0; i < COMPANIES; i++) await seedPlain(pool, `company-${i}`);
  await pool.query(
    `UPDATE company SET country = 'FI' WHERE slug IN ('company-9', 'company-10', 'company-11')`,
  );
  await rebuildIndex(pool);
});

const domains = (to: number) => Array.from({ length: to }, (_, i) => `company-${i}.example`);
const enrich = (to: number, max_credits?: number) => rest().post(PATH, { domains: domains(to), max_credits });
const books = () => readBooks(service.database.pool, tenant.organizationId);
const refusal = (required: number, max_credits: number) =>
  problem(
    402,
    'max_credits_exceeded',
    `This requires ${required} credits, and the request allows ${max_credits}. Nothing was charged; allow more or request fewer companies.`,
    { required, max_credits },
  );

describe('a call that costs more than it allows', () => {
  it('is refused whole, over both APIs', async () => {
    expect(answer(await enrich(4, 3))).toEqual(refusal(4, 3));
    expect(answer(await enrich(4, 0))).toEqual(refusal(4, 0));
    const { body } = await graphql(
      `mutation ($domains: [String!]!) { enrichPartnerships(input: { domains: $domains, maxCredits: 3 }) { creditsCharged } }`,
      { domains: domains(4) },
    );
    expect(body).toMatchObject({
      data: { enrichPartnerships: null },
      errors: [{ extensions: { code: 'MAX_CREDITS_EXCEEDED', required: 4, max_credits: 3 } }],
    });
    expect(await books()).toMatchObject({ balance: 10, ledger: 10, unlocked: [] });
  });

  it('is charged when the cap is its price, and what is unlocked needs no cap', async () => {
    expect((await enrich(4, 4)).headers['x-credits-charged']).toBe('4');
    expect((await enrich(4, 0)).headers['x-credits-charged']).toBe('0');
    // One of five is not unlocked.
    expect(answer(await enrich(6, 1))).toEqual(refusal(2, 1));
    expect((await enrich(5, 1)).headers['x-credits-charged']).toBe('1');
    expect(await books()).toMatchObject({ balance: 5, ledger: 5, unlocked: { length: 5 } });
  });

  it('names the cap before the balance', async () => {
    expect(answer(await enrich(11, 10))).toEqual(refusal(11, 10));
    expect((await enrich(11, 11)).body.detail).toMatchObject({ error: 'insufficient_credits', required: 11 });
  });

  it('is refused for an export', async () => {
    const id = await createList(
      service,
      tenant.userKey,
      'Finnish',
      definition(condition('country', 'any_of', ['FI'])),
    );
    const pay = (max_credits: number) => rest().post(`/v1/lists/${id}/export`, { max_credits });
    expect(answer(await pay(2))).toEqual(refusal(3, 2));
    expect(await books()).toMatchObject({ balance: 10, ledger: 10, unlocked: [] });
    expect((await pay(3)).body).toMatchObject({ credits_charged: 3, credits_remaining: 7 });
    expect((await pay(0)).body).toMatchObject({ credits_charged: 0, credits_remaining: 7 });
  });

  it('is exact when many calls are sent at once', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => enrich(1 + (i % 6), 2)));
    const charged = answers.map(({ headers }) => Number(headers['x-credits-charged'] ?? 0));
    expect(Math.max(...charged)).toBeLessThanOrEqual(2);
    const { balance, ledger, unlocked } = await books();
    const spent = charged.reduce((sum, each) => sum + each, 0);
    expect([balance, ledger, unlocked.length]).toEqual([10 - spent, 10 - spent, spent]);
  });

  it('refuses a negative cap', async () => {
    expect((await enrich(1, -1)).body.detail.errors).toMatchObject([{ pointer: '/max_credits' }]);
    const { body } = await graphql(
      `mutation { enrichPartnerships(input: { domains: ["company-0.example"], maxCredits: -1 }) { creditsCharged } }`,
    );
    expect(body.errors[0].extensions).toMatchObject({
      code: 'VALIDATION_ERROR',
      errors: [{ pointer: '/maxCredits', message: 'must be at least 0' }],
    });
  });
});
