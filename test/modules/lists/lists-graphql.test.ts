import { beforeAll, describe, expect, it } from '@jest/globals';
import { codes } from '../../harness/errors.ts';
import type { Tenant } from '../../harness/service.ts';
import { useService } from '../../harness/use-service.ts';
import { seedSmallCatalogue } from '../filters/support.ts';
import { createList, GERMAN, KUBERNETES, mutateList } from './operations.ts';

const { service, tenant, graphql } = useService('listers', { seed: seedSmallCatalogue });

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
        exactCount addedCount removedCount addedSample { slug } ${sample}
      } } }`;
      return (await graphql(query, { id, d: GERMAN })).body;
    };
    const counts = { exactCount: 2, addedCount: 0, removedCount: 2, addedSample: [] };
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

  it('refuse a stale write', async () => {
    const listId = await createList(service, tenant.userKey, 'Stale', KUBERNETES);
    const response = await mutateList(service, tenant.userKey, listId, {
      mutation: 'replaceDefinition',
      input: { definitionJson: GERMAN, ifVersion: 7 },
      selects: 'list { definitionVersion }',
    });
    expect(codes(response)).toEqual(['DEFINITION_CONFLICT']);
    expect(response.body.errors[0].extensions.current_version).toBe(1);
  });
});

describe('a missing object over GraphQL', () => {
  let stranger: Tenant;
  let listId: number;
  beforeAll(async () => {
    stranger = await service.createTenant('strangers');
    listId = await createList(service, tenant.userKey, 'Mine');
  });

  it.each([
    ['PERMISSION_NOT_FOUND', 'revokePermission', () => ({ permissionId: 999_999 })],
    ['DOMAIN_NOT_FOUND', 'removeDomain', () => ({ domain: 'nobody.example' })],
    ['DOMAIN_NOT_FOUND', 'unexcludeDomain', () => ({ domain: 'nobody.example' })],
    ['VERSION_NOT_FOUND', 'restoreDefinition', () => ({ version: 9 })],
    ['USER_NOT_FOUND', 'grantPermission', () => ({ to: { userId: stranger.userId }, accessLevel: 'VIEWER' })],
    ['USER_NOT_FOUND', 'transferOwnership', () => ({ to: { email: stranger.email } })],
  ])('is refused with %s by %s, which changes nothing', async (code, mutation, input) => {
    const read = async () => {
      const { rows } = await service.database.pool.query(
        `SELECT l.*, (SELECT count(*) FROM list_event e WHERE e.list_id = l.id) AS events FROM list l`,
      );
      return rows;
    };
    const before = await read();
    const operation = { mutation, input: input(), selects: '__typename' };
    const { body } = await mutateList(service, tenant.userKey, listId, operation);
    expect(body.data).toEqual({ [mutation]: null });
    expect(body.errors).toMatchObject([{ path: [mutation], extensions: { code } }]);
    expect(await read()).toEqual(before);
  });
});
