import { afterAll, describe, expect, it } from '@jest/globals';
import { startTestService } from '../harness/service.ts';
import { createList } from '../modules/lists/operations.ts';

const service = await startTestService();
const tenant = await service.createTenant('sorters');
const ids: number[] = [];
for (const name of ['beta', 'Alpha', 'gamma']) {
  service.clock.advance({ minutes: 1 });
  ids.push(await createList(service, tenant.userKey, name));
}
service.clock.advance({ minutes: 1 });
await service.rest(tenant.userKey).patch(`/v1/lists/${ids[0]}`, { name: 'Beta' });
afterAll(() => service.close());

const namesFor = async (query: string) => {
  const { body } = await service.rest(tenant.userKey).get(`/v1/lists${query}`);
  return body.lists?.map(({ name }: { name: string }) => name) ?? body.detail.errors[0];
};

describe('GET /v1/lists', () => {
  it.each([
    ['', ['Beta', 'gamma', 'Alpha']],
    ['?order_by=updated_at', ['Beta', 'gamma', 'Alpha']],
    ['?order_by=updated_at&direction=asc', ['Alpha', 'gamma', 'Beta']],
    ['?order_by=created_at', ['gamma', 'Alpha', 'Beta']],
    ['?order_by=name', ['Alpha', 'Beta', 'gamma']],
    ['?order_by=name&direction=desc', ['gamma', 'Beta', 'Alpha']],
    ['?order_by=&direction=&search=', ['Beta', 'gamma', 'Alpha']],
    ['?search=A&order_by=name&limit=2', ['Alpha', 'Beta']],
    ['?search=MM', ['gamma']],
  ])('is ordered and searched by %j', async (query, names) => {
    expect(await namesFor(query)).toEqual(names);
  });

  it('refuses another order', async () => {
    expect(await namesFor('?order_by=owner')).toEqual({
      pointer: '/order_by',
      message: 'must be one of updated_at, name, created_at',
    });
  });
});
