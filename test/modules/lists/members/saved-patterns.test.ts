import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestService, type Tenant, type TestService } from '../../../harness/service.ts';
import { condition, definition, seedSmallCatalogue } from '../../filters/support.ts';
import { createList } from '../operations.ts';

let service: TestService;
let tenant: Tenant;

beforeAll(async () => {
  service = await startTestService();
  tenant = await service.createTenant('patterns');
  await seedSmallCatalogue(service.database.pool);
});
afterAll(() => service.close());

const patterns = (count: number, from = 0) =>
  condition('name', 'contains', ['acme', ...Array.from({ length: count - 1 }, (_, at) => `x${from + at}`)]);

it('a saved definition with more patterns than are allowed now keeps running, but cannot be saved again', async () => {
  const rest = service.rest(tenant.userKey);
  const root = { or: [patterns(200), patterns(200, 200)] };
  const listId = await createList(service, tenant.userKey, 'many', definition(patterns(250)));
  // Writes the tree as it was stored before the limit existed.
  const sql = 'UPDATE list_definition SET root = $2 WHERE list_id = $1';
  await service.database.pool.query(sql, [listId, JSON.stringify(root)]);
  const { body } = await rest.get(`/v1/lists/${listId}/members`);
  expect(body.members.map(({ slug }: { slug: string }) => slug)).toEqual(['acme']);
  const explained = await service.graphql(
    tenant.userKey,
    `{ list(listId: ${listId}) { explain(identifier: "acme") { __typename } } }`,
  );
  expect(explained.body.errors).toBeUndefined();
  const refused = [
    await rest.put(`/v1/lists/${listId}/definition`, definition(root)),
    await rest.post(`/v1/lists/${listId}/definition/versions/1/restore`),
    await rest.post('/v1/lists/preview-count', definition(root)),
  ];
  for (const each of refused) {
    expect(each.body.detail).toMatchObject({
      error: 'invalid_definition',
      errors: [{ code: 'too_many_patterns', pointer: '/root/or/1/condition/values' }],
    });
  }
});
