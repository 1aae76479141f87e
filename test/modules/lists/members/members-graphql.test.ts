import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { codes } from '../../../harness/errors.ts';
import { unlockCompanies } from '../../../harness/seed.ts';
import { startTestService, type Tenant, type TestService } from '../../../harness/service.ts';
import { recordStatements } from '../../../harness/statements.ts';
import { AS_OF, condition, daysBefore, definition, seedSmallCatalogue } from '../../filters/support.ts';
import { createList, GERMAN, KUBERNETES } from '../operations.ts';

let service: TestService;
let tenant: Tenant;
let ids: Record<string, number>;
let listId: number;

beforeAll(async () => {
  service = await startTestService();
  tenant = await service.createTenant('listers');
  ids = await seedSmallCatalogue(service.database.pool);
});
beforeEach(async () => {
  listId = await createList(service, tenant.userKey, 'Members', KUBERNETES);
});
afterAll(() => service.close());

const rest = () => service.rest(tenant.userKey);

/** Requests fields of the list. @returns the body of the response. */
async function graphql(fields: string) {
  const query = `query ($id: ID!) { list(listId: $id) { ${fields} } }`;
  return (await service.graphql(tenant.userKey, query, { id: listId })).body;
}

describe('members over GraphQL', () => {
  it('are paged from a cursor within the materialization that it was issued for', async () => {
    const first = (
      await graphql(
        'members(first: 2) { edges { cursor node { company { slug } } } pageInfo { hasNextPage endCursor } }',
      )
    ).data.list.members;
    await rest().put(`/v1/lists/${listId}/definition`, GERMAN);
    const next = (
      await graphql(
        `members(first: 5, after: "${first.pageInfo.endCursor}") { totalCount edges { node { company { slug } } } pageInfo { hasNextPage hasPreviousPage } }`,
      )
    ).data.list.members;
    expect(next).toEqual({
      totalCount: 4,
      edges: [{ node: { company: { slug: 'gamma' } } }, { node: { company: { slug: 'delta' } } }],
      pageInfo: { hasNextPage: false, hasPreviousPage: true },
    });
    const other = await createList(service, tenant.userKey, 'Another', KUBERNETES);
    const query = `query ($id: ID!, $after: String) { list(listId: $id) { members(after: $after) { totalCount } } }`;
    const foreign = await service.graphql(tenant.userKey, query, {
      id: other,
      after: first.pageInfo.endCursor,
    });
    expect(codes(foreign)).toEqual(['VALIDATION_ERROR']);
  });

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

  it('points at a search that is too long in the names of each API', async () => {
    const search = 'x'.repeat(101);
    const message = 'must be 1 to 100 characters of a name or domain';
    const { errors } = await graphql(`members(search: "${search}") { totalCount }`);
    expect(errors[0].message).toBe(`/search: ${message}`);
    expect(errors[0].extensions.errors).toEqual([{ pointer: '/search', message }]);
    const { body } = await rest().get(`/v1/lists/${listId}/members?search_name_or_domain=${search}`);
    expect(body.detail).toEqual({
      error: 'validation_error',
      message: `/search_name_or_domain: ${message}`,
      errors: [{ pointer: '/search_name_or_domain', message }],
    });
  });

  it('are compared with an earlier materialization: which companies entered or left', async () => {
    const { id } = (await graphql('members { materialization { id } }')).data.list.members.materialization;
    await rest().put(`/v1/lists/${listId}/definition`, GERMAN);
    await rest().post(`/v1/lists/${listId}/domains`, { domains: ['hub.example'] });
    const fields = `changes(sinceMaterialization: "${id}") { addedCount removedCount added { slug } removed { slug } }`;
    expect((await graphql(fields)).data.list.changes).toEqual({
      addedCount: 1,
      removedCount: 2,
      added: [{ slug: 'hub' }],
      removed: [{ slug: 'gamma' }, { slug: 'delta' }],
    });
    for (const unknown of ['999999', '-3000000000', 'x']) {
      const refused = await graphql(`changes(sinceMaterialization: "${unknown}") { addedCount }`);
      expect(refused.errors[0].extensions).toMatchObject({
        code: 'VALIDATION_ERROR',
        errors: [
          { pointer: '/sinceMaterialization', message: expect.stringContaining('List.materializations') },
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
