import { beforeEach, describe, expect, it } from '@jest/globals';
import { unlockCompanies } from '../../../harness/seed.ts';
import { recordStatements } from '../../../harness/statements.ts';
import { useService } from '../../../harness/use-service.ts';
import { AS_OF, condition, daysBefore, definition, seedSmallCatalogue } from '../../filters/support.ts';
import { createList, GERMAN, KUBERNETES } from '../operations.ts';

const { service, tenant, ids, rest } = useService('listers', { seed: seedSmallCatalogue });
let listId: number;

beforeEach(async () => {
  listId = await createList(service, tenant.userKey, 'Members', KUBERNETES);
});

/** Requests fields of the list. @returns the body of the response. */
async function graphql(fields: string) {
  const query = `query ($id: ID!) { list(listId: $id) { ${fields} } }`;
  return (await service.graphql(tenant.userKey, query, { id: listId })).body;
}

describe('members over GraphQL', () => {
  it('show why a company is a member, and how fresh the evidence is', async () => {
    await rest().put(
      `/v1/lists/${listId}/definition`,
      definition({
        and: [
          condition('technology', 'any_of', ['kubernetes', 'postgresql']),
          { or: [condition('partner', 'any_of', ['hub']), condition('country', 'any_of', ['AT'])] },
          condition('investor', 'none_of', ['South Fund']),
        ],
      }),
    );
    const fields = `members { edges { node { company { slug } tier reasons { pointer condition lastSeen window } } } }`;
    const { edges } = (await graphql(fields)).data.list.members;
    const reasons = (slug: string) =>
      edges.find(({ node }: { node: { company: { slug: string } } }) => node.company.slug === slug)?.node
        .reasons;
    expect(reasons('beta')).toEqual([
      {
        pointer: '/root/and/0',
        condition: { field: 'technology', operator: 'any_of', values: ['kubernetes', 'postgresql'] },
        lastSeen: daysBefore(90),
        window: 'HIGH',
      },
      {
        pointer: '/root/and/1/or/0',
        condition: { field: 'partner', operator: 'any_of', values: ['hub'] },
        lastSeen: daysBefore(200),
        window: 'MEDIUM',
      },
      {
        pointer: '/root/and/2',
        condition: { field: 'investor', operator: 'none_of', values: ['South Fund'] },
        lastSeen: null,
        window: null,
      },
    ]);
    expect(reasons('gamma')[1]).toMatchObject({ pointer: '/root/and/1/or/1', window: null });
  });

  it('are explained: why a company is a member or not', async () => {
    await rest().post(`/v1/lists/${listId}/excluded-domains`, { domains: ['acme.io'] });
    const fields = (identifier: string) =>
      `explain(identifier: "${identifier}") { company { slug } member tier source excluded conditions { met negated lastSeen window } }`;
    expect((await graphql(fields('acme.example'))).data.list.explain).toEqual({
      company: { slug: 'acme' },
      member: false,
      tier: null,
      source: null,
      excluded: true,
      conditions: [{ met: true, negated: false, lastSeen: AS_OF, window: 'HIGH' }],
    });
    expect((await graphql(fields('hub'))).data.list.explain).toEqual({
      company: { slug: 'hub' },
      member: false,
      tier: null,
      source: null,
      excluded: false,
      conditions: [{ met: false, negated: false, lastSeen: null, window: null }],
    });
    expect((await graphql(fields('nobody'))).errors[0].extensions.code).toBe('COMPANY_NOT_FOUND');
  });

  it('are compared in pages that begin after a company', async () => {
    const { id } = (await graphql('members { materialization { id } }')).data.list.members.materialization;
    await rest().put(`/v1/lists/${listId}/definition`, GERMAN);
    const pageOf = async (args: string) => {
      const fields = `changes(sinceMaterializationId: "${id}") { left(${args}) { totalCount
        edges { node { company { slug } } } pageInfo { hasNextPage hasPreviousPage endCursor } } }`;
      return (await graphql(fields)).data.list.changes.left;
    };
    const first = await pageOf('first: 1');
    const pageInfo = { hasNextPage: true, hasPreviousPage: false, endCursor: expect.any(String) };
    expect(first).toEqual({ totalCount: 2, edges: [{ node: { company: { slug: 'gamma' } } }], pageInfo });
    expect(await pageOf(`first: 1, after: "${first.pageInfo.endCursor}"`)).toEqual({
      totalCount: 2,
      edges: [{ node: { company: { slug: 'delta' } } }],
      pageInfo: { hasNextPage: false, hasPreviousPage: true, endCursor: expect.any(String) },
    });
  });

  it('are kept in materializations, newest first, whose age takes one statement', async () => {
    const ids: string[] = [];
    for (let refresh = 0; refresh < 3; refresh++) {
      const fields = 'members(forceRefresh: true) { materialization { id } }';
      ids.unshift((await graphql(fields)).data.list.members.materialization.id);
    }
    const read = (args: string) =>
      graphql(`materializations(${args}) { totalCount pageInfo { hasNextPage endCursor }
        edges { node { id definitionVersion stale counts { total } } } }`);
    const node = (id: string | undefined) => ({
      node: { id, definitionVersion: 1, stale: false, counts: { total: 4 } },
    });
    await read('first: 2');
    const { result, statements } = await recordStatements(() => read('first: 2'));
    const { materializations } = result.data.list;
    expect(materializations).toEqual({
      totalCount: 3,
      pageInfo: { hasNextPage: true, endCursor: expect.any(String) },
      edges: [node(ids[0]), node(ids[1])],
    });
    // The list, its materializations, their number, and the version of the index.
    expect(statements).toHaveLength(4);
    const rest = await read(`first: 2, after: "${materializations.pageInfo.endCursor}"`);
    expect(rest.data.list.materializations.edges).toEqual([node(ids[2])]);
  });

  it('are compared only with a materialization that is kept', async () => {
    for (const unknown of ['999999', '-3000000000', 'x']) {
      const refused = await graphql(`changes(sinceMaterializationId: "${unknown}") { left { totalCount } }`);
      expect(refused.errors[0].extensions).toMatchObject({
        code: 'VALIDATION_ERROR',
        errors: [
          {
            pointer: '/sinceMaterializationId',
            message: expect.stringContaining('see the materializations'),
          },
        ],
      });
    }
  });

  it('are read by a number of statements that depends only on the depth of the query', async () => {
    const fields = `totalCount edges { node { name members(first: 3) { totalCount edges { node { tier company {
      name partnerships(first: 2) { edges { node { partnerName } } } technologies(first: 2) { edges { node { techKey } } } } } } } } }`;
    const query = `{ lists(first: 1000) { ${fields} } }`;
    const few = await service.createTenant('few');
    const many = await service.createTenant('many');
    for (const [owner, count] of [
      [few, 2],
      [many, 9],
    ] as const) {
      for (let index = 0; index < count; index += 1)
        await createList(service, owner.userKey, `List ${index}`, index % 2 === 0 ? KUBERNETES : GERMAN);
      await unlockCompanies(service.database.pool, owner.organizationId, Object.values(ids));
      await service.graphql(owner.userKey, query);
    }
    const read = async (key: string) => {
      await service.graphql(key, query);
      const { result, statements } = await recordStatements(() =>
        service.graphql(key, query).then(({ body }) => body),
      );
      expect(result.errors).toBeUndefined();
      return statements.length;
    };
    expect(await read(many.userKey)).toBe(await read(few.userKey));
  });
});
