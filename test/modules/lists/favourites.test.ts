import { beforeAll, describe, expect, it } from '@jest/globals';
import { answer, codes } from '../../harness/errors.ts';
import type { Colleague, Tenant } from '../../harness/service.ts';
import { useService } from '../../harness/use-service.ts';
import { createList, mutateList } from './operations.ts';

const { service, tenant, rest } = useService('markers');
let colleague: Colleague;
let other: Tenant;

beforeAll(async () => {
  colleague = await service.createColleague(tenant, 'Grace');
  other = await service.createTenant('other-markers');
});

const share = (listId: number) =>
  rest()
    .post(`/v1/lists/${listId}/permissions`, { user_id: colleague.userId, access_level: 'viewer' })
    .expect(201);
const isFavourite = async (key: string, listId: number) =>
  (await service.rest(key).get(`/v1/lists/${listId}`)).body.favourite;
const marks = async (listId: number) =>
  (await service.database.pool.query('SELECT user_id FROM list_favourite WHERE list_id = $1', [listId])).rows;

describe('a favourite', () => {
  it('is that of one person, who need only see the list', async () => {
    const listId = await createList(service, tenant.userKey, 'Shared');
    await share(listId);
    const path = `/v1/lists/${listId}/favourite`;
    for (const time of ['first', 'second'])
      expect([time, answer(await service.rest(colleague.userKey).put(path))]).toEqual([
        time,
        { status: 204, body: {} },
      ]);
    expect(await isFavourite(colleague.userKey, listId)).toBe(true);
    expect(await isFavourite(tenant.userKey, listId)).toBe(false);
    for (let time = 0; time < 2; time += 1) await service.rest(colleague.userKey).delete(path).expect(204);
    expect(await isFavourite(colleague.userKey, listId)).toBe(false);
    expect(await marks(listId)).toEqual([]);
  });

  it('leaves the list, its audit log and its place among others as they are', async () => {
    const listId = await createList(service, tenant.userKey, 'Unchanged');
    const read = async () => [
      (await rest().get(`/v1/lists/${listId}`)).body.updated_at,
      (await rest().get(`/v1/lists/${listId}/audit-log`)).body.total,
    ];
    const before = await read();
    service.clock.advance({ minutes: 1 });
    await rest().put(`/v1/lists/${listId}/favourite`).expect(204);
    expect(await read()).toEqual(before);
  });

  it('is set and removed over GraphQL', async () => {
    const listId = await createList(service, tenant.userKey, 'By GraphQL');
    const set = async (favourite: boolean, key = tenant.userKey) => {
      const operation = {
        mutation: 'setFavourite',
        input: { favourite },
        selects: 'list { listId favourite }',
      };
      const { body } = await mutateList(service, key, listId, operation);
      return body.data?.setFavourite?.list ?? codes({ body });
    };
    expect(await set(true)).toEqual({ listId, favourite: true });
    expect(await set(false)).toEqual({ listId, favourite: false });
    expect(await set(true, colleague.userKey)).toEqual(['LIST_NOT_FOUND']);
    expect(await set(true, other.userKey)).toEqual(['LIST_NOT_FOUND']);
    expect(await marks(listId)).toEqual([]);
  });

  it('is shown again once somebody sees the list again, and goes with the list', async () => {
    const listId = await createList(service, tenant.userKey, 'Lost and found');
    const { body } = await share(listId);
    await service.rest(colleague.userKey).put(`/v1/lists/${listId}/favourite`).expect(204);
    await rest().delete(`/v1/lists/${listId}/permissions/${body.permission_id}`).expect(204);
    const lists = await service.rest(colleague.userKey).get('/v1/lists?favourite=true');
    expect(lists.body.lists).toEqual([]);
    await share(listId);
    expect(await isFavourite(colleague.userKey, listId)).toBe(true);
    await rest().delete(`/v1/lists/${listId}`).expect(204);
    expect(await marks(listId)).toEqual([]);
  });
});

describe('the lists of a caller', () => {
  it('are narrowed by a mark, a tag, an owner and a text, each with its own total', async () => {
    const own = await service.createTenant('narrowers');
    const friend = await service.createColleague(own, 'Fred');
    const mine = service.rest(own.userKey);
    const make = async (key: string, name: string, tags: string[] = []) =>
      (await service.rest(key).post('/v1/lists', { name, tags }).expect(201)).body.list_id;
    const marked = await make(own.userKey, 'Alpha', ['DACH', 'q3']);
    await make(own.userKey, 'Beta', ['Nordics']);
    const shared = await make(friend.userKey, 'Gamma', ['dach']);
    const everybody = { org_wide: true, access_level: 'viewer' };
    await service.rest(friend.userKey).post(`/v1/lists/${shared}/permissions`, everybody).expect(201);
    await mine.put(`/v1/lists/${marked}/favourite`).expect(204);
    await service.rest(friend.userKey).put(`/v1/lists/${shared}/favourite`).expect(204);
    const names = async (query: string) => {
      const { body } = await mine.get(`/v1/lists?order_by=name${query}`);
      return [body.total, ...body.lists.map(({ name }: { name: string }) => name)];
    };
    expect(await names('&favourite=true')).toEqual([1, 'Alpha']);
    expect(await names('&favourite=false')).toEqual([2, 'Beta', 'Gamma']);
    expect(await names('&tag=Dach')).toEqual([2, 'Alpha', 'Gamma']);
    expect(await names('&tag=dac')).toEqual([0]);
    expect(await names('&owned=true')).toEqual([2, 'Alpha', 'Beta']);
    expect(await names('&owned=false')).toEqual([1, 'Gamma']);
    expect(await names('&owned=true&tag=DACH&favourite=true&search=alp')).toEqual([1, 'Alpha']);
    expect(await names('&favourite=&owned=&tag=')).toEqual([3, 'Alpha', 'Beta', 'Gamma']);
    const query = `{ lists(tag: "dach", owned: false, favourite: false, search: "amm") {
      totalCount edges { node { name favourite tags } } } }`;
    expect((await service.graphql(own.userKey, query)).body.data.lists).toEqual({
      totalCount: 1,
      edges: [{ node: { name: 'Gamma', favourite: false, tags: ['dach'] } }],
    });
  });

  it.each([
    ['favourite=yes', { pointer: '/favourite', message: 'must be true or false' }],
    ['owned=1', { pointer: '/owned', message: 'must be true or false' }],
    [`tag=${'x'.repeat(41)}`, { pointer: '/tag', message: 'must be 1 to 40 characters long' }],
  ])('refuse %s', async (query, error) => {
    const { status, body } = await rest().get(`/v1/lists?${query}`);
    expect([status, body.detail.errors]).toEqual([422, [error]]);
  });
});
