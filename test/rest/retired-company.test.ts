import { afterAll, describe, expect, it } from '@jest/globals';
import { answer, codes, withoutCost } from '../harness/errors.ts';
import { deleteCompanies, mergeCompany } from '../harness/retire.ts';
import { seedPartnership, seedPlain } from '../harness/seed.ts';
import { START, startTestService } from '../harness/service.ts';
import { recordStatements } from '../harness/statements.ts';
import { condition, definition } from '../modules/filters/support.ts';

const ids: Record<string, number> = {};
const globalIds: Record<string, string> = {};

const service = await startTestService();
const tenant = await service.createTenant('readers', 100);
const graphql = async (query: string, variables?: object) =>
  (await service.graphql(tenant.userKey, query, variables)).body;
const { pool } = service.database;
for (const slug of ['old', 'new', 'lost', 'gone', 'partner']) ids[slug] = await seedPlain(pool, slug);
const id = (slug: string) => ids[slug] ?? 0;
await seedPartnership(pool, id('new'), id('partner'));
const domains = ['old', 'new', 'lost', 'gone', 'partner'].map((slug) => `${slug}.example`);
await service.rest(tenant.userKey).post('/v1/enrich/partnerships', { domains });
for (const slug of Object.keys(ids))
  globalIds[slug] = (await graphql(`{ company(identifier: "${slug}") { id } }`)).data.company.id;
const flags: string[] = [];
for (const slug of ['old', 'lost'])
  flags.push(
    (await graphql(`mutation { flagCompany(input: { identifier: "${slug}" }) { flag { id } } }`)).data
      .flagCompany.flag.id,
  );
// `old` was merged into `new`, `lost` into `gone`, which was deleted later.
await mergeCompany(pool, 'old', 'new');
await mergeCompany(pool, 'lost', 'gone');
await deleteCompanies(pool, 'gone');
afterAll(() => service.close());

const rest = () => service.rest(tenant.userKey);

describe('GET /v1/companies/{slug} of a company that was merged', () => {
  it.each([
    ['/v1/companies/old', 'new'],
    ['/v1/companies/%20OLD%20', 'new'],
    ['/v1/companies/old?include=technologies,firmographics', 'new?include=technologies,firmographics'],
    ['/v1/companies/old?include=', 'new?include='],
  ])('redirects %s to %s, and keeps the query', async (path, location) => {
    const { status, headers, text } = await rest().get(path).redirects(0);
    expect({ status, text, location: headers.location, cached: headers['cache-control'] }).toEqual({
      status: 301,
      text: '',
      location,
      cached: 'private, no-cache',
    });
    expect([headers.etag, headers['content-length']]).toEqual([undefined, '0']);
    const target = new URL(location, service.url + path);
    expect((await rest().get(target.pathname + target.search)).body).toMatchObject({
      company_id: ids.new,
      slug: 'new',
    });
  });

  it('is followed by clients to the record of the survivor, which has the old domain', async () => {
    expect(answer(await rest().get('/v1/companies/old').redirects(1))).toEqual({
      status: 200,
      body: {
        company_id: ids.new,
        name: 'NEW',
        slug: 'new',
        primary_domain: 'new.example',
        partnership_count: 1,
        domains: ['new.example', 'old.example'],
      },
    });
    expect((await rest().get('/v1/companies/old.example').redirects(0)).status).toBe(200);
  });

  it.each([
    ['GET', '/v1/companies/old/?include=', '../new?include='],
    ['HEAD', '/v1/companies/old?include=', 'new?include='],
  ])('redirects %s %s to %s', async (method, path, location) => {
    const headers = { 'X-API-Key': tenant.orgKey };
    const response = await fetch(service.url + path, { method, redirect: 'manual', headers });
    expect([response.status, response.headers.get('location')]).toEqual([301, location]);
    const { url, status } = await fetch(service.url + path, { method, headers });
    expect([url, status]).toEqual([`${service.url}/v1/companies/new?include=`, 200]);
  });

  it('redirects callers who have the entity tag of the survivor', async () => {
    const { headers } = await rest().get('/v1/companies/new');
    const again = rest()
      .get('/v1/companies/old')
      .set('If-None-Match', headers.etag ?? '');
    expect((await again.redirects(0)).status).toBe(301);
  });

  it('refuses what it refuses for others: no key, and an unknown part', async () => {
    expect((await service.rest().get('/v1/companies/old').redirects(0)).status).toBe(401);
    expect((await rest().get('/v1/companies/old?include=x').redirects(0)).status).toBe(422);
  });
});

describe('a company that was deleted', () => {
  it.each(['gone', 'gone.example', 'lost', 'lost.example'])('is not found as %s', async (identifier) => {
    const message = 'No tracked company has this domain or slug. Check the spelling, or search by name.';
    const details = { message, identifier };
    expect(answer(await rest().get(`/v1/companies/${identifier}`).redirects(0))).toEqual({
      status: 404,
      body: { detail: { error: 'company_not_found', ...details } },
    });
    const response = await service.graphql(
      tenant.userKey,
      `{ company(identifier: "${identifier}") { slug } }`,
    );
    expect(response.body.data).toEqual({ company: null });
    expect(codes(response)).toEqual(['COMPANY_NOT_FOUND']);
    expect((await rest().post(`/v1/companies/${identifier}/flags`)).status).toBe(404);
  });
});

describe('everything else that names a company that was merged', () => {
  it('finds the survivor over GraphQL, by slug and by id', async () => {
    const { old: merged, lost, gone, partner } = globalIds;
    const response = await service.graphql(
      tenant.userKey,
      `query ($merged: ID!, $ids: [ID!]!) {
        company(identifier: "old") { slug }
        node(id: $merged) { id ... on Company { slug } }
        nodes(ids: $ids) { ... on Company { slug } }
      }`,
      { merged, ids: [partner, merged, lost, gone, globalIds.new] },
    );
    expect(withoutCost(response)).toEqual({
      data: {
        company: { slug: 'new' },
        node: { id: globalIds.new, slug: 'new' },
        nodes: [{ slug: 'partner' }, { slug: 'new' }, null, null, { slug: 'new' }],
      },
    });
  });

  it('flags the survivor', async () => {
    expect(answer(await rest().post('/v1/companies/old/flags'))).toEqual({
      status: 201,
      body: { flag_id: expect.any(Number), company_id: ids.new, status: 'queued' },
    });
  });

  it('shows the survivor in earlier flags, and null in those of a deleted company', async () => {
    const query =
      'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on DataFlag { companyId company { slug } } } }';
    expect((await graphql(query, { ids: flags })).data.nodes).toEqual([
      { companyId: ids.new, company: { slug: 'new' } },
      { companyId: ids.gone, company: null },
    ]);
  });

  it('finds the partners of the survivor in filters and their explanations', async () => {
    const partners = (slug: string) => definition(condition('partner', 'any_of', [slug]));
    expect((await rest().post('/v1/lists/preview-count', partners('old'))).body).toEqual({
      count: 1,
      capped: false,
    });
    const { body } = await rest().post('/v1/lists', { name: 'Partners', definition: partners('old') });
    const explained = await rest().get(`/v1/lists/${body.list_id}/explain?company=partner`);
    expect(explained.body).toMatchObject({
      member: true,
      conditions: [{ met: true, last_seen: '2024-06-01T00:00:00.000Z' }],
    });
    for (const slug of ['lost', 'gone', 'gone.example'])
      expect((await rest().post('/v1/lists/preview-count', partners(slug))).body.detail).toMatchObject({
        error: 'invalid_definition',
        errors: [{ pointer: '/root/condition/values/0', code: 'unknown_value' }],
      });
  });

  it('stays in the ledger, which shows the survivor and counts the deleted', async () => {
    const { data } = await graphql(`{ viewer { organization { creditEntries { edges { node {
      kind amount companies { totalCount edges { node { slug } } } } } } } } }`);
    expect(data.viewer.organization.creditEntries.edges).toEqual([
      {
        node: {
          kind: 'ENRICHMENT',
          amount: -5,
          companies: {
            totalCount: 5,
            edges: ['new', 'new', 'partner'].map((slug) => ({ node: { slug } })),
          },
        },
      },
      { node: { kind: 'GRANT', amount: 100, companies: { totalCount: 0, edges: [] } } },
    ]);
    const { body } = await rest().get('/v1/account/ledger');
    expect(body.entries[0]).toMatchObject({ kind: 'enrichment', at: START });
  });

  it('costs nothing if the survivor is unlocked', async () => {
    const { body, headers } = await rest().post('/v1/enrich/partnerships', {
      domains: ['old.example', 'gone.example'],
    });
    expect([headers['x-credits-charged'], body.domains_found]).toEqual(['0', 1]);
    expect(body.results.map((each: { status: string }) => each.status)).toEqual(['found', 'not_tracked']);
  });
});

it('takes a second statement only for slugs that no company has', async () => {
  await rest().get('/v1/companies/new');
  const count = async (path: string) =>
    (await recordStatements(async () => rest().get(`/v1/companies/${path}`).redirects(0))).statements.length;
  expect([
    await count('new'),
    await count('old.example'),
    await count('old'),
    await count('unknown'),
  ]).toEqual([1, 1, 2, 2]);
});
