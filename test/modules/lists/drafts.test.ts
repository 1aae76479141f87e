import { describe, expect, it } from '@jest/globals';
import { answer } from '../../harness/errors.ts';
import type { Colleague, Tenant } from '../../harness/service.ts';
import { START } from '../../harness/service.ts';
import { useService } from '../../harness/use-service.ts';
import { createList, GERMAN } from './operations.ts';

const { service, tenant, rest } = useService('drafters', { tenantPerTest: true });

/** What the builder holds while a value is missing, with keys in an order of its own. */
const UNFINISHED = {
  root: { and: [{ condition: { field: 'country', values: [] } }, {}] },
  registry_version: '2',
};
const save = (body: object, from = rest()) => from.post('/v1/drafts', body);
const savedId = async (body: object): Promise<number> => (await save(body).expect(201)).body.draft_id;
const path = (id: number) => `/v1/drafts/${id}`;
const rows = async () =>
  (await service.database.pool.query('SELECT id FROM draft WHERE user_id = $1 ORDER BY id', [tenant.userId]))
    .rows;

describe('a draft', () => {
  it('keeps any JSON object as it was sent', async () => {
    const saved = await save({ definition: UNFINISHED });
    const { draft_id } = saved.body;
    expect(answer(saved)).toEqual({
      status: 201,
      body: {
        draft_id: expect.any(Number),
        definition: UNFINISHED,
        version: 1,
        created_at: START,
        updated_at: START,
      },
    });
    expect(saved.headers).toMatchObject({ location: path(draft_id), etag: '"1"' });
    const read = await rest().get(path(draft_id));
    expect([read.body, read.headers.etag]).toEqual([saved.body, '"1"']);
    expect(Object.keys(read.body.definition)).toEqual(['root', 'registry_version']);
  });

  it('is replaced as a whole, and what is left out is gone', async () => {
    const listId = await createList(service, tenant.userKey, 'Edited');
    const id = await savedId({
      definition: GERMAN,
      list_id: listId,
      definition_version: 1,
      name: ' Edited ',
    });
    expect((await rest().get(path(id))).body).toMatchObject({
      list_id: listId,
      definition_version: 1,
      name: 'Edited',
    });
    service.clock.advance({ minutes: 1 });
    const replaced = await rest().put(path(id), { definition: UNFINISHED });
    expect([replaced.status, replaced.headers.etag]).toEqual([200, '"2"']);
    expect(replaced.body).toEqual({
      ...{ draft_id: id, definition: UNFINISHED, version: 2 },
      ...{ created_at: START, updated_at: service.clock.now().toISOString() },
    });
  });

  it('tells a tab that it was saved elsewhere, and otherwise lets the last one win', async () => {
    const id = await savedId({ definition: GERMAN });
    const put = (ifMatch?: string) => {
      const test = rest().put(path(id), { definition: UNFINISHED });
      return ifMatch === undefined ? test : test.set('If-Match', ifMatch);
    };
    await put('"1"').expect(200);
    const late = await put('"1"');
    expect([late.status, late.body.detail]).toEqual([
      409,
      {
        error: 'draft_conflict',
        message: 'The draft was saved elsewhere meanwhile; it is at version 2 now. Read it again.',
        current_version: 2,
      },
    ]);
    await put('"7", "2"').expect(200);
    await put().expect(200);
    expect((await rest().get(path(id))).body.version).toBe(4);
  });

  it('is deleted once', async () => {
    const id = await savedId({ definition: {} });
    await rest().delete(path(id)).expect(204);
    for (const response of [await rest().delete(path(id)), await rest().get(path(id))])
      expect([response.status, response.body.detail.error]).toEqual([404, 'draft_not_found']);
    expect(await rows()).toEqual([]);
  });

  it.each<[string, object, object]>([
    ['no definition', {}, { pointer: '/definition', message: 'must be a JSON object' }],
    ['a list of values', { definition: [] }, { pointer: '/definition', message: 'must be a JSON object' }],
    [
      'a long one',
      { definition: { root: 'x'.repeat(256 * 1024) } },
      { pointer: '/definition', message: 'must be at most 256 KiB of JSON' },
    ],
    [
      'a deep one',
      { definition: JSON.parse(`${'{"a":'.repeat(101)}1${'}'.repeat(101)}`) },
      { pointer: '/definition', message: 'is nested deeper than 100 levels' },
    ],
    [
      'a long name',
      { definition: {}, name: 'x'.repeat(201) },
      { pointer: '/name', message: 'must be at most 200 characters long' },
    ],
    [
      'version 0',
      { definition: {}, definition_version: 0 },
      { pointer: '/definition_version', message: 'must be at least 1' },
    ],
  ])('is refused with %s', async (_, body, error) => {
    const refused = await save(body);
    expect([refused.status, refused.body.detail.errors]).toEqual([422, [error]]);
    expect(await rows()).toEqual([]);
  });

  it('may have texts that no column of PostgreSQL can hold', async () => {
    const definition = { root: 'a\0b', lone: '\ud800' };
    const id = await savedId({ definition });
    expect((await rest().get(path(id))).body.definition).toEqual(definition);
  });
});

describe('the drafts of a person', () => {
  let colleague: Colleague;
  let other: Tenant;
  let number = 0;
  const people = async () => {
    number += 1;
    colleague = await service.createColleague(tenant, `grace${number}`);
    other = await service.createTenant(`other-drafters-${number}`);
  };

  it('are seen by nobody else, admins and operators included', async () => {
    await people();
    const own = service.rest(colleague.userKey);
    const id = (await save({ definition: GERMAN }, own).expect(201)).body.draft_id;
    await service.admin.setOperator(tenant.email, true);
    for (const key of [tenant.userKey, other.userKey]) {
      const outside = service.rest(key);
      const missing = (await outside.get(path(2_000_000_000))).body;
      const answers = [
        await outside.get(path(id)),
        await outside.put(path(id), { definition: {} }),
        await outside.delete(path(id)),
      ];
      expect(answers.map(answer)).toEqual(Array(3).fill({ status: 404, body: missing }));
      expect((await outside.get('/v1/drafts')).body).toMatchObject({ drafts: [], total: 0 });
    }
    expect((await own.get(path(id))).body).toMatchObject({ version: 1, definition: GERMAN });
    const organization = await service.rest(tenant.orgKey).get('/v1/drafts');
    expect([organization.status, organization.body.detail.error]).toEqual([403, 'user_credential_required']);
  });

  it('are paged, the latest saved first, and selected by their list', async () => {
    const listId = await createList(service, tenant.userKey, 'Edited');
    const ids: number[] = [];
    for (const list_id of [undefined, listId, undefined]) {
      ids.push(await savedId({ definition: {}, ...(list_id && { list_id }) }));
      service.clock.advance({ minutes: 1 });
    }
    await rest()
      .put(path(ids[0] ?? 0), { definition: {} })
      .expect(200);
    const read = async (query: string) => {
      const { body } = await rest().get(`/v1/drafts${query}`);
      return [body.total, ...body.drafts.map(({ draft_id }: { draft_id: number }) => ids.indexOf(draft_id))];
    };
    expect(await read('')).toEqual([3, 0, 2, 1]);
    expect(await read('?limit=1&offset=1')).toEqual([3, 2]);
    expect(await read(`?list_id=${listId}`)).toEqual([1, 1]);
  });

  it('name lists that the person sees, and stay when that ends or the list is deleted', async () => {
    await people();
    const own = service.rest(colleague.userKey);
    const listId = await createList(service, tenant.userKey, 'Shared for a while');
    const content = { definition: {}, list_id: listId, definition_version: 1 };
    const hidden = await save(content, own);
    expect([hidden.status, hidden.body.detail.error]).toEqual([404, 'list_not_found']);
    const grant = { user_id: colleague.userId, access_level: 'viewer' };
    const { body } = await rest().post(`/v1/lists/${listId}/permissions`, grant).expect(201);
    const id = (await save(content, own).expect(201)).body.draft_id;
    await rest().delete(`/v1/lists/${listId}/permissions/${body.permission_id}`).expect(204);
    await own.put(path(id), content).expect(200);
    await rest().delete(`/v1/lists/${listId}`).expect(204);
    const { list_id, definition_version, version } = (await own.get(path(id))).body;
    expect([list_id, definition_version, version]).toEqual([undefined, undefined, 2]);
  });

  it('are at most 200, also of requests at once', async () => {
    await people();
    await service.database.pool.query(
      `INSERT INTO draft (user_id, definition, created_at, updated_at)
       SELECT $1, '{}', now(), now() FROM generate_series(1, 198)`,
      [tenant.userId],
    );
    const answers = await Promise.all(Array.from({ length: 5 }, () => save({ definition: {} })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 403, 403, 403]);
    expect(answers.find(({ status }) => status === 403)?.body.detail).toEqual({
      error: 'quota_exceeded',
      message: 'You have 200 drafts; the limit is 200. Delete drafts that you no longer need.',
      quota: 'drafts',
      limit: 200,
      used: 200,
    });
    const { quotas } = (await rest().get('/v1/account/limits')).body;
    expect(quotas).toContainEqual({ quota: 'drafts', limit: 200, used: 200 });
    await save({ definition: {} }, service.rest(colleague.userKey)).expect(201);
  });

  it('go with the person', async () => {
    await people();
    await save({ definition: {} }, service.rest(colleague.userKey)).expect(201);
    await service.database.pool.query('DELETE FROM "user" WHERE id = $1', [colleague.userId]);
    const { rows } = await service.database.pool.query('SELECT FROM draft WHERE user_id = $1', [
      colleague.userId,
    ]);
    expect(rows).toEqual([]);
  });
});
