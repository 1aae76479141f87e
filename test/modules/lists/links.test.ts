import { expect, it } from '@jest/globals';
import { withoutCost } from '../../harness/errors.ts';
import { recordStatements } from '../../harness/statements.ts';
import { useService } from '../../harness/use-service.ts';
import { seedSmallCatalogue } from '../filters/support.ts';
import { createList, GERMAN } from './operations.ts';

const { service, tenant, rest, graphql, ids } = useService('links', {
  seed: seedSmallCatalogue,
  tenantPerTest: true,
});

/** Runs a query, and counts its statements. */
async function counted(query: string) {
  const { result, statements } = await recordStatements(async () => graphql(query));
  expect(result.body.errors).toBeUndefined();
  return { data: (withoutCost(result) as { data: unknown }).data, statements: statements.length };
}

it('a membership leads to its list, by one statement for all memberships', async () => {
  for (const name of ['First', 'Second', 'Third']) {
    const listId = await createList(service, tenant.userKey, name, GERMAN);
    await rest().get(`/v1/lists/${listId}/members`).expect(200);
  }
  const read = (fields: string) =>
    counted(`{ company(identifier: "acme") { lists { memberships { ${fields} } } } }`);
  const bare = await read('name');
  const linked = await read('name list { name accessLevel }');
  expect(linked.data).toEqual({
    company: {
      lists: {
        memberships: ['Third', 'Second', 'First'].map((name) => ({
          name,
          list: { name, accessLevel: 'OWNER' },
        })),
      },
    },
  });
  expect(linked.statements).toBe(bare.statements + 1);
});

it('a draft leads to its list while the caller can see it, by one statement for all drafts', async () => {
  const colleague = await service.createColleague(tenant, 'owner');
  const own = await createList(service, tenant.userKey, 'Own');
  const shared = await createList(service, colleague.userKey, 'Shared');
  const grant = { user_id: tenant.userId, access_level: 'viewer' };
  const { body: permission } = await service
    .rest(colleague.userKey)
    .post(`/v1/lists/${shared}/permissions`, grant);
  for (const [name, list_id] of [
    ['of none', undefined],
    ['of own', own],
    ['of shared', shared],
  ] as const)
    await rest().post('/v1/drafts', { name, list_id, definition: {} }).expect(201);
  const read = (fields: string) => counted(`{ drafts { edges { node { ${fields} } } } }`);
  const drafts = (lists: readonly (object | null)[]) => ({
    drafts: {
      edges: ['of shared', 'of own', 'of none'].map((name, i) => ({ node: { name, list: lists[i] } })),
    },
  });
  const bare = await read('name');
  const linked = await read('name list { name }');
  expect(linked.data).toEqual(drafts([{ name: 'Shared' }, { name: 'Own' }, null]));
  expect(linked.statements).toBe(bare.statements + 1);
  await service.rest(colleague.userKey).delete(`/v1/lists/${shared}/permissions/${permission.permission_id}`);
  expect((await read('name list { name }')).data).toEqual(drafts([null, { name: 'Own' }, null]));
});

it('a domain leads to its company, by one statement for all domains', async () => {
  const listId = await createList(service, tenant.userKey, 'Domains');
  const domains = ['acme.io', 'beta.example', 'nobody.example'];
  await rest().post(`/v1/lists/${listId}/domains`, { domains }).expect(200);
  const read = (fields: string) =>
    counted(`{ list(listId: ${listId}) { addedDomains { edges { node { ${fields} } } } } }`);
  const bare = await read('domain companyId');
  const linked = await read('domain company { companyId primaryDomain }');
  const companies = [
    { companyId: ids.acme, primaryDomain: 'acme.example' },
    { companyId: ids.beta, primaryDomain: 'beta.example' },
    null,
  ];
  expect(linked.data).toEqual({
    list: {
      addedDomains: { edges: domains.map((domain, i) => ({ node: { domain, company: companies[i] } })) },
    },
  });
  expect(linked.statements).toBe(bare.statements + 1);
});
