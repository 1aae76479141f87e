import { beforeAll, describe, expect, it } from '@jest/globals';
import { answer, codes } from '../../harness/errors.ts';
import type { Colleague } from '../../harness/service.ts';
import { useService } from '../../harness/use-service.ts';
import { createList, mutateList } from './operations.ts';

const { service, tenant, rest } = useService('markers');
let colleague: Colleague;

beforeAll(async () => {
  colleague = await service.createColleague(tenant, 'Grace');
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

let viewer: Colleague;
let editor: Colleague;

beforeAll(async () => {
  viewer = await service.createColleague(tenant, 'Vera');
  editor = await service.createColleague(tenant, 'Edith');
});

async function sharedList(name: string): Promise<number> {
  const listId = await createList(service, tenant.userKey, name);
  for (const [{ userId: user_id }, access_level] of [
    [viewer, 'viewer'],
    [editor, 'editor'],
  ] as const)
    await rest().post(`/v1/lists/${listId}/permissions`, { user_id, access_level }).expect(201);
  return listId;
}

const actionsOf = async (listId: number) => {
  const { body } = await rest().get(`/v1/lists/${listId}/audit-log`);
  return body.events.map(({ action, details }: { action: string; details: object }) => [action, details]);
};

describe('the tags of a list', () => {
  it('are given when it is created, trimmed, and each once whatever its case', async () => {
    const tags = ['  DACH ', 'dach', 'Q3', 'Straße', 'Dach'];
    const { body } = await rest().post('/v1/lists', { name: 'Tagged', tags }).expect(201);
    expect(body.tags).toEqual(['DACH', 'Q3', 'Straße']);
    expect((await rest().get(`/v1/lists/${body.list_id}`)).body.tags).toEqual(body.tags);
  });

  it('are changed by editors and read by viewers, without a change of the members', async () => {
    const listId = await sharedList('Shared');
    const before = (await rest().get(`/v1/lists/${listId}/members`)).body;
    service.clock.advance({ minutes: 1 });
    const changed = await service.rest(editor.userKey).patch(`/v1/lists/${listId}`, { tags: ['DACH'] });
    expect(answer(changed)).toMatchObject({ status: 200, body: { name: 'Shared', tags: ['DACH'] } });
    const { body } = await service.rest(viewer.userKey).get(`/v1/lists/${listId}`);
    expect([body.tags, body.definition_version]).toEqual([['DACH'], 1]);
    expect(Date.parse(body.updated_at)).toBe(service.clock.now().getTime());
    expect((await rest().get(`/v1/lists/${listId}/members`)).body).toEqual(before);
    expect((await actionsOf(listId))[0]).toEqual(['tags_changed', { from: [], to: ['DACH'] }]);
  });

  it('are changed with the name, and leave an event only where they differ', async () => {
    const { body } = await rest().post('/v1/lists', { name: 'Both', tags: ['a'] });
    await rest()
      .patch(`/v1/lists/${body.list_id}`, { name: 'Both again', tags: ['b'] })
      .expect(200);
    await rest()
      .patch(`/v1/lists/${body.list_id}`, { tags: [' b '] })
      .expect(200);
    expect(await actionsOf(body.list_id)).toEqual([
      ['tags_changed', { from: ['a'], to: ['b'] }],
      ['list_renamed', { from: 'Both', to: 'Both again' }],
      ['list_created', { name: 'Both' }],
    ]);
  });

  it('are changed over GraphQL, where null leaves them as they are', async () => {
    const listId = await createList(service, tenant.userKey, 'By GraphQL');
    const update = async (input: object) => {
      const selects = 'list { name tags revision }';
      const { body } = await mutateList(service, tenant.userKey, listId, {
        mutation: 'updateList',
        input,
        selects,
      });
      return body.data?.updateList?.list ?? codes({ body });
    };
    expect(await update({ tags: ['x', 'y'] })).toEqual({ name: 'By GraphQL', tags: ['x', 'y'], revision: 1 });
    expect(await update({ name: 'Named', tags: null })).toEqual(['VALIDATION_ERROR']);
    expect(await update({ name: 'Named' })).toEqual({ name: 'Named', tags: ['x', 'y'], revision: 1 });
    expect(await update({ tags: [] })).toEqual({ name: 'Named', tags: [], revision: 1 });
    expect(await update({})).toEqual({ name: 'Named', tags: [], revision: 1 });
  });

  it.each<[string, object, object]>([
    ['a blank one', { tags: ['a', ' '] }, { pointer: '/tags/1', message: 'must be 1 to 40 characters long' }],
    [
      'a long one',
      { tags: ['x'.repeat(41)] },
      { pointer: '/tags/0', message: 'must be 1 to 40 characters long' },
    ],
    ['a NUL', { tags: ['a\0b'] }, { pointer: '/tags/0', message: 'must be 1 to 40 characters long' }],
    [
      'too many',
      { tags: Array.from({ length: 21 }, (_, i) => `${i}`) },
      { pointer: '/tags', message: 'must be at most 20 entries' },
    ],
    ['a number', { tags: [1] }, { pointer: '/tags/0', message: 'must be a string' }],
  ])('refuse %s, and stay', async (_, body, error) => {
    const made = (await rest().post('/v1/lists', { name: 'Kept', tags: ['kept'] })).body;
    const refused = await rest().patch(`/v1/lists/${made.list_id}`, body);
    expect([refused.status, refused.body.detail.errors]).toEqual([422, [error]]);
    expect((await rest().get(`/v1/lists/${made.list_id}`)).body.tags).toEqual(['kept']);
  });
});
