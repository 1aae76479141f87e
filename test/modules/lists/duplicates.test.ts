import { beforeAll, describe, expect, it } from '@jest/globals';
import { answer } from '../../harness/errors.ts';
import type { Colleague } from '../../harness/service.ts';
import { useService } from '../../harness/use-service.ts';
import { condition, definition, seedSmallCatalogue } from '../filters/support.ts';
import { createList, GERMAN, KUBERNETES } from './operations.ts';

const { service, tenant, rest } = useService('copiers', { seed: seedSmallCatalogue });
let viewer: Colleague;

beforeAll(async () => {
  viewer = await service.createColleague(tenant, 'Vera');
});

const share = (listId: number) =>
  rest()
    .post(`/v1/lists/${listId}/permissions`, { user_id: viewer.userId, access_level: 'viewer' })
    .expect(201);
const duplicate = (listId: number, body?: object, key = viewer.userKey) =>
  service.rest(key).post(`/v1/lists/${listId}/duplicate`, body);
const domainsOf = async (key: string, listId: number, kind: string) => {
  const { body } = await service.rest(key).get(`/v1/lists/${listId}/${kind}`);
  return body.domains.map(({ domain, added_by }: { domain: string; added_by: { name: string } }) => [
    domain,
    added_by.name,
  ]);
};
const totalOf = async (key: string) => (await service.rest(key).get('/v1/lists')).body.total;

describe('a copy of a list', () => {
  it('has its definition, domains and tags, belongs to the caller, and shares nothing else', async () => {
    const listId = await createList(service, tenant.userKey, 'Source', KUBERNETES);
    await rest().put(`/v1/lists/${listId}/definition`, GERMAN).expect(200);
    await rest()
      .patch(`/v1/lists/${listId}`, { tags: ['DACH'] })
      .expect(200);
    await rest().post(`/v1/lists/${listId}/domains`, { domains: ['hub.example', 'new.example'] });
    await rest().post(`/v1/lists/${listId}/excluded-domains`, { domains: ['acme.example'] });
    await rest().put(`/v1/lists/${listId}/favourite`);
    await rest().put(`/v1/lists/${listId}/watch`).expect(204);
    await share(listId);
    const before = (await rest().get(`/v1/lists/${listId}`)).body;
    const made = await duplicate(listId);
    const { list_id } = made.body;
    expect(answer(made)).toEqual({
      status: 201,
      body: {
        ...{ list_id: expect.any(Number), name: 'Copy of Source', definition: GERMAN, definition_version: 1 },
        ...{ access_level: 'owner', owner: { user_id: viewer.userId, name: 'Vera' } },
        ...{ created_at: expect.any(String), updated_at: expect.any(String) },
        ...{ watched: false, tags: ['DACH'], favourite: false },
      },
    });
    expect(made.headers).toMatchObject({ location: `/v1/lists/${list_id}` });
    expect(await domainsOf(viewer.userKey, list_id, 'domains')).toEqual([
      ['hub.example', 'Vera'],
      ['new.example', 'Vera'],
    ]);
    expect(await domainsOf(viewer.userKey, list_id, 'excluded-domains')).toEqual([['acme.example', 'Vera']]);
    const members = async (key: string, id: number) =>
      (await service.rest(key).get(`/v1/lists/${id}/members`)).body.members;
    expect(await members(viewer.userKey, list_id)).toEqual(await members(tenant.userKey, listId));
    const { events } = (await service.rest(viewer.userKey).get(`/v1/lists/${list_id}/audit-log`)).body;
    expect(events).toMatchObject([
      { action: 'list_created', details: { name: 'Copy of Source', copy_of: listId } },
    ]);
    expect((await rest().get(`/v1/lists/${list_id}`)).status).toBe(404);
    expect((await rest().get(`/v1/lists/${listId}`)).body).toEqual(before);
  });

  it('has the given name, or one that is cut at the limit', async () => {
    const named = await createList(service, tenant.userKey, '😀'.repeat(200));
    await share(named);
    expect((await duplicate(named, {})).body.name).toBe(`Copy of ${'😀'.repeat(192)}`);
    expect((await duplicate(named, { name: ' Mine ' })).body.name).toBe('Mine');
    const refused = await duplicate(named, { name: ' ' });
    expect([refused.status, refused.body.detail.errors]).toEqual([
      422,
      [{ pointer: '/name', message: 'must be 1 to 200 characters long' }],
    ]);
  });

  it('keeps a value that has left its vocabulary', async () => {
    const { pool } = service.database;
    const listId = await createList(service, tenant.userKey, 'Old values', GERMAN);
    const root = JSON.stringify(condition('technology', 'any_of', ['gone-from-here', 'kubernetes']));
    await pool.query('UPDATE list_definition SET root = $2 WHERE list_id = $1', [listId, root]);
    const made = await duplicate(listId, {}, tenant.userKey);
    expect([made.status, made.body.definition.root]).toEqual([201, JSON.parse(root)]);
  });
});

describe('a copy of a list that names another one', () => {
  it('is refused for those who cannot see that one, as if they had sent the definition, and stores nothing', async () => {
    const secret = await createList(service, tenant.userKey, 'Secret', KUBERNETES);
    const naming = definition({
      and: [condition('list', 'any_of', [secret]), condition('country', 'any_of', ['DE'])],
    });
    const listId = await createList(service, tenant.userKey, 'Naming', naming);
    await share(listId);
    const before = await totalOf(viewer.userKey);
    const refused = await duplicate(listId);
    const sent = await service.rest(viewer.userKey).post('/v1/lists', { name: 'x', definition: naming });
    expect([refused.status, refused.body.detail.error]).toEqual([422, 'invalid_definition']);
    const inBody = sent.body.detail.errors.map(({ pointer, ...error }: { pointer: string }) => ({
      pointer: pointer.replace('/definition', ''),
      ...error,
    }));
    expect(refused.body.detail.errors).toEqual(inBody);
    expect(await totalOf(viewer.userKey)).toBe(before);
    await share(secret);
    const made = await duplicate(listId);
    expect([made.status, made.body.definition]).toEqual([201, naming]);
    const { body } = await service.rest(viewer.userKey).get(`/v1/lists/${secret}/used-by`);
    expect(body.lists.map(({ list_id }: { list_id: number }) => list_id)).toEqual([
      listId,
      made.body.list_id,
    ]);
  });
});

describe('the quotas', () => {
  it('count a copy as any new list, and keep nothing of a refused one', async () => {
    const limited = await service.createTenant('limited-copiers');
    const listId = await createList(service, limited.userKey, 'One', GERMAN);
    const { pool } = service.database;
    const usage = async () =>
      (
        await pool.query(
          'SELECT lists, definition_bytes FROM organization_usage WHERE organization_id = $1',
          [limited.organizationId],
        )
      ).rows[0];
    const { lists, definition_bytes } = await usage();
    await duplicate(listId, {}, limited.userKey).expect(201);
    expect(await usage()).toEqual({
      lists: lists + 1,
      definition_bytes: String(2 * Number(definition_bytes)),
    });
    await pool.query(
      'UPDATE organization_usage SET definition_bytes = 268435456 WHERE organization_id = $1',
      [limited.organizationId],
    );
    const refused = await duplicate(listId, {}, limited.userKey);
    expect([refused.status, refused.body.detail.quota]).toEqual([403, 'definition_bytes']);
    expect(await totalOf(limited.userKey)).toBe(2);
  });
});
