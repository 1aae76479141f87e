import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deleteCompanies, mergeCompany } from '../../../harness/retire.ts';
import { START, startTestService, type Tenant, type TestService } from '../../../harness/service.ts';
import { seedSmallCatalogue } from '../../filters/support.ts';
import { createList, KUBERNETES } from '../operations.ts';

let service: TestService;
let tenant: Tenant;

beforeAll(async () => {
  service = await startTestService();
  tenant = await service.createTenant('owners');
});
afterAll(() => service.close());

describe('the domains of a list', () => {
  it('are not tracked any more when their company is deleted, and those of a merged one lead to the survivor', async () => {
    const { pool } = service.database;
    const ids = await seedSmallCatalogue(pool);
    const rest = service.rest(tenant.userKey);
    const path = `/v1/lists/${await createList(service, tenant.userKey, 'By hand', KUBERNETES)}`;
    const domains = ['beta.example', 'delta.example'];
    await rest.post(`${path}/domains`, { domains });
    await deleteCompanies(pool, 'beta');
    await mergeCompany(pool, 'delta', 'hub');
    const listed = { added_by: { user_id: tenant.userId, name: expect.any(String) }, added_at: START };
    expect((await rest.get(`${path}/domains`)).body.domains).toEqual([
      { domain: 'beta.example', ...listed },
      { domain: 'delta.example', company_id: ids.hub, ...listed },
    ]);
    const { body: members } = await rest.get(`${path}/members`);
    expect(
      members.members.map(({ slug, source }: { slug: string; source: string }) => [slug, source]),
    ).toEqual([
      ['acme', 'definition'],
      ['hub', 'added'],
      ['gamma', 'definition'],
    ]);
    const other = await createList(service, tenant.userKey, 'Other');
    const { body } = await rest.post(`/v1/lists/${other}/domains`, { domains });
    expect(body).toEqual({ added: domains, already_present: [], not_tracked: ['beta.example'], invalid: [] });
  });
});
