import { afterAll, describe, expect, it } from '@jest/globals';
import { answer } from '../harness/errors.ts';
import { startTestService } from '../harness/service.ts';
import { seedSmallCatalogue } from '../modules/filters/support.ts';
import { createList, GERMAN, KUBERNETES } from '../modules/lists/operations.ts';

const service = await startTestService();
const ids: Record<string, number> = await seedSmallCatalogue(service.database.pool);
const watchers = await service.createTenant('watchers');
const rest = () => service.rest(watchers.userKey);
const path: string = `/v1/lists/${await createList(service, watchers.userKey, 'Kubernetes', KUBERNETES)}`;
await rest().get(`${path}/members`);
const since: number = (await rest().get(`${path}/materializations`)).body.materializations[0]
  .materialization_id;
// Undated: gamma and delta leave, hub enters. Added by hand, delta comes back as high.
await rest().put(`${path}/definition`, GERMAN);
await rest().post(`${path}/domains`, { domains: ['hub.example', 'delta.example'] });
afterAll(() => service.close());

const changed = (slug: string, more: object) => ({
  ...more,
  company_id: ids[slug],
  name: expect.any(String),
  slug,
  primary_domain: `${slug}.example`,
  partnership_count: expect.any(Number),
});

describe('GET /v1/lists/{list_id}/changes', () => {
  it('shows what entered, what left, and whose tier changed', async () => {
    expect(answer(await rest().get(`${path}/changes?since=${since}`))).toEqual({
      status: 200,
      body: {
        entered: [changed('hub', { to: 'high' })],
        left: [changed('gamma', { from: 'medium' })],
        tier_changed: [changed('delta', { from: 'exploratory', to: 'high' })],
        total: 3,
        limit: 100,
        offset: 0,
        next_cursor: null,
        materialization_id: expect.any(Number),
      },
    });
  });
});

describe('DELETE /v1/lists/{list_id}/permissions/me', () => {
  it('gives up the own permission alone', async () => {
    const mia = await service.createColleague(watchers, 'Mia');
    const hers = service.rest(mia.userKey);
    const leave = async (from = hers) => {
      const { status, body } = await from.delete(`${path}/permissions/me`);
      return [status, body.detail?.error];
    };
    expect(await leave()).toEqual([404, 'list_not_found']);
    await rest().post(`${path}/permissions`, { user_id: mia.userId, access_level: 'viewer' });
    expect((await hers.get(path)).status).toBe(200);
    expect(await leave()).toEqual([204, undefined]);
    expect((await hers.get(path)).status).toBe(404);
    expect(await leave(rest())).toEqual([404, 'permission_not_found']);
  });
});

const sorters = await service.createTenant('sorters');
const sorted: number[] = [];
for (const name of ['beta', 'Alpha', 'gamma']) {
  service.clock.advance({ minutes: 1 });
  sorted.push(await createList(service, sorters.userKey, name));
}
service.clock.advance({ minutes: 1 });
await service.rest(sorters.userKey).patch(`/v1/lists/${sorted[0]}`, { name: 'Beta' });

const namesFor = async (query: string) => {
  const { body } = await service.rest(sorters.userKey).get(`/v1/lists${query}`);
  return body.lists?.map(({ name }: { name: string }) => name) ?? body.detail.errors[0];
};

describe('GET /v1/lists', () => {
  it.each([
    ['', ['Beta', 'gamma', 'Alpha']],
    ['?sort=-updated_at', ['Beta', 'gamma', 'Alpha']],
    ['?sort=updated_at', ['Alpha', 'gamma', 'Beta']],
    ['?sort=-created_at', ['gamma', 'Alpha', 'Beta']],
    ['?sort=created_at', ['Beta', 'Alpha', 'gamma']],
    ['?sort=name', ['Alpha', 'Beta', 'gamma']],
    ['?sort=-name', ['gamma', 'Beta', 'Alpha']],
    ['?sort=&order_by=&search=', ['Beta', 'gamma', 'Alpha']],
    ['?search=A&sort=name&limit=2', ['Alpha', 'Beta']],
    ['?order_by=updated_at', ['Beta', 'gamma', 'Alpha']],
    ['?order_by=created_at', ['gamma', 'Alpha', 'Beta']],
    ['?order_by=name', ['Alpha', 'Beta', 'gamma']],
    ['?search=MM', ['gamma']],
  ])('is ordered and searched by %j', async (query, names) => {
    expect(await namesFor(query)).toEqual(names);
  });

  it.each([
    [
      '?sort=owner',
      '/sort',
      'must be one of updated_at, name, created_at, with "-" in front for descending order',
    ],
    ['?order_by=owner', '/order_by', 'must be one of updated_at, name, created_at'],
    ['?order_by=-name', '/order_by', 'must be one of updated_at, name, created_at'],
    ['?sort=name&order_by=name', '/order_by', 'cannot be combined with `sort`; send one of them'],
    ['?sort=name&direction=asc', '/direction', 'is not a known parameter'],
  ])('refuses %s', async (query, pointer, message) => {
    expect(await namesFor(query)).toEqual({ pointer, message });
  });
});

const forms = await service.createTenant('forms');
const list: string = `/v1/lists/${await createList(service, forms.userKey, 'Empty parameters', KUBERNETES)}`;

const get = async (path: string) => {
  const response = await service.rest(forms.userKey).get(path);
  return answer(response);
};

describe('an optional parameter of the query without a value', () => {
  it.each<[string, () => string, string]>([
    ['a number', () => `${list}/members`, 'limit=&offset='],
    ['a word', () => `${list}/members`, 'tier='],
    ['a text', () => `${list}/members`, 'search_name_or_domain='],
    ['a truth value', () => `${list}/members`, 'force_refresh='],
    ['a list of words', () => '/v1/companies/acme', 'include='],
    ['a text that is searched', () => '/v1/lists/filter-fields/country/values', 'search=&limit='],
  ])('counts as absent: %s', async (_kind, path, query) => {
    expect(await get(`${path()}?${query}`)).toEqual(await get(path()));
  });

  it.each(['materialization', 'tier'])(
    'is refused where a lost value would cost credits: %s',
    async (name) => {
      expect(await get(`${list}/export.csv?${name}=`)).toMatchObject({
        status: 422,
        body: { detail: { errors: [{ pointer: `/${name}` }] } },
      });
    },
  );

  it('is refused where the parameter is required or unknown', async () => {
    expect(await get('/v1/lists/company-search?q=')).toMatchObject({
      status: 422,
      body: { detail: { errors: [{ pointer: '/q' }] } },
    });
    expect(await get('/v1/lists?page=')).toMatchObject({
      status: 422,
      body: { detail: { errors: [{ pointer: '/page', message: 'is not a known parameter' }] } },
    });
  });
});
