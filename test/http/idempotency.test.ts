import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { answer } from '../harness/errors.ts';
import { readBooks } from '../harness/ledger.ts';
import { seedPlain } from '../harness/seed.ts';
import { startTestService, type TestService } from '../harness/service.ts';

const PATH = '/v1/enrich/partnerships';
const ENRICH = `mutation ($input: EnrichPartnershipsInput!) {
  enrichPartnerships(input: $input) { creditsCharged creditsRemaining results { domain status charge } } }`;
let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  for (const slug of ['acme', 'beta', 'gamma']) await seedPlain(service.database.pool, slug);
});
afterAll(() => service.close());

describe('a request that comes again', () => {
  it('is answered as the first time, byte for byte, and charged once', async () => {
    const tenant = await service.createTenant('again', 10);
    const send = () =>
      service
        .rest(tenant.userKey)
        .post(PATH, { domains: ['acme.example'] })
        .set('Idempotency-Key', 'k-1');
    const first = await send();
    const second = await send();
    expect(first.status).toBe(200);
    expect(first.headers).toMatchObject({ 'x-credits-charged': '1', 'x-credits-remaining': '9' });
    expect(answer(second)).toEqual(answer(first));
    expect(second.text).toBe(first.text);
    expect(second.headers).toMatchObject({ 'x-credits-charged': '1', 'idempotency-replayed': 'true' });
    const q = () =>
      service
        .graphql(tenant.userKey, ENRICH, { input: { domains: ['beta.example'] } })
        .set('Idempotency-Key', 'k-1');
    const g1 = await q();
    const g2 = await q();
    console.log(g1.text, g2.text, g2.headers, g1.headers);
    const bad = () =>
      service
        .graphql(
          tenant.userKey,
          `mutation { flagCompany(input: {identifier: "nobody"}) { flag { flagId } } }`,
        )
        .set('Idempotency-Key', 'k-2');
    const b1 = await bad();
    const b2 = await bad();
    console.log(b1.status, b1.text, b2.status, b2.text, b2.headers);
    const b3 = await service
      .graphql(tenant.userKey, `mutation { flagCompany(input: {identifier: "acme"}) { flag { flagId } } }`)
      .set('Idempotency-Key', 'k-2');
    console.log(b3.status, b3.text);
    console.log(await readBooks(service.database.pool, tenant.organizationId));
  });
});
