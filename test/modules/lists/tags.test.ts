import { beforeAll, describe, expect, it } from '@jest/globals';
import { answer, codes } from '../../harness/errors.ts';
import type { Colleague } from '../../harness/service.ts';
import { useService } from '../../harness/use-service.ts';
import { createList, mutateList } from './operations.ts';

const { service, tenant, rest } = useService('taggers');
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

  it('are not changed by viewers', async () => {
    const listId = await sharedList('Read');
    const refused = await service.rest(viewer.userKey).patch(`/v1/lists/${listId}`, { tags: ['mine'] });
    expect([refused.status, refused.body.detail.error]).toEqual([403, 'insufficient_access']);
    expect((await rest().get(`/v1/lists/${listId}`)).body.tags).toEqual([]);
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
    expect(await update({ name: 'Named', tags: null })).toEqual({
      name: 'Named',
      tags: ['x', 'y'],
      revision: 1,
    });
    expect(await update({ tags: [] })).toEqual({ name: 'Named', tags: [], revision: 1 });
    expect(await update({})).toEqual(['VALIDATION_ERROR']);
  });

  it.each<[string, object, object]>([
    ['nothing', {}, { pointer: '/name', message: 'is missing; send a name, tags or both' }],
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
