import { describe, expect, it } from '@jest/globals';
import { answer } from '../../harness/errors.ts';
import { START } from '../../harness/service.ts';
import { useService } from '../../harness/use-service.ts';
import { createList } from './operations.ts';

const { service, tenant, rest, graphql } = useService('viewers', { tenantPerTest: true });

const make = () => createList(service, tenant.userKey, 'Looked at');
const pathOf = (listId: number, name = '') =>
  `/v1/lists/${listId}/views${name && `/${encodeURIComponent(name)}`}`;
const CONTENT = {
  columns: ['name', 'primary_domain', 'technology_count'],
  sort: '-technology_count',
  breakdowns: ['country', 'industry'],
  tier: 'high',
};
const namesIn = ({ body }: { body: { views: { name: string }[] } }) => body.views.map(({ name }) => name);
const codeOf = ({ status, body }: { status: number; body: { detail: { error: string } } }) => [
  status,
  body.detail.error,
];
const actions = async (listId: number) => {
  const sql = `SELECT action, details FROM list_event WHERE list_id = $1 AND action LIKE 'view%' ORDER BY id`;
  return (await service.database.pool.query(sql, [listId])).rows;
};

async function colleague(listId: number, level: 'viewer' | 'editor') {
  const { userKey, userId } = await service.createColleague(tenant, level);
  await rest().post(`/v1/lists/${listId}/permissions`, { user_id: userId, access_level: level });
  return { rest: service.rest(userKey), userKey, userId };
}

describe('a view', () => {
  it('is saved and read as it was sent, over both APIs', async () => {
    const listId = await make();
    const saved = await rest().put(pathOf(listId, ' By technologies '), CONTENT);
    expect(answer(saved)).toEqual({
      status: 200,
      body: {
        view_id: expect.any(Number),
        name: 'By technologies',
        own: false,
        ...CONTENT,
        created_at: START,
        updated_at: START,
      },
    });
    expect((await rest().get(pathOf(listId))).body).toEqual({ views: [saved.body] });
    const query = `{ list(listId: ${listId}) { views { name own columns sort breakdowns tier } } }`;
    expect((await graphql(query)).body.data.list.views).toEqual([
      { name: 'By technologies', own: false, ...CONTENT, tier: 'HIGH' },
    ]);
  });

  it('is replaced as a whole by its name in any case, and recorded in the audit log', async () => {
    const listId = await make();
    const first = await rest().put(pathOf(listId, 'Straße'), CONTENT);
    const second = await rest().put(pathOf(listId, 'STRAßE'), { columns: [] });
    expect(second.body).toMatchObject({
      view_id: first.body.view_id,
      name: 'STRAßE',
      columns: [],
      breakdowns: [],
    });
    expect('sort' in second.body || 'tier' in second.body).toBe(false);
    await rest().delete(pathOf(listId, 'straße')).expect(204);
    expect(await actions(listId)).toEqual([
      { action: 'view_saved', details: { name: 'Straße' } },
      { action: 'view_saved', details: { name: 'STRAßE' } },
      { action: 'view_deleted', details: { name: 'STRAßE' } },
    ]);
    expect(codeOf(await rest().delete(pathOf(listId, 'straße')))).toEqual([404, 'view_not_found']);
  });

  it('is saved by editors, and viewers keep views of their own that nobody else sees', async () => {
    const listId = await make();
    const [viewer, editor] = [await colleague(listId, 'viewer'), await colleague(listId, 'editor')];
    await editor.rest.put(pathOf(listId, 'Shared'), CONTENT).expect(200);
    expect(codeOf(await viewer.rest.put(pathOf(listId, 'Shared'), CONTENT))).toEqual([
      403,
      'insufficient_access',
    ]);
    expect(codeOf(await viewer.rest.delete(pathOf(listId, 'Shared')))).toEqual([403, 'insufficient_access']);
    const own = await viewer.rest.put(`${pathOf(listId, 'Shared')}?own=true`, { columns: ['name'] });
    expect([own.status, own.body.own]).toEqual([200, true]);
    expect(namesIn(await viewer.rest.get(pathOf(listId)))).toEqual(['Shared', 'Shared']);
    expect(namesIn(await editor.rest.get(pathOf(listId)))).toEqual(['Shared']);
    await editor.rest.delete(`${pathOf(listId, 'Shared')}?own=true`).expect(404);
    await viewer.rest.delete(`${pathOf(listId, 'Shared')}?own=true`).expect(204);
    expect(namesIn(await viewer.rest.get(pathOf(listId)))).toEqual(['Shared']);
    expect(await actions(listId)).toHaveLength(1);
  });

  it('is hidden with its list, and goes with it', async () => {
    const listId = await make();
    await rest().put(pathOf(listId, 'All'), CONTENT).expect(200);
    const { userKey } = await service.createColleague(tenant, 'stranger');
    expect(codeOf(await service.rest(userKey).get(pathOf(listId)))).toEqual([404, 'list_not_found']);
    const own = await service.rest(userKey).put(`${pathOf(listId, 'All')}?own=true`, CONTENT);
    expect(codeOf(own)).toEqual([404, 'list_not_found']);
    await rest().delete(`/v1/lists/${listId}`).expect(204);
    const { rows } = await service.database.pool.query('SELECT FROM list_view WHERE list_id = $1', [listId]);
    expect(rows).toEqual([]);
  });

  it('keeps the rest when a field is deleted, also if its key is declared anew', async () => {
    const listId = await make();
    const declare = (key: string, type: string) =>
      rest().post('/v1/fields', { key, label: key, type }).expect(201);
    await declare('org.score', 'number');
    await declare('org.note', 'text');
    const content = {
      columns: ['name', 'org.score', 'org.note'],
      sort: 'org.score',
      breakdowns: ['org.score', 'country'],
    };
    await rest().put(pathOf(listId, 'Scored'), content).expect(200);
    expect((await rest().get(pathOf(listId))).body.views).toEqual([expect.objectContaining(content)]);
    await rest().delete('/v1/fields/org.score').expect(204);
    const rest_ = { columns: ['name', 'org.note'], breakdowns: ['country'] };
    const [left] = (await rest().get(pathOf(listId))).body.views;
    expect(left).toMatchObject(rest_);
    expect(left).not.toHaveProperty('sort');
    await declare('org.score', 'number');
    expect((await rest().get(pathOf(listId))).body.views).toEqual([left]);
  });

  it.each([
    [{ columns: ['name', 'nonsense'] }, '/columns/1', 'Unknown column "nonsense".'],
    [{ columns: ['contry'] }, '/columns/0', 'Unknown column "contry". Did you mean "country"?'],
    [{ columns: [], sort: 'domains' }, '/sort', 'Members cannot be sorted by "domains".'],
    [{ columns: [], breakdowns: ['name'] }, '/breakdowns/0', 'name has no breakdown'],
    [{ columns: Array.from({ length: 101 }, (_, n) => `c${n}`) }, '/columns', 'must be at most 100 entries'],
    [{ columns: [], tier: 'best' }, '/tier', 'must be one of high, medium, exploratory'],
    [{}, '/columns', 'is missing; it must be an array'],
  ])('is refused with a pointer: %j', async (body, pointer, message) => {
    const listId = await make();
    const refused = await rest().put(pathOf(listId, 'Wrong'), body);
    expect([refused.status, refused.body.detail.errors]).toEqual([
      422,
      [expect.objectContaining({ pointer, message: expect.stringContaining(message) })],
    ]);
  });

  it('is refused beyond the quota, of the list and of the person apart', async () => {
    const listId = await make();
    const put = (n: number, own = '') => rest().put(`${pathOf(listId, `View ${n}`)}${own}`, { columns: [] });
    for (let n = 0; n < 50; n += 1) await put(n).expect(200);
    const refused = await put(50);
    expect([codeOf(refused), refused.body.detail.quota]).toEqual([[403, 'quota_exceeded'], 'list_views']);
    await put(0).expect(200);
    await put(50, '?own=true').expect(200);
  });
});
