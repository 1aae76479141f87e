import { afterAll, describe, expect, it } from '@jest/globals';
import { answer } from '../harness/errors.ts';
import { startTestService } from '../harness/service.ts';
import { seedSmallCatalogue } from '../modules/filters/support.ts';
import { createList, KUBERNETES } from '../modules/lists/operations.ts';

const service = await startTestService();
const ids: Record<string, number> = await seedSmallCatalogue(service.database.pool);
const tenant = await service.createTenant('explainers');
const path: string = `/v1/lists/${await createList(service, tenant.userKey, 'Kubernetes', KUBERNETES)}`;
await service.rest(tenant.userKey).post(`${path}/excluded-domains`, { domains: ['beta.example'] });
afterAll(() => service.close());

const explain = (query: string) => service.rest(tenant.userKey).get(`${path}/explain${query}`);

const asked = { field: 'technology', operator: 'any_of', values: ['kubernetes'] };
const condition = { pointer: '/root', condition: asked, negated: false };

describe('GET /v1/lists/{list_id}/explain', () => {
  it('shows tier, source and conditions of a member', async () => {
    expect(answer(await explain('?company=www.ACME.io'))).toEqual({
      status: 200,
      body: {
        company: expect.objectContaining({ company_id: ids.acme, slug: 'acme' }),
        member: true,
        excluded: false,
        tier: 'high',
        source: 'definition',
        conditions: [
          {
            ...condition,
            met: true,
            first_seen: '2024-01-01T00:00:00.000Z',
            last_seen: expect.stringMatching(/Z$/),
            window: 'high',
          },
        ],
      },
    });
  });

  it('leaves out what a company without the evidence has not', async () => {
    expect((await explain('?company=hub')).body).toEqual({
      company: expect.objectContaining({ slug: 'hub' }),
      member: false,
      excluded: false,
      conditions: [{ ...condition, met: false }],
    });
    expect((await explain('?company=beta')).body).toMatchObject({ member: false, excluded: true });
  });

  it('refuses an unknown company, and none', async () => {
    const identifier = 'nobody.example';
    expect((await explain(`?company=${identifier}`)).body.detail).toEqual({
      error: 'company_not_found',
      message: expect.any(String),
      identifier,
    });
    const { status, body } = await explain('');
    expect([status, body.detail.errors[0].pointer]).toEqual([422, '/company']);
  });
});
