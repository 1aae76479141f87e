import { afterAll, describe, expect, it } from '@jest/globals';
import createClient from 'openapi-fetch';
import type { components, paths } from '../../clients/typescript/src/generated/rest.ts';
import { seedPartnership } from '../harness/seed.ts';
import { startTestService } from '../harness/service.ts';
import { seedSmallCatalogue } from '../modules/filters/support.ts';

type Definition = components['schemas']['DefinitionInput'];

const GERMAN: Definition = {
  registry_version: '1',
  root: { condition: { field: 'country', operator: 'any_of', values: ['DE'] } },
};

const service = await startTestService();
const { beta, gamma } = await seedSmallCatalogue(service.database.pool);
if (beta && gamma) await seedPartnership(service.database.pool, beta, gamma);
const tenant = await service.createTenant('generated');
afterAll(() => service.close());

/** A client of nothing but the types that openapi-typescript makes of openapi.json. */
const clientOf = (key: string) =>
  createClient<paths>({ baseUrl: service.url, headers: { 'X-API-Key': key } });

async function createGermanList() {
  const { data, response } = await clientOf(tenant.userKey).POST('/v1/lists', {
    body: { name: 'Germany', definition: GERMAN },
  });
  if (!data) throw new Error(`no list was created: ${response.status}`);
  return data;
}

describe('a client that is generated from openapi.json', () => {
  it('creates a list, and reads its definition and members', async () => {
    const client = clientOf(tenant.userKey);
    const list = await createGermanList();
    const path = { list_id: list.list_id };
    const definition = await client.GET('/v1/lists/{list_id}/definition', { params: { path } });
    expect(definition.data).toEqual(GERMAN);
    const members = await client.GET('/v1/lists/{list_id}/members', {
      params: { path, query: { limit: 10, tier: 'high' } },
    });
    expect(members.data?.members.map(({ slug, tier }) => [slug, tier])).toEqual([
      ['acme', 'high'],
      ['beta', 'high'],
    ]);
  });

  it('replaces a definition by the one that it has read', async () => {
    const client = clientOf(tenant.userKey);
    const path = { list_id: (await createGermanList()).list_id };
    const { data: read } = await client.GET('/v1/lists/{list_id}/definition', { params: { path } });
    if (!read?.root) throw new Error('the definition has no root');
    const { data } = await client.PUT('/v1/lists/{list_id}/definition', {
      params: { path, header: { 'If-Match': '"1"' } },
      body: { ...read, root: { not: { not: read.root } } },
    });
    expect(data?.definition_version).toBe(2);
  });

  it('enriches domains', async () => {
    const { data, response } = await clientOf(tenant.orgKey).POST('/v1/enrich/partnerships', {
      body: { domains: ['gamma.example', 'nobody.example'] },
    });
    expect(data?.results.map(({ domain, status }) => [domain, status])).toEqual([
      ['gamma.example', 'found'],
      ['nobody.example', 'not_tracked'],
    ]);
    expect(data?.results[0]?.partnerships[0]?.partner_slug).toBe('beta');
    expect(response.headers.get('X-Credits-Charged')).toBe('1');
  });

  it('tells problems apart by their code, with the keys of each', async () => {
    const { data, error } = await clientOf(tenant.userKey).GET('/v1/companies/{identifier}', {
      params: { path: { identifier: 'nobody.example' } },
    });
    expect(data).toBeUndefined();
    if (error?.detail.error !== 'company_not_found') throw new Error(`another error: ${error?.detail.error}`);
    const identifier: string = error.detail.identifier;
    expect(identifier).toBe('nobody.example');
    const refused = await clientOf(tenant.orgKey).GET('/v1/lists');
    expect(refused.error?.detail.error).toBe('user_credential_required');
  });
});
