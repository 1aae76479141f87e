import { afterAll, describe, expect, it } from '@jest/globals';
import { codes } from '../harness/errors.ts';
import { seedPlain } from '../harness/seed.ts';
import { startTestService } from '../harness/service.ts';
import { recordStatements } from '../harness/statements.ts';
import { createList, KUBERNETES } from '../modules/lists/operations.ts';

const service = await startTestService();
const tenant = await service.createTenant('nodes');
const companyId: number = await seedPlain(service.database.pool, 'acme');
await service.database.pool.query(
  `INSERT INTO technology (tech_key, display_name, category) VALUES ('kubernetes', 'Kubernetes', 'Containers')`,
);
const listId: number = await createList(service, tenant.userKey, 'Mine', { ...KUBERNETES, root: null });
afterAll(() => service.close());

const globalId = (name: string, id: number | string) => Buffer.from(`${name}:${id}`).toString('base64');
const NODES = `query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id
  ... on Company { name } ... on List { name accessLevel } ... on User { email } ... on Organization { name }
  ... on ApiKey { keyId status user { email } } ... on DataFlag { flagId } } }`;
const nodes = (ids: readonly unknown[], key = tenant.userKey) => service.graphql(key, NODES, { ids });
const named = (response: { body: { data: { nodes: ({ __typename: string } | null)[] } } }) =>
  response.body.data.nodes.map((node) => node?.__typename ?? null);

describe('nodes', () => {
  it.each([
    ['empty base64', '????'],
    ['not base64', 'ä'],
    ['empty', ''],
    ['an unknown type', globalId('Nothing', 1)],
    ['an interface', globalId('Node', 1)],
    ['not a number', globalId('Company', 'acme')],
    ['a number with further characters', globalId('Company', '1e0')],
    ['a missing object', globalId('Company', 999_999)],
    ['a number above the range of ids', globalId('List', '99999999999999999999')],
    ['a negative number', globalId('ApiKey', -1)],
  ])('returns null for a malformed or unknown id, without affecting other ids: %s', async (_n, id) => {
    const response = await nodes([globalId('Company', companyId), id, globalId('List', listId)]);
    expect([response.body.errors, named(response)]).toEqual([undefined, ['Company', null, 'List']]);
    const single = await service.graphql(tenant.userKey, 'query ($id: ID!) { node(id: $id) { id } }', {
      id,
    });
    expect([single.body.errors, single.body.data]).toEqual([undefined, { node: null }]);
  });

  it('runs one statement for each type, for any number of ids', async () => {
    const types = ['Company', 'List', 'ApiKey', 'User', 'DataFlag'];
    const ids = Array.from({ length: 1000 }, (_, i) => globalId(types[i % 5] ?? '', Math.floor(i / 5) + 1));
    await nodes(ids.slice(0, 1));
    const { result, statements } = await recordStatements(async () => nodes(ids));
    expect([result.body.errors, result.body.data.nodes]).toEqual([undefined, expect.any(Array)]);
    expect(result.body.data.nodes).toHaveLength(1000);
    // One more looks for the ids that no company has among those that were merged, and one for the rights of an operator.
    expect(statements.filter((sql) => !sql.includes('api_key')).length).toBeLessThanOrEqual(6);
    expect(statements.length).toBeLessThanOrEqual(10);
  });

  it('runs one statement for many aliases of node', async () => {
    const aliases = Array.from(
      { length: 90 },
      (_, i) => `a${i}: node(id: "${globalId('List', i + 1)}") { id ... on List { name definition } }`,
    );
    await nodes([]);
    const { result, statements } = await recordStatements(async () =>
      service.graphql(tenant.userKey, `{ ${aliases.join(' ')} }`),
    );
    expect(result.body.errors).toBeUndefined();
    expect(statements).toHaveLength(2);
  });

  it('accepts at most 1,000 ids', async () => {
    const many = Array.from({ length: 1001 }, () => globalId('Company', companyId));
    const { result, statements } = await recordStatements(async () => nodes(many));
    expect([codes(result), result.body.data]).toEqual([['VALIDATION_ERROR'], { nodes: null }]);
    expect(result.body.errors[0].extensions.errors).toEqual([
      {
        pointer: '/ids',
        message: 'must contain at most 1000 ids; 1001 were sent. Split them into several requests',
      },
    ]);
    expect(statements).toEqual([]);
  });

  it('costs in proportion to the number of ids', async () => {
    const cost = async (count: number) =>
      (await nodes(Array(count).fill('x'))).body.extensions.cost.requested;
    expect(await cost(1000)).toBe(1000 * (await cost(1)));
  });

  it.each([
    ['no variable', 'query ($v: [ID!]!) { nodes(ids: $v) { id } }', {}],
    ['null', 'query ($v: [ID!]!) { nodes(ids: $v) { id } }', { v: null }],
    ['a null among them', 'query ($v: [ID!]!) { nodes(ids: $v) { id } }', { v: ['x', null] }],
    ['an object', 'query ($v: [ID!]!) { nodes(ids: $v) { id } }', { v: { a: 1 } }],
    ['null instead of a default', 'query ($v: [ID!] = ["x"]) { nodes(ids: $v) { id } }', { v: null }],
    ['no id', 'query ($v: ID!) { node(id: $v) { id } }', {}],
    ['a boolean', 'query ($v: ID!) { node(id: $v) { id } }', { v: true }],
  ])('refuses invalid arguments: %s', async (_name, query, variables) => {
    expect(codes(await service.graphql(tenant.userKey, query, variables))).toEqual(['VALIDATION_ERROR']);
  });

  it('accepts a single id as a list of one', async () => {
    const response = await service.graphql(
      tenant.userKey,
      'query ($v: [ID!]!) { nodes(ids: $v) { __typename } }',
      { v: globalId('Company', companyId) },
    );
    expect(named(response)).toEqual(['Company']);
  });
});
