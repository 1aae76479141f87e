import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, type Tenant, type TestService } from '../../harness/service.ts';
import { seedSmallCatalogue } from '../filters/support.ts';

let service: TestService;
let tenant: Tenant;

beforeAll(async () => {
  service = await startTestService();
  tenant = await service.createTenant('searchers');
  await seedSmallCatalogue(service.database.pool);
});
afterAll(() => service.close());

const rest = () => service.rest(tenant.userKey);

describe('company search', () => {
  it('finds companies to add manually, best match first', async () => {
    const { status, body } = await rest().get('/v1/lists/company-search?q=acme&limit=5');
    expect([status, body]).toEqual([
      200,
      {
        companies: [
          {
            company_id: expect.any(Number),
            name: 'Acme Cloud',
            slug: 'acme',
            primary_domain: 'acme.example',
            partnership_count: 1,
          },
        ],
      },
    ]);
  });

  it.each([
    ['', '/q'],
    ['?q=a', '/q'],
    ['?q=acme&limit=0', '/limit'],
  ])('refuses %j', async (query, pointer) => {
    const { status, body } = await rest().get(`/v1/lists/company-search${query}`);
    expect([status, body.detail.errors[0].pointer]).toEqual([422, pointer]);
  });

  it('requires a personal key, as all operations of lists do', async () => {
    const { body } = await service.rest(tenant.orgKey).get('/v1/lists/company-search?q=acme');
    expect(body.detail.error).toBe('user_credential_required');
  });
});
