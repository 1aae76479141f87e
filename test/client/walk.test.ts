import { afterAll, describe, expect, it } from '@jest/globals';
import {
  type Client,
  createClient,
  type schema,
  TypedDocumentString,
} from '../../clients/typescript/src/client.ts';
import { readBooks } from '../harness/ledger.ts';
import { START, startTestService } from '../harness/service.ts';
import { seedSmallCatalogue } from '../modules/filters/support.ts';

const service = await startTestService();
const tenant = await service.createTenant('walkers', 10);
const grace = await service.createColleague(tenant, 'Grace');
const ids: Record<string, number> = await seedSmallCatalogue(service.database.pool);
const client: Client = createClient({ baseUrl: `${service.url}/`, apiKey: tenant.userKey });
afterAll(() => service.close());

const germany = {
  registry_version: '1',
  root: { condition: { field: 'country' as const, operator: 'any_of' as const, values: ['DE'] } },
};
const austria = {
  registry_version: '1',
  root: { condition: { field: 'country' as const, operator: 'any_of' as const, values: ['DE', 'AT'] } },
};

async function namesOf(list_id: number): Promise<string[]> {
  const path = '/v1/lists/{list_id}/members';
  const slugs: string[] = [];
  // One item at a time, so that there are several pages.
  for await (const member of client.rest.pages(path, { params: { path: { list_id }, query: { limit: 1 } } }))
    slugs.push(member.slug);
  return slugs.sort();
}

describe('the client over REST', () => {
  it('handles a list from its creation to the restored definition', async () => {
    const { rest } = client;
    const created = await rest.POST('/v1/lists', { body: { name: 'Germany', definition: germany } });
    const { list_id } = created.data;
    const at = { path: { list_id } };
    expect(created.headers.get('Location')).toBe(`/v1/lists/${list_id}`);
    expect(await namesOf(list_id)).toEqual(['acme', 'beta']);

    const preview = await rest.POST('/v1/lists/{list_id}/definition/preview', { params: at, body: austria });
    expect(preview.data).toMatchObject({ count: 3, added_count: 1, removed_count: 0 });
    expect(preview.data.added_sample.map(({ slug }) => slug)).toEqual(['gamma']);

    const definition = await rest.GET('/v1/lists/{list_id}/definition', { params: at });
    const ifMatch = definition.headers.get('ETag') ?? '';
    const saved = await rest.PUT('/v1/lists/{list_id}/definition', { params: at, body: austria, ifMatch });
    expect(saved.data).toEqual({ definition_version: 2, definition: austria });
    await expect(
      rest.PUT('/v1/lists/{list_id}/definition', { params: at, body: germany, ifMatch }),
    ).rejects.toMatchObject({ status: 409, code: 'definition_conflict', details: { current_version: 2 } });
    expect(await namesOf(list_id)).toEqual(['acme', 'beta', 'gamma']);

    const domains = ['delta.example', 'nobody.example', 'nonsense'];
    const added = await rest.POST('/v1/lists/{list_id}/domains', { params: at, body: { domains } });
    expect(added.data).toEqual({
      added: ['delta.example', 'nobody.example'],
      already_present: [],
      not_tracked: ['nobody.example'],
      invalid: [{ input: 'nonsense', reason: 'A domain needs a dot, as in "acme.com".' }],
    });
    await rest.POST('/v1/lists/{list_id}/excluded-domains', {
      params: at,
      body: { domains: ['beta.example'] },
    });
    expect(await namesOf(list_id)).toEqual(['acme', 'delta', 'gamma']);
    const gone = await rest.DELETE('/v1/lists/{list_id}/domains/{domain}', {
      params: { path: { list_id, domain: 'nobody.example' } },
    });
    expect([gone.status, gone.data]).toEqual([204, undefined]);

    const granted = await rest.POST('/v1/lists/{list_id}/permissions', {
      params: at,
      body: { email: grace.email, access_level: 'viewer' },
    });
    expect([granted.status, granted.data.user_id]).toEqual([201, grace.userId]);
    const hers = createClient({ baseUrl: service.url, apiKey: grace.userKey });
    const seen = await hers.rest.GET('/v1/lists');
    expect(seen.data.lists.map((list) => [list.list_id, list.access_level])).toEqual([[list_id, 'viewer']]);
    await expect(
      hers.rest.PATCH('/v1/lists/{list_id}', { params: at, body: { name: 'Mine' } }),
    ).rejects.toMatchObject({ name: 'CompanyDataError', status: 403, code: 'insufficient_access' });

    const none = await client.exportCsv(list_id, { tier: 'exploratory' });
    expect([none.creditsCharged, (await new Response(none.csv).text()).split('\n').length]).toEqual([0, 2]);
    const { csv, ...credits } = await client.exportCsv(list_id);
    expect(credits).toEqual({ creditsCharged: 3, creditsRemaining: 7 });
    const rows = (await new Response(csv).text()).split('\n');
    expect(rows.slice(1).map((row) => row.split(',')[2])).toEqual(['acme', 'gamma', 'delta', undefined]);
    expect(await readBooks(service.database.pool, tenant.organizationId)).toMatchObject({ balance: 7 });

    const actions: string[] = [];
    for await (const { action } of rest.pages('/v1/lists/{list_id}/audit-log', { params: at }))
      actions.push(action);
    expect(actions).toEqual([
      'list_exported',
      'list_exported',
      'permission_granted',
      'domain_removed',
      'domains_excluded',
      'domains_added',
      'definition_replaced',
      'list_created',
    ]);

    const restored = await rest.POST('/v1/lists/{list_id}/definition/versions/{version}/restore', {
      params: { path: { list_id, version: 1 } },
    });
    expect(restored.data).toEqual({ definition_version: 3, definition: germany });
    expect((await rest.GET('/v1/lists/{list_id}', { params: at })).data).toMatchObject({
      definition: germany,
      definition_version: 3,
      owner: { user_id: tenant.userId, name: 'Ada' },
      created_at: START,
    });
    expect(await namesOf(list_id)).toEqual(['acme', 'delta']);
  });

  it('sends arrays with commas, and escapes characters that are special in paths', async () => {
    const { data } = await client.rest.GET('/v1/companies/{identifier}', {
      params: { path: { identifier: 'acme' }, query: { include: ['technologies', 'firmographics'] } },
    });
    expect([data.technologies?.length, data.firmographics?.country]).toEqual([2, 'DE']);
    const identifier = 'a/../b?c#d%';
    await expect(
      client.rest.GET('/v1/companies/{identifier}', { params: { path: { identifier } } }),
    ).rejects.toMatchObject({ status: 404, code: 'company_not_found', details: { identifier } });
  });
});

describe('the client over GraphQL', () => {
  it('handles a list with typed documents', async () => {
    const create = new TypedDocumentString<
      { createList: { list: Pick<schema.List, 'listId' | 'definitionVersion'> } },
      { input: schema.CreateListInput }
    >(
      `mutation ($input: CreateListInput!) { createList(input: $input) { list { listId definitionVersion } } }`,
    );
    const { createList } = await client.graphql(create, { input: { name: 'Both', definitionJson: austria } });
    const { listId, definitionVersion } = createList.list;
    expect(definitionVersion).toBe(1);

    const read = new TypedDocumentString<
      { list: { members: { totalCount: number; edges: { node: Pick<schema.Member, 'tier'> }[] } } },
      { id: number }
    >(`query ($id: ID!) { list(listId: $id) { members { totalCount edges { node { tier } } } } }`);
    const { list } = await client.graphql(read, { id: listId });
    expect(list).toEqual({
      members: { totalCount: 3, edges: Array(3).fill({ node: { tier: 'HIGH' } }) },
    });

    const { viewer } = await client.graphql<{ viewer: { user: { name: string } } }>(
      '{ viewer { user { name } } }',
    );
    expect(viewer).toEqual({ user: { name: 'Ada' } });
  });

  it('returns what succeeded beside the errors of what failed', async () => {
    type Payload = { list: Pick<schema.List, 'name'> } | null;
    const { data, errors } = await client.graphql.partial<{ a: Payload; b: Payload }>(
      'mutation ($a: CreateListInput!, $b: CreateListInput!) { a: createList(input: $a) { list { name } } b: createList(input: $b) { list { name } } }',
      { a: { name: 'Kept' }, b: { name: '' } },
    );
    expect(data).toEqual({ a: { list: { name: 'Kept' } }, b: null });
    expect(errors.map(({ code, path, errors: invalid }) => [code, path, invalid.length])).toEqual([
      ['validation_error', ['b'], 1],
    ]);
    await expect(client.graphql.partial('{ nothing }')).rejects.toMatchObject({
      code: 'graphql_validation_failed',
    });
  });

  it('throws errors of the service with the code in lower case and the details', async () => {
    const query = 'query ($id: String!) { company(identifier: $id) { name } }';
    await expect(client.graphql(query, { id: 'nobody' })).rejects.toMatchObject({
      name: 'CompanyDataError',
      code: 'company_not_found',
      details: { identifier: 'nobody' },
      requestId: expect.any(String),
    });
    const stranger = createClient({ baseUrl: service.url, apiKey: 'nonsense' });
    await expect(stranger.graphql('{ viewer { user { name } } }')).rejects.toMatchObject({
      status: 401,
      code: 'invalid_api_key',
    });
  });

  it('returns companies with the ids of REST', async () => {
    const { company } = await client.graphql<{ company: Pick<schema.Company, 'companyId'> }>(
      '{ company(identifier: "acme") { companyId } }',
    );
    expect(company.companyId).toBe(ids.acme);
  });
});
