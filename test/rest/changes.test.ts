import { afterAll, describe, expect, it } from '@jest/globals';
import { answer } from '../harness/errors.ts';
import { startTestService } from '../harness/service.ts';
import { seedSmallCatalogue } from '../modules/filters/support.ts';
import { createList, GERMAN, KUBERNETES } from '../modules/lists/operations.ts';

const service = await startTestService();
const ids: Record<string, number> = await seedSmallCatalogue(service.database.pool);
const tenant = await service.createTenant('watchers');
const rest = () => service.rest(tenant.userKey);
const path: string = `/v1/lists/${await createList(service, tenant.userKey, 'Kubernetes', KUBERNETES)}`;
await rest().get(`${path}/members`);
const since: number = (await rest().get(`${path}/materializations`)).body.materializations[0]
  .materialization_id;
// Undated: gamma and delta leave, hub enters. Added by hand, delta comes back as high.
await rest().put(`${path}/definition`, GERMAN);
await rest().post(`${path}/domains`, { domains: ['hub.example', 'delta.example'] });
afterAll(() => service.close());

const changed = (slug: string, more: object) => ({
  ...more,
  company_id: ids[slug],
  name: expect.any(String),
  slug,
  primary_domain: `${slug}.example`,
  partnership_count: expect.any(Number),
});

describe('GET /v1/lists/{list_id}/changes', () => {
  it('shows what entered, what left, and whose tier changed', async () => {
    expect(answer(await rest().get(`${path}/changes?since=${since}`))).toEqual({
      status: 200,
      body: {
        entered: [changed('hub', { to: 'high' })],
        left: [changed('gamma', { from: 'medium' })],
        tier_changed: [changed('delta', { from: 'exploratory', to: 'high' })],
        total: 3,
        limit: 100,
        offset: 0,
        next_cursor: null,
        materialization_id: expect.any(Number),
      },
    });
  });
});

describe('DELETE /v1/lists/{list_id}/permissions/me', () => {
  it('gives up the own permission alone', async () => {
    const mia = await service.createColleague(tenant, 'Mia');
    const hers = service.rest(mia.userKey);
    const leave = async (from = hers) => {
      const { status, body } = await from.delete(`${path}/permissions/me`);
      return [status, body.detail?.error];
    };
    expect(await leave()).toEqual([404, 'list_not_found']);
    await rest().post(`${path}/permissions`, { user_id: mia.userId, access_level: 'viewer' });
    expect((await hers.get(path)).status).toBe(200);
    expect(await leave()).toEqual([204, undefined]);
    expect((await hers.get(path)).status).toBe(404);
    expect(await leave(rest())).toEqual([404, 'permission_not_found']);
  });
});
