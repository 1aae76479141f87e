import { afterAll, expect, it } from '@jest/globals';
import { answer } from '../harness/errors.ts';
import { startTestService } from '../harness/service.ts';
import { seedSmallCatalogue } from '../modules/filters/support.ts';

const service = await startTestService();
await seedSmallCatalogue(service.database.pool);
const tenant = await service.createTenant('readers');
afterAll(() => service.close());

const look = (key: string) => service.rest(tenant.orgKey).get(`/v1/technologies/${key}`);

it('a technology is looked up by its key, with a key of either kind', async () => {
  expect(answer(await look('kubernetes'))).toEqual({
    status: 200,
    body: {
      tech_key: 'kubernetes',
      display_name: 'Kubernetes',
      category: 'Containers',
      company_count: 4,
      adopted: { days_30: 0, days_90: 0, days_180: 0, days_365: 0 },
      dropped: { days_30: 3, days_90: 2, days_180: 1, days_365: 1 },
    },
  });
});

it('an unknown technology is a coded error with its key', async () => {
  expect(answer(await look('kubernets'))).toEqual({
    status: 404,
    body: {
      detail: { error: 'technology_not_found', message: expect.any(String), tech_key: 'kubernets' },
    },
  });
});
