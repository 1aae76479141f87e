import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, type Tenant, type TestService } from '../../../harness/service.ts';
import { createList } from '../operations.ts';

let service: TestService;
let tenant: Tenant;
let listId: number;

beforeAll(async () => {
  service = await startTestService();
  tenant = await service.createTenant('recipients');
  listId = await createList(service, tenant.userKey, 'Shared');
});
afterAll(() => service.close());

const TYPES = { grantPermission: 'GrantPermissionInput', transferOwnership: 'TransferOwnershipInput' };
type Mutation = keyof typeof TYPES;

async function send(mutation: Mutation, to: unknown) {
  const query = `mutation ($input: ${TYPES[mutation]}!) { ${mutation}(input: $input) { list { listId } } }`;
  const level = mutation === 'grantPermission' ? { accessLevel: 'VIEWER' } : {};
  const { body } = await service.graphql(tenant.userKey, query, { input: { listId, to, ...level } });
  return body;
}

async function permissions() {
  const { body } = await service.rest(tenant.userKey).get(`/v1/lists/${listId}/permissions`);
  return body;
}

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
    const { body } = await service.graphql(tenant.userKey, query);
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
    const { body } = await service.graphql(tenant.userKey, query, { to });
    expect(body).toMatchObject({
      data: { grantPermission: null },
      errors: [{ extensions: { code: 'USER_NOT_FOUND' } }],
    });
  });
});
