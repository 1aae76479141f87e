import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, type Tenant, type TestService } from '../../harness/service.ts';
import { createList, overGraphQL } from './operations.ts';

let service: TestService;
let tenant: Tenant;
let stranger: Tenant;
let listId: number;

beforeAll(async () => {
  service = await startTestService();
  tenant = await service.createTenant('owners');
  stranger = await service.createTenant('strangers');
  listId = await createList(service, tenant.userKey, 'Mine');
});
afterAll(() => service.close());

describe('a missing object over GraphQL', () => {
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
    const graphql = { mutation, input: input(), selects: '__typename' };
    const { body } = await overGraphQL(service, tenant.userKey, listId, { graphql });
    expect(body.data).toEqual({ [mutation]: null });
    expect(body.errors).toMatchObject([{ path: [mutation], extensions: { code } }]);
    expect(await read()).toEqual(before);
  });
});
