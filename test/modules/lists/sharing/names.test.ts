import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, type Tenant, type TestService } from '../../../harness/service.ts';
import { createList } from '../operations.ts';

let service: TestService;
let tenant: Tenant;
let listId: number;

beforeAll(async () => {
  service = await startTestService();
  tenant = await service.createTenant('sharers');
  listId = await createList(service, tenant.userKey, 'Shared');
});
afterAll(() => service.close());

describe('a refusal to share', () => {
  it('names the fields of an invalid grant as each API spells them', async () => {
    const mutation = async (name: string, input: object) => {
      const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
      const query = `mutation ($input: ${type}!) { ${name}(input: $input) { list { listId } } }`;
      const { body } = await service.graphql(tenant.userKey, query, { input: { listId, ...input } });
      return body.errors[0].extensions.errors;
    };
    const post = async (path: string, body: object) =>
      (await service.rest(tenant.userKey).post(`/v1/lists/${listId}/${path}`, body)).body.detail.errors;
    const isOwner = 'must not be the owner, who has access already';
    const grant = (input: object) => mutation('grantPermission', { accessLevel: 'VIEWER', ...input });
    const restGrant = (body: object) => post('permissions', { access_level: 'viewer', ...body });
    const self = { to: { userId: tenant.userId } };
    expect(await grant(self)).toEqual([{ pointer: '/to/userId', message: isOwner }]);
    expect(await restGrant({ user_id: tenant.userId })).toEqual([{ pointer: '/user_id', message: isOwner }]);
    expect(await restGrant({})).toEqual([
      { pointer: '/user_id', message: 'name one of user_id, email and org_wide: true' },
    ]);
    expect(await post('owner', {})).toEqual([
      { pointer: '/user_id', message: 'name one user, by user_id or by email' },
    ]);
    expect(await grant({ to: { orgWide: true }, accessLevel: 'OWNER' })).toMatchObject([
      { pointer: '/accessLevel' },
    ]);
    expect(await restGrant({ org_wide: true, access_level: 'owner' })).toMatchObject([
      { pointer: '/access_level' },
    ]);
  });
});
