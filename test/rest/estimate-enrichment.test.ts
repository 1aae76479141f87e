import { afterAll, expect, it } from '@jest/globals';
import { answer } from '../harness/errors.ts';
import { readBooks } from '../harness/ledger.ts';
import { startTestService } from '../harness/service.ts';
import { seedSmallCatalogue } from '../modules/filters/support.ts';

const PATH = '/v1/enrich/partnerships';

const service = await startTestService();
await seedSmallCatalogue(service.database.pool);
const tenant = await service.createTenant('estimators', 1);
afterAll(() => service.close());

const estimate = (body: object) => service.rest(tenant.orgKey).post(`${PATH}/estimate`, body);

it('an estimate states the price of an enrichment, and charges nothing', async () => {
  const domains = ['www.ACME.example', 'delta.example', 'nobody.example', 'no dot'];
  const expected = {
    credits_required: 2,
    credit_balance: 1,
    sufficient: false,
    total_domains_requested: 3,
    domains_found: 2,
    domains_with_partnerships: 1,
  };
  expect(answer(await estimate({ domains }))).toEqual({ status: 200, body: expected });
  expect(await readBooks(service.database.pool, tenant.organizationId)).toMatchObject({ balance: 1 });
  await service.rest(tenant.orgKey).post(PATH, { domains: ['acme.example'] });
  expect((await estimate({ domains })).body).toEqual({ ...expected, credits_required: 1, credit_balance: 0 });
});

it('an estimate refuses what an enrichment refuses, in the same words', async () => {
  const bodies = [{}, { domains: [] }, { domains: Array.from({ length: 101 }, () => 'acme.example') }];
  for (const body of bodies) {
    const refused = await service.rest(tenant.orgKey).post(PATH, body);
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(answer(await estimate(body))).toEqual(answer(refused));
  }
});
