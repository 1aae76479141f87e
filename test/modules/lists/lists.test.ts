import { describe, expect, it } from '@jest/globals';
import { answer } from '../../harness/errors.ts';
import { START } from '../../harness/service.ts';
import { useService } from '../../harness/use-service.ts';
import { condition, definition, seedSmallCatalogue } from '../filters/support.ts';
import { createList, GERMAN, KUBERNETES } from './operations.ts';

const { service, tenant, rest, graphql } = useService('listers', { seed: seedSmallCatalogue });

const EMPTY = definition(null);
const owner = () => ({ user_id: tenant.userId, name: 'Ada' });

describe('creating a list', () => {
  it('returns 201 with the complete list and its location', async () => {
    const response = await rest().post('/v1/lists', { name: '  Prospects  ', definition: KUBERNETES });
    const { list_id } = response.body;
    expect(answer(response)).toEqual({
      status: 201,
      body: {
        list_id: expect.any(Number),
        name: 'Prospects',
        definition: KUBERNETES,
        definition_version: 1,
        access_level: 'owner',
        owner: owner(),
        created_at: START,
        updated_at: START,
        watched: false,
        tags: [],
        favourite: false,
      },
    });
    expect(response.headers).toMatchObject({ location: `/v1/lists/${list_id}` });
    const { body } = await rest().get(`/v1/lists/${list_id}`);
    expect(body).toEqual({ ...response.body, permissions: [] });
  });

  it('does not require a definition', async () => {
    const { body } = await rest().post('/v1/lists', { name: 'By hand' });
    expect([body.definition, body.definition_version]).toEqual([EMPTY, 1]);
  });

  it.each<[string, object, object]>([
    ['no name', {}, { pointer: '/name', message: 'is missing; it must be a string' }],
    ['a blank name', { name: '  ' }, { pointer: '/name', message: 'must be 1 to 200 characters long' }],
    [
      'a long name',
      { name: 'x'.repeat(201) },
      { pointer: '/name', message: 'must be 1 to 200 characters long' },
    ],
    ['a NUL', { name: 'a\0b' }, { pointer: '/name', message: 'must be 1 to 200 characters long' }],
    [
      'a further field',
      { name: 'x', color: 'red' },
      { pointer: '/color', message: 'is not a known parameter' },
    ],
  ])('refuses %s', async (_, body, error) => {
    const response = await rest().post('/v1/lists', body);
    expect([response.status, response.body.detail.error]).toEqual([422, 'validation_error']);
    expect(response.body.detail.errors).toEqual([error]);
  });

  it('accepts 200 characters outside the basic multilingual plane', async () => {
    expect((await rest().post('/v1/lists', { name: '😀'.repeat(200) })).status).toBe(201);
  });

  it('refuses an invalid definition with pointers into the body, and creates no list', async () => {
    const before = (await rest().get('/v1/lists')).body.total;
    const wrong = definition(condition('country', 'any_of', ['Germany']));
    const { status, body } = await rest().post('/v1/lists', { name: 'x', definition: wrong });
    expect([status, body.detail.error, body.detail.errors[0].pointer]).toEqual([
      422,
      'invalid_definition',
      '/definition/root/condition/values/0',
    ]);
    expect((await rest().get('/v1/lists')).body.total).toBe(before);
  });
});

it.each(['0', '-1', 'abc', '1e3', '99999999999999999999', '2147483648', '%00'])(
  'the malformed or unknown id %s is that of no list',
  async (id) => {
    const { status, body } = await rest().get(`/v1/lists/${id}`);
    expect([status, body.detail.error]).toEqual([404, 'list_not_found']);
  },
);

describe('the lists of a caller', () => {
  it('are paged, the most recently updated first', async () => {
    const own = await service.createTenant('collectors');
    const mine = service.rest(own.userKey);
    const ids: number[] = [];
    for (const name of ['one', 'two', 'three']) {
      service.clock.advance({ minutes: 1 });
      ids.push(await createList(service, own.userKey, name));
    }
    service.clock.advance({ minutes: 1 });
    await mine.patch(`/v1/lists/${ids[0]}`, { name: 'one again' });
    const { body } = await mine.get('/v1/lists?limit=2');
    expect(body).toMatchObject({ total: 3, limit: 2, offset: 0 });
    expect(body.lists.map(({ name }: { name: string }) => name)).toEqual(['one again', 'three']);
    const next = (await mine.get('/v1/lists?limit=2&offset=2')).body;
    expect(next.lists.map(({ name }: { name: string }) => name)).toEqual(['two']);
    const query = '{ lists(first: 2) { totalCount pageInfo { hasNextPage } edges { node { name } } } }';
    const { data } = (await service.graphql(own.userKey, query)).body;
    expect(data.lists).toEqual({
      totalCount: 3,
      pageInfo: { hasNextPage: true },
      edges: [{ node: { name: 'one again' } }, { node: { name: 'three' } }],
    });
  });
});

describe('the definition of a list', () => {
  it('is replaced, kept in versions, and restored', async () => {
    const id = await createList(service, tenant.userKey, 'Versions', KUBERNETES);
    const path = `/v1/lists/${id}/definition`;
    const put = await rest().put(path, GERMAN);
    expect(answer(put)).toEqual({ status: 200, body: { definition_version: 2, definition: GERMAN } });
    expect(put.headers.etag).toBe('"2"');
    const get = await rest().get(path);
    expect([get.status, get.body, get.headers.etag]).toEqual([200, GERMAN, '"2"']);
    expect(answer(await rest().post(`${path}/versions/1/restore`))).toEqual({
      status: 200,
      body: { definition_version: 3, definition: KUBERNETES },
    });
    const versions = (await rest().get(`${path}/versions?limit=2`)).body;
    expect(versions).toEqual({
      versions: [3, 2].map((version) => ({ version, author: owner(), created_at: expect.any(String) })),
      total: 3,
      limit: 2,
      offset: 0,
      next_cursor: expect.any(String),
    });
    const second = (await rest().get(`${path}/versions/2`)).body;
    expect(second).toEqual({
      version: 2,
      definition: GERMAN,
      author: owner(),
      created_at: expect.any(String),
    });
  });

  it.each(['0', '3', 'x', '2147483648'])('has no version %s', async (version) => {
    const id = await createList(service, tenant.userKey, 'Two versions', KUBERNETES);
    await rest().put(`/v1/lists/${id}/definition`, GERMAN);
    for (const response of [
      await rest().get(`/v1/lists/${id}/definition/versions/${version}`),
      await rest().post(`/v1/lists/${id}/definition/versions/${version}/restore`),
    ])
      expect([response.status, response.body.detail.error]).toEqual([404, 'version_not_found']);
  });

  it('is left unchanged by an invalid one, which gets the same errors as a preview', async () => {
    const id = await createList(service, tenant.userKey, 'Kept', KUBERNETES);
    const wrong = definition(condition('technology', 'none_of', ['kubernetes']));
    const put = await rest().put(`/v1/lists/${id}/definition`, wrong);
    const preview = await rest().post('/v1/lists/preview-count', wrong);
    expect(answer(put)).toEqual(answer(preview));
    expect(put.status).toBe(422);
    const { body } = await rest().get(`/v1/lists/${id}`);
    expect([body.definition, body.definition_version]).toEqual([KUBERNETES, 1]);
  });

  it('can be replaced by an empty one', async () => {
    const id = await createList(service, tenant.userKey, 'Emptied', KUBERNETES);
    expect((await rest().put(`/v1/lists/${id}/definition`, EMPTY)).status).toBe(200);
    expect((await rest().get(`/v1/lists/${id}/members`)).body.total).toBe(0);
  });

  it('is previewed against the current members', async () => {
    const id = await createList(service, tenant.userKey, 'Previewed', KUBERNETES);
    await rest().post(`/v1/lists/${id}/domains`, { domains: ['hub.example'] });
    const { body } = await rest().post(`/v1/lists/${id}/definition/preview`, GERMAN);
    const names = (sample: { slug: string }[]) => sample.map(({ slug }) => slug);
    expect({
      ...body,
      added_sample: names(body.added_sample),
      removed_sample: names(body.removed_sample),
    }).toEqual({
      count: 3,
      added_count: 0,
      removed_count: 2,
      added_sample: [],
      removed_sample: ['gamma', 'delta'],
    });
    expect(body.removed_sample[0]).toEqual({
      company_id: expect.any(Number),
      name: 'Gamma',
      slug: 'gamma',
      primary_domain: 'gamma.example',
      partnership_count: 0,
    });
    expect((await rest().get(`/v1/lists/${id}`)).body.definition_version).toBe(1);
  });
});

describe('renaming and deleting a list', () => {
  it('change the list and add events to the audit log', async () => {
    const id = await createList(service, tenant.userKey, 'Old name');
    service.clock.advance({ minutes: 5 });
    const at = service.clock.now().toISOString();
    const { status, body } = await rest().patch(`/v1/lists/${id}`, { name: 'New name' });
    expect([status, body.name, body.updated_at, body.definition_version]).toEqual([200, 'New name', at, 1]);
    expect((await rest().get(`/v1/lists/${id}`)).body).toEqual(body);
    const gone = await rest().delete(`/v1/lists/${id}`);
    expect([gone.status, gone.text]).toEqual([204, '']);
    expect((await rest().get(`/v1/lists/${id}`)).status).toBe(404);
    const { rows } = await service.database.pool.query(
      'SELECT action, details FROM list_event WHERE list_id = $1 ORDER BY id',
      [id],
    );
    expect(rows).toEqual([
      { action: 'list_created', details: { name: 'Old name' } },
      { action: 'list_renamed', details: { from: 'Old name', to: 'New name' } },
      { action: 'list_deleted', details: { name: 'New name' } },
    ]);
  });
});

describe('company search', () => {
  const found = {
    companies: [
      {
        company_id: expect.any(Number),
        name: 'Acme Cloud',
        slug: 'acme',
        primary_domain: 'acme.example',
        partnership_count: 1,
      },
    ],
    total: 1,
    limit: 5,
    next_cursor: null,
  };

  it('finds companies, best match first, with a key of either kind', async () => {
    for (const [key, path] of [
      [tenant.userKey, 'companies'],
      [tenant.orgKey, 'companies'],
      [tenant.userKey, 'lists/company-search'],
    ]) {
      const { status, body } = await service.rest(key).get(`/v1/${path}?q=acme&limit=5`);
      expect([status, body]).toEqual([200, found]);
    }
  });

  it.each([
    ['', '/q'],
    ['?q=a', '/q'],
    ['?q=acme&limit=0', '/limit'],
  ])('refuses %j', async (query, pointer) => {
    for (const path of ['/v1/lists/company-search', '/v1/companies']) {
      const { status, body } = await rest().get(path + query);
      expect([status, body.detail.errors[0].pointer]).toEqual([422, pointer]);
    }
  });
});

describe('lists over GraphQL', () => {
  it('are created from a typed definition and read completely in one query', async () => {
    const create = `mutation ($input: CreateListInput!) { createList(input: $input) { list { listId accessLevel definition } } }`;
    const root = { condition: { field: 'TECHNOLOGY', operator: 'ANY_OF', values: ['kubernetes'] } };
    const input = { name: 'Typed', definition: { registryVersion: '2', root } };
    const created = (await graphql(create, { input })).body.data.createList.list;
    expect(created).toEqual({ listId: expect.any(Number), accessLevel: 'OWNER', definition: KUBERNETES });
    const query = `query ($id: ID!) { list(listId: $id) {
      name revision definitionVersion owner { userId name email } permissions { edges { node { permissionId } } }
      versions { totalCount edges { node { version author { name } } } }
      auditLog { edges { node { action actor { name } details } } }
      members(first: 1) { totalCount edges { node { tier source company { slug } } } materialization { stale counts { total high medium exploratory } } }
    } }`;
    const { data } = (await graphql(query, { id: created.listId })).body;
    expect(data.list).toEqual({
      name: 'Typed',
      revision: 1,
      definitionVersion: 1,
      owner: { userId: tenant.userId, name: 'Ada', email: tenant.email },
      permissions: { edges: [] },
      versions: { totalCount: 1, edges: [{ node: { version: 1, author: { name: 'Ada' } } }] },
      auditLog: {
        edges: [{ node: { action: 'LIST_CREATED', actor: { name: 'Ada' }, details: { name: 'Typed' } } }],
      },
      members: {
        totalCount: 4,
        edges: [{ node: { tier: 'HIGH', source: 'DEFINITION', company: { slug: 'acme' } } }],
        materialization: { stale: false, counts: { total: 4, high: 2, medium: 1, exploratory: 1 } },
      },
    });
  });

  it('are previewed with as many of the companies that leave as are asked for, at most 25', async () => {
    const id = await createList(service, tenant.userKey, 'Previewed', KUBERNETES);
    const preview = async (sample: string) => {
      const query = `query ($id: ID!, $d: JSON) { list(listId: $id) { previewDefinition(definitionJson: $d) {
        count addedCount removedCount addedSample { slug } ${sample}
      } } }`;
      return (await graphql(query, { id, d: GERMAN })).body;
    };
    const counts = { count: 2, addedCount: 0, removedCount: 2, addedSample: [] };
    const slugs = [{ slug: 'gamma' }, { slug: 'delta' }];
    expect((await preview('removedSample { slug }')).data.list.previewDefinition).toEqual({
      ...counts,
      removedSample: slugs,
    });
    expect((await preview('removedSample(first: 1) { slug }')).data.list.previewDefinition).toEqual({
      ...counts,
      removedSample: slugs.slice(0, 1),
    });
    for (const first of [0, 26]) {
      const { data, errors } = await preview(`removedSample(first: ${first}) { slug }`);
      expect(data.list.previewDefinition).toEqual({ ...counts, removedSample: null });
      expect(errors).toMatchObject([
        { extensions: { code: 'VALIDATION_ERROR', errors: [{ pointer: '/first' }] } },
      ]);
    }
  });

  it('are searched by name, and sorted by name or time, in either direction', async () => {
    const owner = await service.createTenant('sorters');
    for (const name of ['beta 100%', 'Alpha', 'alpha', 'Gamma_x']) {
      await createList(service, owner.userKey, name);
      service.clock.advance({ seconds: 1 });
    }
    const names = async (args: string) => {
      const query = `{ lists(${args}) { totalCount edges { node { name } } } }`;
      const { lists } = (await service.graphql(owner.userKey, query)).body.data;
      const found = lists.edges.map(({ node }: { node: { name: string } }) => node.name);
      expect(lists.totalCount).toBe(found.length);
      return found;
    };
    const order = (field: string, direction: string) =>
      `orderBy: { field: ${field}, direction: ${direction} }`;
    const made = ['beta 100%', 'Alpha', 'alpha', 'Gamma_x'];
    const sorted = ['Alpha', 'alpha', 'beta 100%', 'Gamma_x'];
    expect(await names('first: 10')).toEqual([...made].reverse());
    expect(await names(`first: 10, orderBy: null`)).toEqual([...made].reverse());
    expect(await names(order('CREATED_AT', 'ASC'))).toEqual(made);
    expect(await names(order('UPDATED_AT', 'DESC'))).toEqual([...made].reverse());
    expect(await names(order('NAME', 'ASC'))).toEqual(sorted);
    expect(await names(order('NAME', 'DESC'))).toEqual([...sorted].reverse());
    expect(await names('orderBy: { field: NAME }')).toEqual(sorted);
    expect(await names('orderBy: { field: NAME, direction: null }')).toEqual(sorted);
    expect(await names('orderBy: { field: CREATED_AT }')).toEqual([...made].reverse());
    expect(await names(`search: " ALPHA ", ${order('NAME', 'ASC')}`)).toEqual(['Alpha', 'alpha']);
    expect(await names('search: "0%"')).toEqual(['beta 100%']);
    expect(await names('search: "a_x"')).toEqual(['Gamma_x']);
    for (const search of ['  ', 'x'.repeat(201)]) {
      const refused = await service.graphql(owner.userKey, `{ lists(search: "${search}") { totalCount } }`);
      expect(refused.body.errors[0].extensions).toEqual({
        code: 'VALIDATION_ERROR',
        errors: [{ pointer: '/search', message: 'must be 1 to 200 characters of a name' }],
      });
    }
  });
});
