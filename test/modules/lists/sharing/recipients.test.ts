import { beforeAll, describe, expect, it } from '@jest/globals';
import { useService } from '../../../harness/use-service.ts';
import { createList, mutateList } from '../operations.ts';

const { service, tenant, graphql } = useService('recipients');
let listId: number;

beforeAll(async () => {
  listId = await createList(service, tenant.userKey, 'Shared');
});

type Mutation = 'grantPermission' | 'transferOwnership';

async function send(mutation: Mutation, to: unknown, accessLevel = 'VIEWER') {
  const level = mutation === 'grantPermission' ? { accessLevel } : {};
  const operation = { mutation, input: { to, ...level }, selects: 'list { listId }' };
  const { body } = await mutateList(service, tenant.userKey, listId, operation);
  return body;
}

async function permissions() {
  const { body } = await service.rest(tenant.userKey).get(`/v1/lists/${listId}/permissions`);
  return body;
}

describe('a refusal to share', () => {
  it('names the fields of an invalid grant as each API spells them', async () => {
    const grant = async (to: object, level?: string) =>
      (await send('grantPermission', to, level)).errors[0].extensions.errors;
    const post = async (path: string, body: object) =>
      (await service.rest(tenant.userKey).post(`/v1/lists/${listId}/${path}`, body)).body.detail.errors;
    const isOwner = 'must not be the owner, who has access already';
    const restGrant = (body: object) => post('permissions', { access_level: 'viewer', ...body });
    expect(await grant({ userId: tenant.userId })).toEqual([{ pointer: '/to/userId', message: isOwner }]);
    expect(await restGrant({ user_id: tenant.userId })).toEqual([{ pointer: '/user_id', message: isOwner }]);
    expect(await restGrant({})).toEqual([
      { pointer: '/user_id', message: 'give exactly one of user_id, email, org_wide' },
    ]);
    expect(await post('owner', {})).toEqual([
      { pointer: '/user_id', message: 'give exactly one of user_id, email' },
    ]);
    expect(await grant({ orgWide: true }, 'OWNER')).toMatchObject([{ pointer: '/accessLevel' }]);
    expect(await restGrant({ org_wide: true, access_level: 'owner' })).toMatchObject([
      { pointer: '/access_level' },
    ]);
  });
});

describe('the recipient of a permission or a list over GraphQL', () => {
  it.each<[Mutation, string, unknown]>([
    ['grantPermission', '', {}],
    ['grantPermission', '', { userId: 1, orgWide: true }],
    ['grantPermission', '', { userId: 1, email: 'a@b.example' }],
    ['grantPermission', '/userId', { userId: null }],
    ['transferOwnership', '', {}],
    ['transferOwnership', '', { userId: 1, email: 'a@b.example' }],
  ])('%s takes exactly one key; at %j: %j', async (mutation, below, to) => {
    const before = await permissions();
    const { data, errors } = await send(mutation, to);
    expect(data ?? null).toBeNull();
    expect(errors).toHaveLength(1);
    const [violation] = errors[0].extensions.errors;
    expect([errors[0].extensions.code, violation.pointer.startsWith('/input/to')]).toEqual([
      'VALIDATION_ERROR',
      true,
    ]);
    expect(errors[0].message).toContain(below.slice(1));
    expect(await permissions()).toEqual(before);
  });

  it('is refused in a document that gives two keys', async () => {
    const query = `mutation { grantPermission(input: { listId: ${listId}, to: { userId: 1, orgWide: true }, accessLevel: VIEWER }) { created } }`;
    const { body } = await graphql(query);
    expect(body.errors).toMatchObject([{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }]);
  });

  it('cannot be orgWide: false', async () => {
    expect(await send('grantPermission', { orgWide: false })).toMatchObject({
      data: { grantPermission: null },
      errors: [
        {
          path: ['grantPermission'],
          extensions: { code: 'VALIDATION_ERROR', errors: [{ pointer: '/to/orgWide' }] },
        },
      ],
    });
  });

  it('is a user, by numeric id, global id or e-mail address, or everybody', async () => {
    const grace = await service.createColleague(tenant, 'Grace');
    const globalId = Buffer.from(`User:${grace.userId}`).toString('base64');
    const done = { data: { grantPermission: { list: { listId } } } };
    const recipients = [{ userId: grace.userId }, { userId: globalId }, { email: grace.email }];
    for (const to of [...recipients, { orgWide: true }])
      expect(await send('grantPermission', to)).toMatchObject(done);
    const { permissions: granted } = await permissions();
    expect(granted).toMatchObject([{ user_id: grace.userId }, { scope: 'org_wide' }]);
    expect(await send('transferOwnership', { userId: globalId })).toMatchObject({
      data: { transferOwnership: { list: { listId } } },
    });
    expect((await permissions()).owner.user_id).toBe(grace.userId);
  });

  it('is not found by the id of another type', async () => {
    const other = await createList(service, tenant.userKey, 'Other');
    const query = `mutation ($to: GrantTarget!) { grantPermission(input: { listId: ${other}, to: $to, accessLevel: VIEWER }) { created } }`;
    const to = { userId: Buffer.from(`List:${tenant.userId}`).toString('base64') };
    const { body } = await graphql(query, { to });
    expect(body).toMatchObject({
      data: { grantPermission: null },
      errors: [{ extensions: { code: 'USER_NOT_FOUND' } }],
    });
  });
});
