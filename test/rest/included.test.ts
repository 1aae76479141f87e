import { describe, expect, it } from '@jest/globals';
import { START } from '../harness/service.ts';
import { useService } from '../harness/use-service.ts';
import { condition, definition, seedSmallCatalogue } from '../modules/filters/support.ts';
import { createList, KUBERNETES } from '../modules/lists/operations.ts';

const { service, tenant, rest, graphql, ids } = useService<'acme' | 'beta'>('includers', {
  tenantPerTest: true,
  credits: 100,
  seed: seedSmallCatalogue,
});

const MEMBER_KEYS = ['company_id', 'name', 'slug', 'primary_domain', 'partnership_count', 'tier', 'source'];

describe('a page of members', () => {
  it('says which materialization it is of, its revision, and whether the catalogue has changed since', async () => {
    const listId = await createList(service, tenant.userKey, 'Kubernetes', KUBERNETES);
    await rest().post(`/v1/lists/${listId}/domains`, { domains: ['hub.example'] });
    const { body } = await rest().get(`/v1/lists/${listId}/members?limit=1`);
    const { members, next_cursor, materialized_at, materialization_id, ...others } = body;
    expect(others).toEqual({
      total: 5,
      limit: 1,
      offset: 0,
      definition_version: 1,
      revision: 2,
      stale: false,
    });
    expect(Object.keys(members[0]).toSorted()).toEqual(MEMBER_KEYS.toSorted());
    const kept = (await rest().get(`/v1/lists/${listId}/materializations`)).body.materializations[0];
    expect(kept).toMatchObject({ materialization_id, revision: 2, stale: false, materialized_at });
    const { list } = (await graphql(`{ list(listId: ${listId}) { revision } }`)).body.data;
    expect(list.revision).toBe(2);
    expect(next_cursor).toEqual(expect.any(String));

    await service.database.pool.query(`UPDATE facet_index SET version = version + 1`);
    expect((await rest().get(`/v1/lists/${listId}/members?limit=1`)).body.stale).toBe(true);
    await service.database.pool.query(`UPDATE facet_index SET version = version - 1`);
  });

  it('has the reasons of each member with include=reasons, as Member.reasons', async () => {
    const listId = await createList(service, tenant.userKey, 'Reasons', KUBERNETES);
    const { body } = await rest().get(`/v1/lists/${listId}/members?include=reasons,firmographics&tier=high`);
    const explained = await rest().get(`/v1/lists/${listId}/explain?company=acme`);
    const acme = body.members.find(({ slug }: { slug: string }) => slug === 'acme');
    expect(Object.keys(acme).toSorted()).toEqual([...MEMBER_KEYS, 'firmographics', 'reasons'].toSorted());
    expect(acme.reasons).toEqual(explained.body.conditions);
    expect(acme.reasons).toEqual([
      {
        pointer: '/root',
        condition: { field: 'technology', operator: 'any_of', values: ['kubernetes'] },
        negated: false,
        met: true,
        first_seen: expect.any(String),
        last_seen: expect.any(String),
        window: 'high',
      },
    ]);
    const refused = await rest().get(`/v1/lists/${listId}/members?include=reason`);
    expect(refused.body.detail.errors).toEqual([
      {
        pointer: '/include',
        message: '"reason" is not known here; use technologies, firmographics, fields, reasons',
      },
    ]);
  });
});

describe('an enrichment', () => {
  const enrich = (query: string) =>
    rest().post(`/v1/enrich/partnerships${query}`, { domains: ['acme.example', 'nobody.example'] });

  it('says what each result cost with include=charge, and nothing of it without', async () => {
    const ends = new Date(Date.parse(START) + 30 * 86_400_000).toISOString();
    const first = await enrich('?include=charge');
    const costs = (body: { results: { charge: string; window_ends_at: string | null }[] }) =>
      body.results.map(({ charge, window_ends_at }) => [charge, window_ends_at]);
    expect([first.status, costs(first.body)]).toEqual([
      200,
      [
        ['charged', ends],
        ['free', null],
      ],
    ]);
    expect(costs((await enrich('?include=charge,inputs')).body)).toEqual([
      ['in_window', ends],
      ['free', null],
    ]);
    const [found] = (await enrich('')).body.results;
    expect(Object.keys(found).toSorted()).toEqual(
      [
        'domain',
        'status',
        'company_name',
        'company_id',
        'slug',
        'partnerships',
        'partnership_count',
      ].toSorted(),
    );
  });
});

describe('what a change of a user or a key leaves behind', () => {
  it('is in created_keys with include=created_keys', async () => {
    const colleague = await service.createColleague(tenant, 'maker');
    const path = `/v1/account/users/${colleague.userId}`;
    await rest().patch(path, { role: 'admin' });
    const made = await service.rest(colleague.userKey).post('/v1/keys', { kind: 'org', label: 'shared' });
    const { key, ...shown } = made.body;
    const plain = await rest().patch(path, { disabled: true });
    expect(plain.body).not.toHaveProperty('created_keys');
    const { status, body } = await rest().patch(`${path}?include=created_keys`, {});
    expect([status, body]).toEqual([200, { ...plain.body, created_keys: [shown] }]);
  });

  it('a revocation answers 204, and 200 with the keys that were made with the key', async () => {
    const first = (await rest().post('/v1/keys', { kind: 'user' })).body;
    const { key, ...second } = (await service.rest(first.key).post('/v1/keys', { kind: 'user' })).body;
    const asked = await rest().delete(`/v1/keys/${first.key_id}?include=created_keys`);
    expect([asked.status, asked.body]).toEqual([200, { created_keys: [second] }]);
    expect((await rest().get(`/v1/keys/${first.key_id}`)).body.status).toBe('revoked');
    const { status, text } = await rest().delete(`/v1/keys/${second.key_id}`);
    expect([status, text]).toEqual([204, '']);
  });
});

it('a funnel says how many remain after the nodes before each', async () => {
  const root = {
    and: [condition('country', 'any_of', ['DE']), condition('industry', 'any_of', ['Software'])],
  };
  const { body } = await rest().post('/v1/lists/preview', { definition: definition(root), funnel: true });
  expect(body.funnel).toEqual([
    { pointer: '/root', count: 1 },
    { pointer: '/root/and/0', count: 2, remaining_count: 2 },
    { pointer: '/root/and/1', count: 2, remaining_count: 1 },
  ]);
});

it('a search of companies is read in pages, which begin after a cursor', async () => {
  const first = await rest().get('/v1/companies?q=example&limit=3');
  expect(Object.keys(first.body)).toEqual(['companies', 'total', 'limit', 'next_cursor']);
  const second = await rest().get(
    `/v1/companies?q=example&limit=3&cursor=${encodeURIComponent(first.body.next_cursor)}`,
  );
  expect([first.body.total, second.body.next_cursor]).toEqual([5, null]);
  const found = [...first.body.companies, ...second.body.companies].map(({ company_id }) => company_id);
  expect(found.toSorted()).toEqual(Object.values(ids).toSorted());
  const offset = await rest().get('/v1/companies?q=example&offset=3');
  expect(offset.body.detail.errors).toEqual([{ pointer: '/offset', message: 'is not a known parameter' }]);
});
